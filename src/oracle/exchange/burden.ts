/**
 * What a request asks of a server, measured by the reference: nothing is sent unasked that a small server which is
 * right could not answer in a second.
 */
import { asDecoded } from '../../util/url/percent.ts'
import type { WireRequest } from '../target/target.ts'
import type { Referenced } from './reference.ts'

/**
 * Ten thousand steps of the reference's meter, which is twice as much as any generated request over the datasets of the
 * suite takes; a real server takes about a second for it.
 */
const MAX_STEPS = 10_000
/** Characters of an answer. */
const MAX_ANSWER = 1_000_000
/** Levels of a query within each other: servers put a question to their database for each. */
const MAX_LEVELS = 50
/** Characters of path and query: what servers and proxies read of a first line where nothing else is set. */
const MAX_URL = 8_000

/** Why a request that stresses is not sent. */
export const STRESS = 'it would stress the target'

/** Whether a request stresses a server that answers as the reference does. */
export function isStress({ url }: WireRequest, referenced: Referenced): boolean {
  if (url.length > MAX_URL || levelsOf(url) > MAX_LEVELS) return true
  const { steps, length, answer } = referenced
  if (steps > MAX_STEPS || length > MAX_ANSWER) return true
  // What the reference refuses to write out, others do write out.
  return answer.status === 400 && steps > 100 && referenced.rules.includes('limit.answer-size')
}

/** The most names within each other in one part of a query, with brackets or with dots. */
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
