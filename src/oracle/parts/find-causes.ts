/** Finds the causes of the wrong answers in a run, each with the plainest request that shows the cause. */

import { isMisreading } from '../attribution/misread/misreading.ts'
import { isErrorOrder } from '../attribution/refused.ts'
import { type Suspect, suspectKey, topKey } from '../attribution/suspect.ts'
import { type Cause, causeOf, inFixOrder, onlyOf, placeOf } from '../causes/cause.ts'
import type { Example } from '../causes/example.ts'
import type { Finding } from '../causes/finding.ts'
import { withoutAccepted } from '../causes/groups/accepted.ts'
import { areTooMany, contradictions } from '../causes/groups/contradictions.ts'
import { type Group, groupsOf, isSuspected } from '../causes/groups/grouping.ts'
import { withHidden } from '../causes/groups/hidden.ts'
import { mergedByOrigin } from '../causes/groups/merging.ts'
import { tally } from '../causes/groups/tally.ts'
import { reasonFor } from '../causes/known-failures.ts'
import { type Candidate, plainest } from '../causes/plainness.ts'
import { findingsOf, type Results } from '../causes/results.ts'
import { changeOf, type Switch, switchesText } from '../causes/switches.ts'
import { type ShownExample, shrinkRequest } from '../shrink/generated.ts'
import type { SuiteCase } from '../suite/case.ts'
import { requestOf } from '../suite/request.ts'
import { onWire } from '../target/wire.ts'
import { isNamed } from './choice.ts'
import type { Run } from './run.ts'

/**
 * Finds the causes of all findings. For each of the largest causes, shrinks an example request, unless one of the
 * requests is from the suite. The requests of the suite are small already.
 */
export async function findCauses(run: Run, results: Results): Promise<readonly Cause[]> {
  const { findings, isContradicted } = withoutChance(run, results)
  const groups = [...groupsOf(findings, run.coverage, refuter(run, results))].sort(
    (a, b) => b.findings.length - a.findings.length || placeOf(a.suspect) - placeOf(b.suspect),
  )
  const causes: { readonly group: Group; readonly cause: Cause }[] = []
  const hidden: Group[] = []
  for (const [at, { group, only }] of mergedByOrigin(groups, run.contrast).entries()) {
    const isShrunk = at < run.settings.causes && run.session.target.givenUp() === undefined
    const shown = await exampleFor(run, group, only?.words ?? [], isShrunk)
    if (shown === undefined) {
      hidden.push(group)
      continue
    }
    const { example, shrunk } = shown
    // The shrunk request has fewer circumstances than the whole request, so the other circumstances are refuted.
    const plain = withShrunk(group, shown)
    const left = shrunk === undefined ? only : onlyOf(plain, run.contrast)
    const cause = causeOf(plain, example, isWhole(group, isContradicted) ? undefined : left)
    causes.push({ group, cause })
  }
  return inOrderOfLast(run, inFixOrder(withHidden(causes, hidden)))
}

/**
 * Returns whether a misreading explains all findings of a group, and no right answer contradicts the misreading. The
 * cause then needs no circumstances, because they only repeat which requests the target misreads.
 */
const isWhole = ({ suspect, findings }: Group, isContradicted: (suspect: Suspect) => boolean): boolean =>
  isMisreading(suspect) &&
  findings.every((finding) => isSuspected(finding, suspectKey(suspect))) &&
  !isContradicted(suspect)

/**
 * Sorts causes in the order of the last run, if the current run repeats only failures of the last run. Such a run
 * has few requests, so its own order would differ.
 */
function inOrderOfLast({ settings: { last, choice } }: Run, causes: readonly Cause[]): readonly Cause[] {
  if (last === undefined || !isNamed(choice)) return causes
  const place = ({ key }: Cause): number => {
    const at = last.causes.findIndex((one) => one.key === key)
    return at < 0 ? last.causes.length : at
  }
  return [...causes].sort((one, other) => place(one) - place(other))
}

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

/** Returns the suite cases to which the target gave exactly the answer of the reference. */
const equalCases = ({ cases }: Results): readonly SuiteCase[] =>
  cases.flatMap((one) =>
    one.kind === 'passed' && one.isEqual && 'request' in one.suiteCase ? [one.suiteCase] : [],
  )

/** The rule of the distortions in which the target makes its checks in another order. */
const OF_ORDER = 'endpoint.first-error'

interface Judged {
  readonly findings: readonly Finding[]
  /** Returns whether any right answer contradicts a misreading. */
  readonly isContradicted: (suspect: Suspect) => boolean
}

/**
 * Returns the findings without the misreadings that right answers refute. If some misreadings of a finding remain,
 * they become the only suspects of the finding.
 */
function withoutChance(run: Run, results: Results): Judged {
  const { reference } = run.session
  const equal = equalCases(results).map((suiteCase) => onWire(requestOf(suiteCase)))
  const found = findingsOf(results)
  const settled = asInLast(run, found)
  const findings = withoutAccepted(
    found.map((finding, at) => settled[at] ?? finding),
    equal,
    reference,
  )
  const otherKey = ({ suspects }: Finding): string =>
    topKey(suspects.filter((suspect) => !isMisreading(suspect)))
  const placed = tally(findings.map(otherKey))
  const explained = tally(findings.flatMap(({ suspects }) => suspects.filter(isMisreading).map(suspectKey)))
  const besides = misreadBesidesOrder(findings)
  const explainedBy = (suspect: Suspect): number => explained.get(suspectKey(suspect)) ?? 0
  const unchecked = new Set(
    findings.flatMap(({ suspects }) =>
      suspects.filter(({ isUnchecked }) => isUnchecked === true).map(suspectKey),
    ),
  )
  const contradicting = contradictions(equal, results.rightly, reference, explainedBy, unchecked)
  const contradictedBy = (suspect: Suspect): number => {
    const { reads, writes } = contradicting(suspect)
    return reads + writes
  }
  const isRefuted = (suspect: Suspect, alike: number): boolean =>
    areTooMany(contradicting(suspect), suspect, explainedBy(suspect), alike)
  /**
   * Returns whether the misreading `other` is better than `one`: it explains more findings, or fewer right answers
   * contradict it, and it is not worse in the other respect.
   */
  const isWorse = (one: Suspect, other: Suspect): boolean => {
    const [more, fewer] = [explainedBy(other) - explainedBy(one), contradictedBy(one) - contradictedBy(other)]
    return more >= 0 && fewer >= 0 && more + fewer > 0
  }
  const isKnown = (suspect: Suspect): boolean =>
    reasonFor(run.settings.known, [suspectKey(suspect)]) !== undefined
  const judged = findings.map((finding, at) => {
    const last = settled[at]
    if (last !== undefined) return last
    const misread = finding.suspects.filter(isMisreading)
    if (misread.length === 0) return finding
    const alike = placed.get(otherKey(finding)) ?? 0
    const isOfOrder = finding.suspects.some(isErrorOrder)
    const left = misread.filter(
      (suspect) =>
        explainedBy(suspect) >= alike * MIN_SHARE &&
        !isRefuted(suspect, alike) &&
        !(isOfOrder && suspect.rule !== OF_ORDER && !besides.has(suspectKey(suspect))),
    )
    const better = left.filter((one) => !left.some((other) => isWorse(one, other)))
    // In a run of a part of the requests, another misreading may look better than the known one. The known one stays.
    const known = better.some(isKnown) ? [] : left.filter(isKnown)
    const best = known.length > 0 ? known : better
    const others = finding.suspects.filter((suspect) => !isMisreading(suspect))
    return { ...finding, suspects: best.length > 0 ? best : others }
  })
  return { findings: judged, isContradicted: (suspect) => contradictedBy(suspect) > 0 }
}

/**
 * The maximum number of right answers that the check evaluates again under switches, to test whether the switches
 * explain the target.
 */
const MAX_REPEATED = 1_000

/**
 * Returns a function that reports whether right answers of the suite refute switches. A right answer in the
 * suspect's chapter refutes switches that would change it, because the target then does not behave like the
 * switches.
 */
function refuter({ session: { reference } }: Run, results: Results) {
  const equal = equalCases(results)
  const known = new Map<string, boolean>()
  return (switches: readonly Switch[], suspect: Suspect): boolean => {
    const { rule } = suspect
    // If a misreading already explains the findings, the switches must not contradict any right answer of the
    // chapter.
    const most = isMisreading(suspect) ? equal.length : MAX_REPEATED
    const key = `${switchesText(switches)} ${rule} ${most}`
    const before = known.get(key)
    if (before !== undefined) return before
    const [chapter = ''] = (rule ?? '').split('.', 1)
    const isAbout = ({ rules }: SuiteCase): boolean => rules.some((one) => one === rule)
    const inChapter = equal.filter(({ rules }) => rules.some((one) => one.startsWith(`${chapter}.`)))
    const near = [...inChapter.filter(isAbout), ...inChapter.filter((one) => !isAbout(one))]
    const isRefuted = near.slice(0, most).some((suiteCase) => {
      const request = onWire(requestOf(suiteCase))
      const { answer, under } = reference.ask(request)
      const other = under(switches.map(changeOf))
      return other.status !== answer.status || JSON.stringify(other.body) !== JSON.stringify(answer.body)
    })
    known.set(key, isRefuted)
    return isRefuted
  }
}

/** Returns a group in which the facts about the shrunk request replace those about the original request. */
const withShrunk = (group: Group, { example, shrunk }: ShownExample): Group =>
  shrunk === undefined
    ? group
    : {
        ...group,
        findings: group.findings.map((one) =>
          one.foundIn.part === 'generated' && one.foundIn.index === shrunk.index
            ? {
                ...one,
                circumstances: shrunk.circumstances,
                suspects: shrunk.suspects,
                observed: shrunk.observed,
                foundIn: { ...one.foundIn, example },
              }
            : one,
        ),
      }

/**
 * Returns the example of a group of findings: the plainest request among the findings. If all requests of the group
 * are generated, the example is shrunk. The suite's requests are small already.
 */
async function exampleFor(
  run: Run,
  group: Group,
  words: readonly string[],
  isShrunk: boolean,
): Promise<ShownExample | undefined> {
  const candidates = group.findings.flatMap((finding) => {
    const { example } = finding.foundIn
    return example === undefined ? [] : [candidateOf(example, finding, group, words)]
  })
  const example = plainest(candidates)
  const plain = example === undefined ? undefined : { example }
  const generated = group.findings.flatMap(({ foundIn }) => (foundIn.part === 'generated' ? [foundIn] : []))
  const isKept = !isShrunk && (plain !== undefined || run.session.target.givenUp() !== undefined)
  if (generated.length < group.findings.length || isKept) return plain
  const first = generated.find((one) => one.example === example) ?? generated[0]
  return (first === undefined ? undefined : await shrinkRequest(run, group, first.index)) ?? plain
}

const candidateOf = (
  example: Example,
  { suspects, circumstances: { ofRequest, ofValue } }: Finding,
  { suspect }: Group,
  words: readonly string[],
): Candidate => ({
  example,
  isStrongest: topKey(suspects) === suspectKey(suspect),
  isTypical: words.every((word) => ofRequest.has(word) || ofValue.has(word)),
})
