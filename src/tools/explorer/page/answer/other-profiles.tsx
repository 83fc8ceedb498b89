/** Lists how each departure of other releases and databases would change the answer. */
import { useEffect, useState } from 'preact/hooks'
import { isAnswered, leftOutText, type Otherwise } from '../../../../explain/explanation.ts'
import { messageOf, type Session } from '../session.ts'

export function OtherProfiles({ session }: { readonly session: Session }) {
  const { backend, view: shown } = session
  const [found, setFound] = useState<readonly Otherwise[] | string | null>(null)
  useEffect(() => {
    let isWanted = true
    setFound(null)
    backend.otherwise(shown.asking).then(
      (others) => isWanted && setFound(others),
      (error: unknown) => isWanted && setFound(messageOf(error)),
    )
    return () => {
      isWanted = false
    }
  }, [backend, shown.asking])
  if (found === null) return <p class="note">…</p>
  if (typeof found === 'string') return <p class="notice bad">{found}</p>
  if (found.length === 0) return <p class="note">Every release and every database gives the same answer.</p>
  const left = leftOutText(found)
  return (
    <>
      <dl class="otherwise">
        {found.filter(isAnswered).map(({ departure, says, status, at, here, there }) => (
          <div key={departure ?? says}>
            <dt>
              {says} {departure !== null && <code class="note">{departure}</code>}
            </dt>
            <dd>
              <span class={status < 400 ? 'status good' : 'status bad'}>{status}</span>
              {at !== '' && <code>{at}</code>} <del>{here}</del> <ins>{there}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {left !== null && <p class="note">{left}</p>}
    </>
  )
}
