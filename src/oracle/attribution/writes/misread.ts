/** Detects targets that misread writes, by comparing their answers with the reference's answers to misread writes. */
import type { Graph } from '../../../reference/graph/graph.ts'
import { isSame } from '../../compare/difference.ts'
import { compareTo } from '../../exchange/session.ts'
import type { Answer, WireRequest } from '../../target/target.ts'
import type { SentWrite } from '../../writes/scene.ts'
import { MISREAD } from '../misread/misreading.ts'
import type { Suspect } from '../suspect.ts'
import { askedOf } from './asked.ts'
import { WRITE_MISREADINGS } from './misreadings.ts'
import type { WriteMismatch } from './written.ts'

/** Suspects for the misreadings that explain a mismatch; empty if none explains it. */
export function misreadWrites({ session, exchange, isReadBack, last }: WriteMismatch): readonly Suspect[] {
  const { outcome, referenced, request } = exchange
  const asked = askedOf(last, session.reference.graph)
  if (outcome.kind === 'failed' || asked === undefined) return []
  const found = outcome.answer
  const isTheirs = (misread: WireRequest): boolean => {
    const answer = last.before(isReadBack ? [misread, request] : [misread])
    if (answer.status !== found.status || isSame(answer.body, referenced.answer.body)) return false
    // The error of the target may describe the write as the target reads it, so only the status is compared.
    if (found.status >= 400 && found.status !== referenced.answer.status) return true
    return compareTo(session, exchange, found, answer).difference === null
  }
  // Several misreadings may read a write in the same way.
  const known = new Map<string, boolean>()
  return WRITE_MISREADINGS.filter(({ read }) => {
    const misread = read(asked)
    if (misread === last.request) return false
    const key = `${misread.url} ${misread.body}`
    const is = known.get(key) ?? isTheirs(misread)
    known.set(key, is)
    return is
  }).map(({ rule, kind, says }) => ({ rule, kind: `${MISREAD}${kind}`, says }))
}

/** Whether a misreading would have changed the answer to a write that the target answered rightly, or its effect. */
export function isRefutedByWrite({ rule, kind }: Suspect, written: SentWrite, graph: Graph): boolean {
  const one = WRITE_MISREADINGS.find((known) => known.rule === rule && `${MISREAD}${known.kind}` === kind)
  const asked = one && askedOf(written, graph)
  if (one === undefined || asked === undefined) return false
  const misread = one.read(asked)
  if (misread === written.request) return false
  return written.exchanges.some(({ referenced, request }, at) => {
    const wrong = written.before(at === 0 ? [misread] : [misread, request])
    return !isSameAnswer(wrong, referenced.answer)
  })
}

const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.status === other.status && isSame(one.body, other.body)
