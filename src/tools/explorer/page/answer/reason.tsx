/** Explains why the part of the answer under the pointer is present or absent. */
import type { Change, Explanation, Place } from '../../../../explain/explanation.ts'
import { type AnswerRow, withoutPositions } from '../../model/answer.ts'
import { plural } from '../parts.tsx'

export function Reason(props: {
  readonly row: AnswerRow | null
  readonly explanation: Explanation | null
  readonly onChange: (change: Change) => void
}) {
  const { row, explanation } = props
  if (explanation === null) return null
  return (
    <div class={row === null ? 'reason is-empty' : 'reason'} role="status" aria-label="Why">
      {row === null ? (
        <p class="note">
          Point at a part of the answer, or move to it with the arrow keys. The page then explains this part.
        </p>
      ) : (
        <ReasonOf {...props} row={row} explanation={explanation} />
      )}
    </div>
  )
}

function ReasonOf({
  row,
  explanation,
  onChange,
}: {
  readonly row: AnswerRow
  readonly explanation: Explanation
  readonly onChange: (change: Change) => void
}) {
  const { absent, place } = row
  return (
    <>
      <p class="reason-path">
        <code>{row.path}</code>
        {place !== null && <span class="note"> {place.model}</span>}
      </p>
      {absent === null ? (
        <Here row={row} explanation={explanation} />
      ) : (
        <p class="reason-says">{absent.sentence}</p>
      )}
      {absent?.rule && <RuleLine id={absent.rule} explanation={explanation} />}
      {absent?.change && <ChangeButton change={absent.change} onChange={onChange} />}
    </>
  )
}

function Here({ row, explanation }: { readonly row: AnswerRow; readonly explanation: Explanation }) {
  const at = withoutPositions(row.path)
  const place = row.place?.at === at ? row.place : null
  const rules = explanation.rules.filter((rule) => rule.at === at)
  return (
    <>
      {place !== null && <Steps place={place} />}
      {place === null && row.place !== null && (
        <p class="reason-says">Every entry in this answer has {row.name}.</p>
      )}
      {place !== null && place.keptBack.length > 0 && (
        <ul class="kept-back">
          {place.keptBack.slice(0, 3).map((one) => (
            <li key={`${one.model} ${one.id}`}>{one.sentence}</li>
          ))}
          {place.keptBack.length > 3 && (
            <li class="note">and {plural(place.keptBack.length - 3, 'more entry', 'more entries')}</li>
          )}
        </ul>
      )}
      <ul class="rules">
        {rules.slice(0, 4).map(({ id, says }) => (
          <li key={id}>
            {says} <code class="note">{id}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Lists the evaluation steps of the answer, such as filters, each with the number of database rows that remain after
 * it.
 */
function Steps({ place }: { readonly place: Place }) {
  return (
    <ol class="steps">
      {place.steps.map(({ step, says, left }, at) => (
        <li key={`${at} ${step}`}>
          <span class="step-says">{says}</span> <b>{left}</b>
        </li>
      ))}
      {place.order !== '' && <li class="note">in the order {place.order}</li>}
    </ol>
  )
}

function RuleLine({ id, explanation }: { readonly id: string; readonly explanation: Explanation }) {
  const says = explanation.rules.find((rule) => rule.id === id)?.says
  return (
    <p class="note">
      {says === undefined ? 'Rule' : says} <code>{id}</code>
    </p>
  )
}

export function ChangeButton({
  change,
  onChange,
}: {
  readonly change: Change
  readonly onChange: (change: Change) => void
}) {
  if (change.kind === 'permission')
    return (
      <p class="reason-says">
        The role <b>{change.role}</b> lacks <code>{change.action}</code>.
      </p>
    )
  return (
    <button type="button" class="small primary" onClick={() => onChange(change)}>
      Ask with <code>{change.parameter}</code>
    </button>
  )
}
