/**
 * Estimates the load of a request, measured by the reference. By default the check only sends requests that a small
 * server answers within a second.
 */
import { asDecoded } from '../../util/url/percent.ts'
import type { WireRequest } from '../target/target.ts'
import type { Referenced } from './reference.ts'

/**
 * Twice the cost of the most expensive generated request over the suite's datasets. A real server takes about a
 * second for this many steps.
 */
const MAX_STEPS = 10_000
/** Characters of an answer. */
const MAX_ANSWER = 1_000_000
/** Nesting levels of a query: servers send one database query for each. */
const MAX_LEVELS = 50
/** Characters of path and query: the default limit of servers and proxies for a request line. */
const MAX_URL = 8_000

/** The reason why a heavy request is not sent. */
export const STRESS = 'it may overload the target'

/** Whether a request is heavy for a server that answers as the reference. */
export function isStress({ url }: WireRequest, referenced: Referenced): boolean {
  if (url.length > MAX_URL || levelsOf(url) > MAX_LEVELS) return true
  const { steps, length, answer } = referenced
  if (steps > MAX_STEPS || length > MAX_ANSWER) return true
  // Other servers do write the answers that the reference refuses as too large.
  return answer.status === 400 && steps > 100 && referenced.rules.includes('limit.answer-size')
}

/** The deepest nesting of names in one part of a query, by brackets or dots. */
function levelsOf(url: string): number {
  const at = url.indexOf('?')
  if (at < 0) return 0
  let most = 0
  for (const part of asDecoded(url.slice(at + 1)).split(/[&,]/)) {
    // Every second name in brackets is `populate`, `filters`, or a position.
    most = Math.max(most, part.split('.').length - 1, Math.floor((part.split('[').length - 1) / 2))
  }
  return most
}
