/** A form to try a write by hand. The form shows whether the server would accept the write, and writes nothing. */
import { useState } from 'preact/hooks'
import type { WriteExplained } from '../../../../explain/writing/explanation.ts'
import { type Backend, WRITE_METHODS, type WriteMethod } from '../../backend/backend.ts'
import { Choice } from '../parts.tsx'
import { messageOf, type Session } from '../session.ts'

type Explain = NonNullable<Backend['explainWrite']>

/** The result of the last attempt to write: refused with an explanation, accepted, or not answered. */
type Tried = WriteExplained | 'taken' | { readonly problem: string }

const FIRST = '{"data": {}}'

export function WriteForm({ session, explain }: { readonly session: Session; readonly explain: Explain }) {
  const [method, setMethod] = useState<WriteMethod>('POST')
  const [body, setBody] = useState(FIRST)
  const [tried, setTried] = useState<Tried | null>(null)
  const { asking } = session.view
  const put = (text: string): void => {
    setBody(text)
    explain(asking, { method, body: text }).then(
      (refused) => setTried(refused ?? 'taken'),
      (error: unknown) => setTried({ problem: messageOf(error) }),
    )
  }
  return (
    <form
      class="write-form"
      onSubmit={(event) => {
        event.preventDefault()
        put(body)
      }}
    >
      <Choice
        label="Method"
        value={method}
        options={WRITE_METHODS.map((name) => [name, name] as const)}
        onChoose={(name) => {
          setMethod(WRITE_METHODS.find((one) => one === name) ?? 'POST')
          setTried(null)
        }}
      />
      {method !== 'DELETE' && (
        <label class="labelled">
          <span class="label">Body</span>
          <textarea
            rows={6}
            value={body}
            spellcheck={false}
            onInput={({ currentTarget }) => {
              setBody(currentTarget.value)
              setTried(null)
            }}
          />
        </label>
      )}
      <button type="submit" class="small primary">
        Check it
      </button>
      <p class="note">
        To <code>{asking.url}</code>. This check writes nothing.
      </p>
      <div role="status">
        {tried !== null && <AttemptResult tried={tried} session={session} onBody={put} />}
      </div>
    </form>
  )
}

function AttemptResult(props: {
  readonly tried: Tried
  readonly session: Session
  readonly onBody: (text: string) => void
}) {
  const { tried, session, onBody } = props
  if (tried === 'taken') return <p class="notice">The server would accept it.</p>
  if ('problem' in tried) return <p class="notice bad">{tried.problem}</p>
  const { status, message, advice, rule, says, faults, corrected, body } = tried
  return (
    <div class="notice bad">
      <p>
        <span class="status bad">{status}</span> {message}
      </p>
      <p>{advice}</p>
      {says !== null && (
        <p class="note">
          {says} <code>{rule}</code>
        </p>
      )}
      <ul class="note">
        {faults.map(({ pointer, expected }) => (
          <li key={pointer}>
            <code>{pointer}</code> expected {expected}
          </li>
        ))}
      </ul>
      {corrected !== null && (
        <button type="button" class="small" onClick={() => session.ask({ url: corrected })}>
          Ask <code>{corrected}</code>
        </button>
      )}
      {body !== null && (
        <button
          type="button"
          class="small primary"
          onClick={() => onBody(JSON.stringify(body, undefined, 2))}
        >
          Write <code>{JSON.stringify(body)}</code>
        </button>
      )}
    </div>
  )
}
