/** Detects targets that misread writes, by comparing their answers with the reference's answers to misread writes. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { isSame } from '../../../compare/difference.ts'
import { compareTo } from '../../../exchange/session.ts'
import type { Answer, WireRequest } from '../../../target/target.ts'
import type { SentWrite } from '../../../writes/scene.ts'
import { MISREAD } from '../../misread/misreading.ts'
import type { Suspect } from '../../suspect.ts'
import type { WriteMismatch } from '../written.ts'
import { type AskedWrite, askedOf, type WriteMisreading } from './kit.ts'
import { WRITE_MISREADINGS } from './misreadings.ts'

/** The read after the write whose answer the check compares; undefined to compare the answer to the write itself. */
type ReadAfter = WireRequest | undefined

/** Returns the answer of a target that misreads a write; undefined if the misreading cannot explain a wrong answer. */
function misreadAnswer(
  { read, isUnwritten, further }: WriteMisreading,
  asked: AskedWrite,
  { request, before, exchanges }: SentWrite,
  after: ReadAfter,
): Answer | undefined {
  if (isUnwritten !== undefined)
    return after !== undefined && isUnwritten(asked, after.url) ? before([after]) : undefined
  const misread = read(asked)
  const more = further?.(asked) ?? []
  if (misread === request && more.length === 0) return undefined
  if (after === undefined) return before([misread])
  // If the answer to a verifying read differs, the target has answered the write itself as the reference does.
  const isAnswered = before([misread]).status === exchanges[0]?.referenced.answer.status
  return isAnswered ? before([misread, ...more, after]) : undefined
}

/** Returns suspects for the misreadings of a write that explain a mismatch; empty if none explains the mismatch. */
export function misreadWrites(writing: WriteMismatch): readonly Suspect[] {
  const { session, exchange, difference, isReadBack, last } = writing
  const { outcome, referenced, request } = exchange
  const asked = askedOf(last, session.reference.graph)
  if (outcome.kind === 'failed' || asked === undefined) return []
  const found = outcome.answer
  // If the status is wrong, only the status counts, because the body of an error contains the status.
  const isLike = (wrong: Answer): boolean =>
    wrong.status !== referenced.answer.status ||
    compareTo(session, exchange, found, wrong).difference === null
  const isTheirs = (one: WriteMisreading): boolean => {
    if (one.distort !== undefined) {
      const wrong = isReadBack ? undefined : one.distort(asked, referenced.answer)
      return wrong?.status === found.status && isLike(wrong)
    }
    if (one.isRefused !== undefined)
      return (
        !isReadBack &&
        isRefusal(found) &&
        (referenced.answer.status !== found.status || difference.path === '/error/message') &&
        one.isRefused(asked)
      )
    if (one.isOfAccepted === true && referenced.answer.status >= 400) return false
    const answer = misreadAnswer(one, asked, last, isReadBack ? request : undefined)
    if (answer?.status !== found.status || isSame(answer.body, referenced.answer.body)) return false
    // Compares only the status of an error, because the target's error may describe the misread write.
    if (found.status >= 400 && found.status !== referenced.answer.status) return true
    return compareTo(session, exchange, found, answer).difference === null
  }
  return WRITE_MISREADINGS.filter(isTheirs).map(({ rule, kind, says }) => ({
    ...{ rule, says },
    kind: `${MISREAD}${kind}`,
  }))
}

const isRefusal = ({ status }: Answer): boolean => status >= 400 && status < 500

/**
 * Returns whether a misreading would have changed the answer to a write, or the effect of a write, that the target
 * handled correctly.
 */
export function isRefutedByWrite({ rule, kind }: Suspect, written: SentWrite, graph: Graph): boolean {
  const one = WRITE_MISREADINGS.find((known) => known.rule === rule && `${MISREAD}${known.kind}` === kind)
  const asked = one && askedOf(written, graph)
  if (one === undefined || asked === undefined) return false
  const [first] = written.exchanges
  if (one.distort !== undefined)
    return first !== undefined && one.distort(asked, first.referenced.answer) !== undefined
  if (one.isRefused !== undefined)
    return (written.exchanges[0]?.referenced.answer.status ?? 400) < 300 && one.isRefused(asked)
  if (one.isUnwritten === undefined && one.further === undefined && one.read(asked) === written.request)
    return false
  return written.exchanges.some(({ referenced, request }, at) => {
    if (one.isUnwritten !== undefined && at === 0) return false
    const wrong = misreadAnswer(one, asked, written, at === 0 ? undefined : request)
    return wrong !== undefined && !isSameAnswer(wrong, referenced.answer)
  })
}

/**
 * Returns whether two answers to a write are equal. Two errors with the same status count as equal, because an error
 * repeats the written value, and a target may repeat the value as it was sent.
 */
const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.status === other.status && (one.status >= 400 || isSame(one.body, other.body))
