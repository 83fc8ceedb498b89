/** Where two answers first differ: status, body, and the methods that a path allows. */
import { type Difference, literalDifference } from '../../../src/oracle/compare/difference.ts'
import type { Answer } from '../../../src/oracle/target/target.ts'

/** `expected` is the real server's. The order of an object's keys does not count. */
export function firstOf(real: Answer, ours: Answer): Difference | null {
  if (real.status !== ours.status) return { path: 'status', expected: real.status, found: ours.status }
  const [expected, found] = [allowed(real), allowed(ours)]
  if (expected !== found) return { path: 'headers/allow', expected, found }
  return literalDifference(real.body, ours.body)
}

/** Only a refused method is told what would be allowed. */
const allowed = ({ status, headers }: Answer): string | undefined =>
  status === 405 ? headers?.allow : undefined
