/** The answer, or two answers to compare, with the reasons why each part is present or absent. */
import { useMemo, useState } from 'preact/hooks'
import type { Change, RefusalExplained } from '../../../../explain/explanation.ts'
import { byteLength } from '../../../../util/bytes.ts'
import type { AnswerRow } from '../../model/answer.ts'
import { type CellDifference, type Differences, differencesOf } from '../../model/differences.ts'
import { bytesText, Disclosure, plural, timeText } from '../parts.tsx'
import { CompareForm } from '../query/compare-form.tsx'
import { WriteForm } from '../query/write-form.tsx'
import type { Got, Session } from '../session.ts'
import { AnswerTree } from './answer-tree.tsx'
import { CodePanel } from './code-panel.tsx'
import { OtherProfiles } from './other-profiles.tsx'
import { Reason } from './reason.tsx'

export function AnswerPanel({ session }: { readonly session: Session }) {
  const { got, other, problem, view: shown } = session
  const { explainWrite } = session.backend
  const [pointed, setPointed] = useState<{ readonly row: AnswerRow | null; readonly got: Got } | null>(null)
  const differences = useMemo(
    () => (got?.json === undefined || other?.json === undefined ? null : differencesOf(got.json, other.json)),
    [got, other],
  )
  const change = (next: Change): void => {
    if (next.kind === 'request') session.ask({ url: next.url })
  }
  const side = (label: string, one: Got, marks?: ReadonlyMap<string, CellDifference>) => (
    <Side
      label={label}
      got={one}
      marks={marks}
      onRow={(row) => setPointed({ row, got: one })}
      onChange={change}
    />
  )
  const reasoned = pointed?.got === other && other !== null ? other : got
  return (
    <section class="panel answer" aria-labelledby="answer-title" aria-busy={session.isBusy}>
      <Head session={session} />
      {shown.against !== null && <CompareForm session={session} against={shown.against} />}
      {shown.against !== null && differences !== null && (
        <p class="compared" role="status">
          {countText(differences)}
        </p>
      )}
      {problem !== null && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <div class={other === null ? 'sides' : 'sides two'}>
        {got !== null && side('The answer', got, differences?.left)}
        {other !== null && side('The other answer', other, differences?.right)}
      </div>
      {reasoned !== null && (
        <Reason
          row={pointed?.got === reasoned ? pointed.row : null}
          explanation={reasoned.explanation}
          onChange={change}
        />
      )}
      {got !== null && session.world.explains !== 'no' && (
        <Disclosure label="Answers of other profiles">{() => <OtherProfiles session={session} />}</Disclosure>
      )}
      {explainWrite !== undefined && session.world.explains !== 'no' && (
        <Disclosure label="Check a write">
          {() => <WriteForm session={session} explain={explainWrite} />}
        </Disclosure>
      )}
    </section>
  )
}

const Head = ({ session: { view: shown, compare } }: { readonly session: Session }) => (
  <header class="panel-head">
    <h2 id="answer-title">Answer</h2>
    <button
      type="button"
      class="small"
      aria-pressed={shown.against !== null}
      onClick={() => compare(shown.against === null ? {} : null)}
    >
      Compare
    </button>
  </header>
)

const countText = ({ count, hasMore }: Differences): string =>
  count === 0 ? 'Both answers are the same.' : `${plural(count, 'difference')}${hasMore ? ', and more' : ''}.`

function Side(props: {
  readonly label: string
  readonly got: Got
  readonly marks: ReadonlyMap<string, CellDifference> | undefined
  readonly onRow: (row: AnswerRow | null) => void
  readonly onChange: (change: Change) => void
}) {
  const { got, marks } = props
  const { status, text, json, milliseconds, explanation } = got
  const { refused = null, cost = null } = explanation ?? {}
  return (
    <div class="side">
      <p class="facts">
        <span class={status < 400 ? 'status good' : 'status bad'}>{status}</span>
        <span>{timeText(milliseconds)}</span>
        <span>{bytesText(byteLength(text))}</span>
        {cost !== null && (
          <span title="The cost: rows read, links followed, values written, comparisons made">
            {plural(cost.steps, 'step')}
          </span>
        )}
      </p>
      {explanation?.code !== undefined && <CodePanel code={explanation.code} />}
      {refused !== null && status >= 400 && <Refusal refused={refused} onChange={props.onChange} />}
      {json === undefined ? (
        <pre class="plain">{text === '' ? 'An answer without a body.' : text}</pre>
      ) : (
        <AnswerTree
          label={props.label}
          json={json}
          explanation={explanation}
          {...(marks === undefined ? {} : { differences: marks })}
          onRow={props.onRow}
          onChange={props.onChange}
        />
      )}
    </div>
  )
}

const MOST_NAMES = 12

function Refusal({
  refused,
  onChange,
}: {
  readonly refused: RefusalExplained
  readonly onChange: (change: Change) => void
}) {
  const { advice, expected, nearest, corrected, says, rule } = refused
  const names = nearest.length > 0 ? nearest : expected
  return (
    <div class="notice bad">
      <p>{advice}</p>
      {says !== null && (
        <p class="note">
          {says} <code>{rule}</code>
        </p>
      )}
      {names.length > 0 && (
        <p class="note">
          {nearest.length > 0 ? 'Nearest: ' : 'Expected: '}
          {names.slice(0, MOST_NAMES).map((name, at) => (
            <span key={name}>
              {at > 0 && ', '}
              <code>{name}</code>
            </span>
          ))}
          {names.length > MOST_NAMES && ' …'}
        </p>
      )}
      {corrected !== null && (
        <button
          type="button"
          class="small primary"
          onClick={() => onChange({ kind: 'request', parameter: '', url: corrected })}
        >
          Ask <code>{corrected}</code>
        </button>
      )}
    </div>
  )
}
