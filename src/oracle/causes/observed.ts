/** Chooses the sentence about what the target does that is true for the findings of a cause. */
import type { Finding } from './finding.ts'
import { tally } from './groups/tally.ts'

/** The minimum fraction of the findings of a cause for which a sentence about the target must be true. */
const MIN_SHARE = 0.9

/**
 * Returns the most specific sentence about the target that is true for nearly all findings of a cause; empty if there
 * is none. If the cause has findings of the suite, considers only these findings, because the suite's requests are
 * small.
 */
export function observedIn(findings: readonly Finding[]): readonly string[] {
  const ofSuite = findings.filter(({ foundIn }) => foundIn.part === 'suite')
  const all = (ofSuite.length > 0 ? ofSuite : findings).map(({ observed }) => [...new Set(observed)])
  const counts = tally(all.flat())
  const rankOf = (sentence: string): number =>
    Math.min(...all.map((sentences) => sentences.indexOf(sentence)).filter((rank) => rank >= 0))
  return [...counts]
    .filter(([, count]) => count >= all.length * MIN_SHARE)
    .map(([sentence]) => sentence)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, 1)
}
