/** Chooses the sentence about what the target does that is true for the findings of a cause. */
import type { Finding } from './finding.ts'

/** The minimum fraction of the findings of a cause for which a sentence about the target must be true. */
const MIN_SHARE = 0.9

/**
 * Returns the most specific sentence about the target that is true for nearly all findings of a cause; empty if there
 * is none. If the cause has findings of the suite, considers only these findings, because the suite's requests are
 * small.
 */
export function observedIn(findings: readonly Finding[]): readonly string[] {
  const ofSuite = findings.filter(({ foundIn }) => foundIn.part === 'suite')
  const all = (ofSuite.length > 0 ? ofSuite : findings).map(({ observed }) => observed)
  const ranks = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const sentences of all)
    for (const [rank, sentence] of [...new Set(sentences)].entries()) {
      ranks.set(sentence, Math.min(rank, ranks.get(sentence) ?? rank))
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
    }
  const [first] = [...counts]
    .filter(([, count]) => count >= all.length * MIN_SHARE)
    .map(([sentence]) => sentence)
    .toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
  return first === undefined ? [] : [first]
}
