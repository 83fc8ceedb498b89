/** Finds the first difference of two answers in status, body or allowed methods. */
import { type Difference, literalDifference } from '../../../src/oracle/compare/difference.ts'
import type { Answer } from '../../../src/oracle/target/target.ts'

/**
 * Returns the first difference of two answers, with the value of the real server as `expected`; null if the answers
 * are alike. The order of keys in objects does not matter.
 */
export function firstOf(real: Answer, ours: Answer): Difference | null {
  if (real.status !== ours.status) return { path: 'status', expected: real.status, found: ours.status }
  const [expected, found] = [allowed(real), allowed(ours)]
  if (expected !== found) return { path: 'headers/allow', expected, found }
  return literalDifference(real.body, ours.body)
}

/** Only an answer with status 405 lists the allowed methods. */
const allowed = ({ status, headers }: Answer): string | undefined =>
  status === 405 ? headers?.allow : undefined
