/**
 * Counts the right answers that contradict a misreading, so that the misreading explains wrong answers only by chance.
 */
import { isRefutedBy } from '../../attribution/misread/misreading.ts'
import { type Suspect, suspectKey } from '../../attribution/suspect.ts'
import { isRefutedByWrite } from '../../attribution/writes/misread/misread.ts'
import type { Reference } from '../../exchange/reference.ts'
import type { WireRequest } from '../../target/target.ts'
import type { Results } from '../results.ts'

/**
 * The maximum number of right answers that may contradict a misreading, as a fraction of the findings that the
 * misreading explains.
 */
const MAX_CONTRADICTED = 0.1
/**
 * The maximum number of right writes that may contradict a misreading, as a fraction of the findings that the
 * misreading explains. A run has fewer writes, and a target may misread only some attributes.
 */
const MAX_CONTRADICTED_WRITES = 0.25
/**
 * The fraction that replaces `MAX_CONTRADICTED` for a misreading of most findings with the same strongest
 * suspect. The target may misread only some requests, and the circumstances of the cause say which.
 */
const MAX_CONTRADICTED_WHOLE = 0.5
/**
 * The fraction of the findings with the same strongest suspect from which `MAX_CONTRADICTED_WHOLE` applies to a
 * misreading.
 */
export const WHOLE = 2 / 3

/**
 * The numbers of right answers that contradict a misreading. Counting ends at the first answer above the permitted
 * number.
 */
interface Contradictions {
  readonly reads: number
  readonly writes: number
}

/**
 * Counts the right answers that contradict misreadings. `explainedBy` returns the number of findings that a suspect
 * explains. `unchecked` has the keys of the misreadings that also explain requests that the target must refuse. The
 * target misreads a request before it checks the request.
 */
export function contradictions(
  equal: readonly WireRequest[],
  rightly: Results['rightly'],
  reference: Reference,
  explainedBy: (suspect: Suspect) => number,
  unchecked: ReadonlySet<string>,
): (suspect: Suspect) => Contradictions {
  const counted = new Map<string, Contradictions>()
  return (suspect) => {
    const key = suspectKey(suspect)
    const before = counted.get(key)
    if (before !== undefined) return before
    const count = <T>(all: readonly T[], most: number, isContrary: (one: T) => boolean): number => {
      let found = 0
      all.some((one) => isContrary(one) && ++found > most)
      return found
    }
    const explained = explainedBy(suspect)
    const reads = count(equal, explained * MAX_CONTRADICTED_WHOLE, (request) =>
      isRefutedBy(suspect, request, reference, !unchecked.has(key)),
    )
    const writes = count(rightly, explained * MAX_CONTRADICTED_WRITES, (written) =>
      isRefutedByWrite(suspect, written, reference.graph),
    )
    counted.set(key, { reads, writes })
    return { reads, writes }
  }
}

/**
 * Returns whether right answers refute a misreading. `proven` is the number of findings of which the misreading explains
 * more than the status. `isWhole` says whether the misreading explains most findings with the same strongest suspect.
 */
export function areTooMany(
  { reads, writes }: Contradictions,
  { isExact }: Suspect,
  proven: number,
  isWhole: boolean,
): boolean {
  const most = isWhole && isExact !== true ? MAX_CONTRADICTED_WHOLE : MAX_CONTRADICTED
  return reads > proven * most || writes > proven * MAX_CONTRADICTED_WRITES
}
