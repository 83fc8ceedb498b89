/**
 * Estimates the load that a request causes on the target by the work of the reference. By default, the check skips
 * requests that would keep a small server busy for more than about a second.
 */
import { asDecoded } from '../../util/url/percent.ts'
import type { WireRequest } from '../target/target.ts'
import type { Referenced } from './reference.ts'

/**
 * The maximum number of evaluation steps of the reference for a request that the check sends without `--stress`. It is
 * twice the cost of the most expensive generated request over the datasets of the suite. A real server needs about a
 * second for such a request.
 */
const MAX_STEPS = 10_000
/** The maximum length, in characters, of the expected answer to a request that the check sends without `--stress`. */
const MAX_ANSWER = 1_000_000
/**
 * The maximum nesting of a query that the check sends without `--stress`. A server sends one database query for each
 * nested level.
 */
const MAX_LEVELS = 50
/**
 * The maximum length of path and query, in characters, of a request that the check sends without `--stress`. Servers
 * and proxies usually have this limit for a request line.
 */
const MAX_URL = 8_000

/** The reason that a report gives for not sending a heavy request. */
export const STRESS = 'it may overload the target'

/**
 * Returns whether a request may overload a server. A heavy request has a long URL or many query levels, needs many
 * evaluation steps of the reference, or has a long answer.
 */
export function isStress({ url }: WireRequest, referenced: Referenced): boolean {
  if (url.length > MAX_URL || levelsOf(url) > MAX_LEVELS) return true
  const { steps, length, answer } = referenced
  if (steps > MAX_STEPS || length > MAX_ANSWER) return true
  // The reference refuses an answer that is too large, but other servers may send it.
  return answer.status === 400 && steps > 100 && referenced.rules.includes('limit.answer-size')
}

/** Returns the deepest nesting of names within one parameter of a query. Brackets and dots nest names. */
function levelsOf(url: string): number {
  const at = url.indexOf('?')
  if (at < 0) return 0
  let most = 0
  for (const part of asDecoded(url.slice(at + 1)).split(/[&,]/)) {
    // The number of brackets is halved, because every second name in brackets is `populate`, `filters` or an index.
    most = Math.max(most, part.split('.').length - 1, Math.floor((part.split('[').length - 1) / 2))
  }
  return most
}
