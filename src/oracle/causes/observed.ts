/** Chooses the sentence about what the target does that is true for the findings of a cause. */
import type { Example } from './example.ts'
import type { Finding } from './finding.ts'
import { tally } from './groups/tally.ts'

/** The minimum fraction of the findings of a cause for which a sentence about the target must be true. */
const MIN_SHARE = 0.9

/**
 * Returns the most specific sentence about the target that is true for nearly all findings of a cause. If there is
 * none, returns the most specific sentence about the example. If the cause has findings of the suite, considers only
 * these findings, because the suite's requests are small.
 */
export function observedIn(findings: readonly Finding[], example: Example): readonly string[] {
  const ofSuite = findings.filter(({ foundIn }) => foundIn.part === 'suite')
  const all = (ofSuite.length > 0 ? ofSuite : findings).map(({ observed }) => [...new Set(observed)])
  const counts = tally(all.flat())
  const rankOf = (sentence: string): number =>
    Math.min(...all.map((sentences) => sentences.indexOf(sentence)).filter((rank) => rank >= 0))
  const shared = [...counts]
    .filter(([, count]) => count >= all.length * MIN_SHARE)
    .map(([sentence]) => sentence)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const [first] = shared
  const own = ofExample(findings, example).slice(0, 1)
  // The error message of the example says more than two statuses.
  return first === undefined || (isOfStatusAlone(first) && own.some(isQuoting)) ? own : [first]
}

/** Returns whether a sentence contains only the two statuses. */
const isOfStatusAlone = (sentence: string): boolean =>
  /^The server answers \d+( \(\w+\))? in place of \d+\.$/.test(sentence)

/** Returns whether a sentence quotes an error message. */
const isQuoting = (sentence: string): boolean => sentence.includes('“')

/** Returns the sentences about the answer to the example of a cause, marked as an example. */
const ofExample = (findings: readonly Finding[], example: Example): readonly string[] =>
  findings
    .filter(({ foundIn }) => foundIn.example === example)
    .flatMap(({ observed }) => observed)
    .map(asExample)

/** Marks a sentence about the target, which begins with `The server`, as an example. */
export const asExample = (sentence: string): string => sentence.replace(/^The /, 'For example, the ')
