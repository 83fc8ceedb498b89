/** Detects targets that misread writes, by comparing their answers with the reference's answers to misread writes. */
import { isSame } from '../../compare/difference.ts'
import { compareTo } from '../../exchange/session.ts'
import type { Answer, WireRequest } from '../../target/target.ts'
import type { Written } from '../../writes/scene.ts'
import { MISREAD } from '../misread/misreading.ts'
import type { Suspect } from '../suspect.ts'
import { askedOf } from './asked.ts'
import type { WriteMisreading } from './kit.ts'
import { WRITE_MISREADINGS } from './misreadings.ts'
import type { WriteMismatch } from './written.ts'

/** Suspects for the misreadings that explain a mismatch; empty if none explains it. */
export function misreadWrites({ session, exchange, isReadBack, last }: WriteMismatch): readonly Suspect[] {
  const { outcome, referenced, request } = exchange
  if (outcome.kind === 'failed') return []
  const found = outcome.answer
  return WRITE_MISREADINGS.filter((one) => {
    const answer = misreadAnswer(one, last, isReadBack ? request : undefined, session.reference.graph)
    if (answer?.status !== found.status || isSame(answer.body, referenced.answer.body)) return false
    // The error of the target may describe the write as the target reads it, so only the status is compared.
    if (found.status >= 400 && found.status !== referenced.answer.status) return true
    return compareTo(session, exchange, found, answer).difference === null
  }).map(({ rule, kind, says }) => ({ rule, kind: `${MISREAD}${kind}`, says }))
}

/** The reference's answer to a misread write, or to a read after it; undefined if the write is read rightly. */
function misreadAnswer(
  { read }: WriteMisreading,
  written: Written,
  reading: WireRequest | undefined,
  graph: Parameters<typeof askedOf>[1],
): Answer | undefined {
  const asked = askedOf(written, graph)
  if (asked === undefined) return undefined
  const other = read(asked)
  if (other === written.request) return undefined
  return written.before(reading === undefined ? [other] : [other, reading])
}

/** Whether a misreading would have changed the answer to a write that the target answered rightly, or its effect. */
export function isRefutedByWrite({ rule, kind }: Suspect, written: Written, graph: WriteGraph): boolean {
  const own = kind.slice(MISREAD.length)
  const one = WRITE_MISREADINGS.find((known) => known.rule === rule && known.kind === own)
  if (one === undefined) return false
  return written.exchanges.some(({ referenced, request }, at) => {
    const wrong = misreadAnswer(one, written, at === 0 ? undefined : request, graph)
    return (
      wrong !== undefined &&
      !(wrong.status === referenced.answer.status && isSame(wrong.body, referenced.answer.body))
    )
  })
}

type WriteGraph = Parameters<typeof askedOf>[1]
