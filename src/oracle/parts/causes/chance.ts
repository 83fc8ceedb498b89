/** Removes the suspects that explain findings only by chance, because right answers refute them. */
import { isMisreading, isOfMissingData, isRefutedBy } from '../../attribution/misread/misreading.ts'
import { isErrorOrder } from '../../attribution/refused.ts'
import { type Suspect, suspectKey, topKey } from '../../attribution/suspect.ts'
import type { Example } from '../../causes/example.ts'
import type { Finding } from '../../causes/finding.ts'
import { withoutAccepted } from '../../causes/groups/accepted.ts'
import { areTooMany, contradictions, WHOLE } from '../../causes/groups/contradictions.ts'
import { isSuspected } from '../../causes/groups/grouping.ts'
import { tally } from '../../causes/groups/tally.ts'
import { reasonFor } from '../../causes/known-failures.ts'
import { findingsOf, type Results } from '../../causes/results.ts'
import { isOfPlace } from '../../circumstances/request.ts'
import type { WireRequest } from '../../target/target.ts'
import { isNamed } from '../choice.ts'
import type { Run } from '../run.ts'
import { equalCases, equalRequests } from './right.ts'
import { withSharedData } from './shared-data.ts'

/**
 * Returns the suspect that the last run found for the same request, if the current run repeats only failures. The
 * last run had more evidence. In other runs, the result is undefined.
 */
function suspectOfLast(
  { settings: { last, choice } }: Run,
  { foundIn }: Finding,
  known: ReadonlyMap<string, Suspect>,
): Suspect | undefined {
  if (last === undefined || !isNamed(choice)) return undefined
  const { example } = foundIn
  const id = foundIn.part === 'suite' ? foundIn.suiteCase.id : replayOf(example)
  const cause = last.causes.find(({ cases, replays }) => [...cases, ...replays].includes(id))
  return cause && known.get(cause.key)
}

/**
 * Returns, for each finding, the finding with the suspect of the last run for the same request as its only suspect.
 * Returns undefined for a finding without such a suspect, and in a run that repeats more than failures. A run of
 * failures alone has too few right answers to refute suspects and switches.
 */
function asInLast(run: Run, findings: readonly Finding[]): readonly (Finding | undefined)[] {
  const byKey = new Map(
    findings.flatMap(({ suspects }) => suspects.map((one) => [suspectKey(one), one] as const)),
  )
  return findings.map((finding) => {
    const before = suspectOfLast(run, finding, byKey)
    if (before === undefined) return undefined
    // The finding's own suspect quotes the answer of the finding.
    const own = finding.suspects.find((suspect) => suspectKey(suspect) === suspectKey(before))
    return { ...finding, suspects: [own ?? before], switches: [] }
  })
}

const replayOf = (example: Example | undefined): string =>
  example?.origin.part === 'generated' ? example.origin.replay : ''

/**
 * The minimum fraction of the findings with the same strongest suspect that a misreading must explain. A misreading of
 * fewer findings explains them by chance.
 */
const MIN_SHARE = 0.1
/** The fraction that replaces `MIN_SHARE` for a misreading that explains statuses alone. */
const MIN_SHARE_OF_STATUS = 0.5
/**
 * The minimum number of findings that a misreading of statuses alone must explain, if no right answer of the suite can
 * refute it.
 */
const MIN_OF_STATUS = 3

/** The minimum number of findings that one of many similar misreadings must explain. */
const MIN_OF_MANY = 3

/**
 * The minimum number of different strongest suspects that missing data must explain. A missing link changes, for
 * example, both a populated attribute and a filter. A single broken rule may answer like missing data.
 */
const MIN_KINDS_OF_DATA = 2
/** The fraction that replaces `MIN_SHARE` for missing data. */
const MIN_SHARE_OF_DATA = 0.8

/**
 * Returns the keys of the misreadings that explain at least one finding which is not about the order of errors. A
 * target that reports another of several errors answers like a target that ignores the part with the first error.
 */
const misreadBesidesOrder = (findings: readonly Finding[]): ReadonlySet<string> =>
  new Set(
    findings.flatMap(({ suspects }) =>
      suspects.some(isErrorOrder) ? [] : suspects.filter(isMisreading).map(suspectKey),
    ),
  )

/**
 * Returns the number of findings that a misreading explains, and the number of findings of which it explains more than
 * the status. A target that refuses or accepts a request wrongly answers like a target with one of many misreadings.
 */
type Shares = (suspect: Suspect) => { readonly explained: number; readonly proven: number }

function sharesIn(suspected: readonly (readonly Suspect[])[]): Shares {
  const misread = suspected.flatMap((suspects) => suspects.filter(isMisreading))
  const explained = tally(misread.map(suspectKey))
  const proven = tally(misread.filter(({ isOfStatus }) => isOfStatus !== true).map(suspectKey))
  return (suspect) => {
    const key = suspectKey(suspect)
    return { explained: explained.get(key) ?? 0, proven: proven.get(key) ?? 0 }
  }
}

/** The rule of the distortions in which the target makes its checks in another order. */
const OF_ORDER = 'endpoint.first-error'

/** The minimum number of findings from which circumstances count as evidence for a misreading of some requests. */
const MIN_APART = 4
/** The maximum number of misreadings for which the check compares circumstances, because each needs many answers. */
const MAX_APART = 40

/**
 * Returns a function that reports whether the caller, path or type separates the findings of a misreading from the
 * right answers that contradict it. The target then misreads only these requests.
 */
function separation({ contrast, session: { reference } }: Run, findings: readonly Finding[]) {
  const known = new Map<string, boolean>()
  return (suspect: Suspect): boolean => {
    const key = suspectKey(suspect)
    const before = known.get(key)
    if (before !== undefined || known.size >= MAX_APART) return before === true
    const own = findings.filter((finding) => isSuspected(finding, key))
    const only = contrast.onlyAgainst(
      own.map(({ circumstances }) => circumstances),
      (request) => isRefutedBy(suspect, request, reference, true),
      isOfPlace,
    )
    known.set(key, only?.isStrict === true)
    return only?.isStrict === true
  }
}

interface Judged {
  readonly findings: readonly Finding[]
  /** Returns whether any right answer contradicts a misreading. */
  readonly isContradicted: (suspect: Suspect) => boolean
}

/** The evidence for and against the misreadings that explain the findings of a run. */
interface Evidence {
  readonly shares: Shares
  /** Returns whether a misreading explains enough of the findings with the same strongest suspect. */
  readonly isEnough: (suspect: Suspect, alike: number) => boolean
  /** Returns the number of findings with the same strongest suspect, apart from misreadings. */
  readonly alike: (finding: Finding) => number
  /** Returns the number of right answers that contradict a misreading. */
  readonly contradictedBy: (suspect: Suspect) => number
  /** Returns whether circumstances separate the findings of a misreading from contradicting right answers. */
  readonly isApart: (suspect: Suspect) => boolean
  /** Returns whether right answers refute a misreading with the given shares. */
  readonly isRefuted: (suspect: Suspect, alike: number, shares: Shares) => boolean
}

function evidenceIn(
  run: Run,
  results: Results,
  equal: readonly WireRequest[],
  findings: readonly Finding[],
): Evidence {
  const otherKey = ({ suspects }: Finding): string => topKey(suspects.filter((one) => !isMisreading(one)))
  const placed = tally(findings.map(otherKey))
  const shares = sharesIn(findings.map(({ suspects }) => suspects))
  const explainedBy = (suspect: Suspect): number => shares(suspect).explained
  const unchecked = new Set(
    findings.flatMap(({ suspects }) =>
      suspects.filter(({ isUnchecked }) => isUnchecked === true).map(suspectKey),
    ),
  )
  const { reference } = run.session
  const contradicting = contradictions(equal, results.rightly, reference, explainedBy, unchecked)
  const isSeparate = separation(run, findings)
  const isApart = (suspect: Suspect): boolean => shares(suspect).proven >= MIN_APART && isSeparate(suspect)
  const kindsOf = (suspect: Suspect): number => {
    const key = suspectKey(suspect)
    return new Set(findings.flatMap((one) => (isSuspected(one, key) ? [otherKey(one)] : []))).size
  }
  return {
    shares,
    isEnough: (suspect, alike) => {
      const isOfData = isOfMissingData(suspect)
      return (
        explainedBy(suspect) >= alike * (isOfData ? MIN_SHARE_OF_DATA : MIN_SHARE) &&
        (!isOfData || kindsOf(suspect) >= MIN_KINDS_OF_DATA)
      )
    },
    alike: (finding) => placed.get(otherKey(finding)) ?? 0,
    contradictedBy: (suspect) => {
      const { reads, writes } = contradicting(suspect)
      return reads + writes
    },
    isApart,
    isRefuted: (suspect, alike, rest) => {
      const { explained, proven } = rest(suspect)
      const isWhole = explained >= alike * WHOLE
      return areTooMany(contradicting(suspect), suspect, proven, isWhole) && !(isWhole && isApart(suspect))
    },
  }
}

/**
 * Returns the findings without the misreadings that right answers refute. If some misreadings of a finding remain,
 * they become the only suspects of the finding.
 */
export function withoutChance(run: Run, results: Results): Judged {
  const equal = equalRequests(run, results)
  const found = withSharedData(run, findingsOf(results))
  const settled = asInLast(run, found)
  const findings = withoutAccepted(
    found.map((finding, at) => settled[at] ?? finding),
    equal,
    run.session.reference,
  )
  const evidence = evidenceIn(run, results, equal, findings)
  const isKnown = (suspect: Suspect): boolean =>
    reasonFor(run.settings.known, [suspectKey(suspect)]) !== undefined
  const best = bestIn(findings, evidence, isKnown)
  // A misreading may explain most of its findings worse than another one. The rest must suffice as evidence.
  const rest = sharesIn(best)
  const least = equalCases(results).length > 0 ? 0 : MIN_OF_STATUS
  const isChance = (suspect: Suspect, alike: number): boolean => {
    const { explained, proven } = rest(suspect)
    if (suspect.isOfMany === true && explained < MIN_OF_MANY) return !isKnown(suspect)
    const isRare = proven === 0 && explained < Math.max(least, alike * MIN_SHARE_OF_STATUS)
    return !isKnown(suspect) && (isRare || evidence.isRefuted(suspect, alike, rest))
  }
  const judged = findings.map((finding, at) => {
    if (settled[at] !== undefined) return finding
    const alike = evidence.alike(finding)
    const kept = (best[at] ?? []).filter((suspect) => !isChance(suspect, alike))
    const others = finding.suspects.filter((suspect) => !isMisreading(suspect))
    return { ...finding, suspects: kept.length > 0 ? kept : others }
  })
  return { findings: judged, isContradicted: (suspect) => evidence.contradictedBy(suspect) > 0 }
}

/** Returns, for each finding, the misreadings that right answers do not refute, without those that others surpass. */
function bestIn(
  findings: readonly Finding[],
  { shares, isEnough, alike: alikeOf, contradictedBy, isApart, isRefuted }: Evidence,
  isKnown: (suspect: Suspect) => boolean,
): readonly (readonly Suspect[])[] {
  const besides = misreadBesidesOrder(findings)
  const against = (suspect: Suspect): number => {
    const contradicted = contradictedBy(suspect)
    return contradicted > 0 && isApart(suspect) ? 0 : contradicted
  }
  /**
   * Returns whether the misreading `other` is better than `one`: it explains more findings, or fewer right answers
   * contradict it, and it is not worse in the other respect.
   */
  const isWorse = (one: Suspect, other: Suspect): boolean => {
    const more = shares(other).explained - shares(one).explained
    // Of two misreadings that explain equally many findings, the circumstances of the findings prove neither.
    const fewer = more === 0 ? contradictedBy(one) - contradictedBy(other) : against(one) - against(other)
    return more >= 0 && fewer >= 0 && more + fewer > 0
  }
  return findings.map((finding) => {
    const alike = alikeOf(finding)
    const isOfOrder = finding.suspects.some(isErrorOrder)
    const left = finding.suspects.filter(
      (suspect) =>
        isMisreading(suspect) &&
        isEnough(suspect, alike) &&
        !isRefuted(suspect, alike, shares) &&
        !(isOfOrder && suspect.rule !== OF_ORDER && !besides.has(suspectKey(suspect))),
    )
    const better = left.filter((one) => !left.some((other) => isWorse(one, other)))
    // In a run of a part of the requests, another misreading may look better than the known one. The known one stays.
    const known = better.some(isKnown) ? [] : left.filter(isKnown)
    return known.length > 0 ? known : better
  })
}
