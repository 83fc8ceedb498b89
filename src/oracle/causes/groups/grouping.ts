/**
 * Groups findings by cause, with spectrum-based fault localization. The strongest suspect is the rule that is a
 * suspect of many findings and that few right answers follow. The findings with the strongest suspect form one group,
 * and the other findings are grouped again. Therefore, if the user fixes one cause, the other causes do not change.
 */

import { pushAll } from '../../../util/push.ts'
import { isMisreading } from '../../attribution/misread/misreading.ts'
import { type Suspect, suspectKey, topKey } from '../../attribution/suspect.ts'
import { isRefusalTrait, isTrait } from '../../attribution/traits.ts'
import { isOfOneWording, isWordingSuspect } from '../../attribution/wording.ts'
import { isWritingRule } from '../../exchange/rules.ts'
import type { Coverage } from '../coverage.ts'
import type { Finding } from '../finding.ts'
import { type Switch, switchesText } from '../switches.ts'
import { tally } from './tally.ts'

export interface Group {
  /**
   * The identifier of the group's cause, which is the same in every run: switches of the profile, or a rule and the
   * kind of mismatch.
   */
  readonly key: string
  readonly suspect: Suspect
  /** The switches that explain all findings of the group; empty if no switches explain them. */
  readonly switches: readonly Switch[]
  readonly findings: readonly Finding[]
}

/** The weight of each suspect of a finding, except traits and the strongest suspect, which have the weight 1. */
const WEIGHT_OF_OTHERS = 0.6
/** The weight of a suspect that is the only suspect of a finding. */
const WEIGHT_OF_ONLY = 3
/** The factor for the weight of a suspected rule that is among the `rules` of the failed suite case. */
const WEIGHT_OF_CASE = 1.5
/** The factor for the weight of a suspected rule, if some right answer follows all other rules of the wrong answer. */
const WEIGHT_OF_PAIR = 2
/** The factor for the weight of the suspects of a generated request that was not shrunk. */
const WEIGHT_OF_WHOLE = 0.5
/** The minimum number of findings, in any groups, that switches must explain to become a cause. */
const MIN_EVIDENCE = 3
/**
 * The maximum fraction of a group's findings that switches may leave unexplained and still be the cause of the group.
 */
const MAX_UNEXPLAINED = 0.25

/**
 * Groups findings by cause. The parameter `isRefuted` returns whether switches would have changed a right answer. Such
 * switches explain a finding only by chance.
 */
export function groupsOf(
  findings: readonly Finding[],
  coverage: Coverage,
  isRefuted: (switches: readonly Switch[], suspect: Suspect) => boolean,
): readonly Group[] {
  const groups: Group[] = []
  const evidence = evidenceOf(findings)
  const alone = new Map(findings.map((finding) => [finding, aloneIn(finding, coverage)] as const))
  let left = findings
  while (left.length > 0) {
    const suspect = mostSuspect(left, coverage, alone)
    const key = suspectKey(suspect)
    // A finding without suspects joins the first group, so that each round takes at least one finding.
    const isTaken = (finding: Finding): boolean => finding.suspects.length === 0 || isSuspected(finding, key)
    const taken = left.filter(isTaken)
    left = left.filter((finding) => !isTaken(finding))
    pushAll(groups, bySwitches({ key, suspect, switches: [], findings: taken }, isRefuted, evidence))
  }
  return merged(groups.flatMap((group) => byProven(group, groups, isRefuted)))
}

/** Returns whether the suspects of a finding include the suspect with this key. */
export const isSuspected = ({ suspects }: Pick<Finding, 'suspects'>, key: string): boolean =>
  suspects.some((suspect) => suspectKey(suspect) === key)

const NO_SUSPECT: Suspect = { rule: null, kind: 'body' }

/**
 * Returns the suspect (a rule that may be broken) with the highest Ochiai coefficient, as in spectrum-based fault
 * localization. The coefficient weighs the findings that have the suspect against the right answers that follow the
 * rule.
 */
function mostSuspect(
  findings: readonly Finding[],
  coverage: Coverage,
  alone: ReadonlyMap<Finding, ReadonlySet<string>>,
): Suspect {
  const weights = new Map<string, { readonly suspect: Suspect; weight: number }>()
  for (const finding of findings) {
    const { suspects, count, foundIn } = finding
    const isWhole = foundIn.part === 'generated' && foundIn.example === undefined
    const rulesOfCase = foundIn.part === 'suite' ? new Set<unknown>(foundIn.suiteCase.rules) : undefined
    for (const [rank, suspect] of suspects.entries()) {
      const key = suspectKey(suspect)
      const known = weights.get(key) ?? { suspect, weight: 0 }
      const ofCase = rulesOfCase?.has(suspect.rule) === true ? WEIGHT_OF_CASE : 1
      const ofRank =
        suspects.length === 1 ? WEIGHT_OF_ONLY : rank === 0 || isTrait(suspect) ? 1 : WEIGHT_OF_OTHERS
      known.weight +=
        count *
        ofRank *
        ofCase *
        (isWhole ? WEIGHT_OF_WHOLE : 1) *
        (alone.get(finding)?.has(suspect.rule ?? '') === true ? WEIGHT_OF_PAIR : 1)
      weights.set(key, known)
    }
  }
  let best: Suspect = findings[0]?.suspects[0] ?? NO_SUSPECT
  let most = 0
  for (const [key, { suspect, weight }] of weights) {
    if (isTrait(suspect) && !isShared(suspect, findings, coverage)) continue
    const equal = suspect.rule === null ? 0 : coverage.equal(isOfOwn(suspect) ? key : suspect.rule)
    const score = isWordingSuspect(suspect)
      ? scoreOfWording(suspect, findings, coverage)
      : weight / Math.sqrt(weight + equal)
    if (score > most) {
      most = score
      best = suspect
    }
  }
  return best
}

/**
 * Returns whether right answers that follow a suspect's rule say nothing about the suspect. This holds for a trait of
 * requests. It also holds for a misreading of writes, because the check has compared it with the right writes before.
 */
const isOfOwn = (suspect: Suspect): boolean =>
  isTrait(suspect) || (isMisreading(suspect) && suspect.rule !== null && isWritingRule(suspect.rule))

/**
 * The minimum number of different strongest rules among the findings with a trait. With fewer rules, the trait is not
 * a cause.
 */
const MIN_RULES_OF_TRAIT = 2

/**
 * The maximum ratio of right answers to wrong answers among requests with a trait. With a higher ratio, the trait is
 * not a cause.
 */
const MAX_RIGHT_WITH_TRAIT = 6

/**
 * Returns whether a trait may be a cause: the findings with the trait have several strongest rules, and few requests
 * with right answers have the trait.
 */
function isShared(trait: Suspect, findings: readonly Finding[], coverage: Coverage): boolean {
  const key = suspectKey(trait)
  if (rulesSharing(key, findings).size < MIN_RULES_OF_TRAIT) return false
  if (isRefusalTrait(trait) && isOfOneRule(findings.filter((one) => isSuspected(one, key)))) return false
  const wrong = findings.filter((one) => isSuspected(one, key)).reduce((sum, { count }) => sum + count, 0)
  return coverage.equal(key) <= MAX_RIGHT_WITH_TRAIT * wrong
}

/**
 * The minimum fraction of the findings with a trait that must share one strongest rule, so that this rule becomes the
 * cause.
 */
const SHARE_OF_RULE = 0.75

/**
 * Returns whether nearly all findings have the same strongest rule, and the suite cases of these findings list this
 * rule.
 */
function isOfOneRule(findings: readonly Finding[]): boolean {
  const listed = findings.filter(
    ({ suspects: [first], foundIn }) =>
      foundIn.part !== 'suite' || foundIn.suiteCase.rules.some((one) => one === first?.rule),
  )
  const counts = tally(listed.map(({ suspects: [first] }) => first?.rule))
  return Math.max(0, ...counts.values()) >= findings.length * SHARE_OF_RULE
}

/** Returns the strongest rule of each finding that shares a suspect. */
const rulesSharing = (key: string, findings: readonly Finding[]): ReadonlySet<unknown> =>
  new Set(findings.flatMap((one) => (isSuspected(one, key) ? [one.suspects[0]?.rule] : [])))

/**
 * The minimum number of rules whose refusals share one wrong error message, so that this message becomes a separate
 * cause.
 */
const MIN_REFUSALS = 3

/**
 * Returns the score of a suspect about error messages. A suspect about one wrong message has a score if the refusals
 * of several rules share the message. The suspect about all error messages has a score if the target sends several
 * wrong messages and few right ones. In all other cases, the score of a suspect about error messages is 0.
 */
function scoreOfWording(suspect: Suspect, findings: readonly Finding[], coverage: Coverage): number {
  const key = suspectKey(suspect)
  const shared = findings.filter((finding) => isSuspected(finding, key))
  const rules = new Set(shared.map(({ suspects }) => topKey(suspects)))
  const isShared =
    isOfOneWording(suspect) ||
    (coverage.equal('endpoint.error') < shared.length && mistakesIn(shared).size >= MIN_REFUSALS)
  return isShared && rules.size >= MIN_REFUSALS ? Math.sqrt(shared.length * WEIGHT_OF_ONLY) : 0
}

/** Returns the keys of the different wrong error messages among the findings. */
const mistakesIn = (findings: readonly Finding[]): ReadonlySet<string> =>
  new Set(findings.flatMap(({ suspects }) => suspects.filter(isOfOneWording).map(suspectKey)))

/**
 * Returns each rule of a finding's example for which some right answer follows all other rules of the example. The
 * result is empty for a request that was not shrunk.
 */
const aloneIn = ({ foundIn: { example } }: Finding, coverage: Coverage): ReadonlySet<string> =>
  example === undefined ? new Set() : coverage.aloneIn(example.rules)

/** Returns the number of findings that each set of switches explains. */
const evidenceOf = (findings: readonly Finding[]): ReadonlyMap<string, number> =>
  tally(findings.map(({ switches }) => switchesText(switches)))

/**
 * Splits a group of findings by the switches that explain the findings, unless the switches leave too many findings of
 * the group unexplained.
 */
function bySwitches(
  group: Group,
  isRefuted: (switches: readonly Switch[], suspect: Suspect) => boolean,
  evidence: ReadonlyMap<string, number>,
): readonly Group[] {
  const byText = new Map<string, Finding[]>()
  for (const finding of group.findings) {
    const { switches } = finding
    const isChance = switches.length > 0 && isRefuted(switches, group.suspect)
    const text = isChance ? '' : switchesText(switches)
    byText.set(text, [...(byText.get(text) ?? []), finding])
  }
  for (const [text, findings] of byText) {
    if (text === '' || (evidence.get(text) ?? 0) >= MIN_EVIDENCE) continue
    byText.delete(text)
    byText.set('', [...(byText.get('') ?? []), ...findings])
  }
  const unexplained = byText.get('') ?? []
  if (unexplained.length > group.findings.length * MAX_UNEXPLAINED) return [group]
  return [...byText].map(([text, findings]) =>
    text === ''
      ? { ...group, findings }
      : { ...group, key: text, switches: findings[0]?.switches ?? [], findings },
  )
}

/**
 * Splits a group without switches: the findings that the switches of another group explain join the other group. A
 * misreading may have taken the other findings of these switches out of the group.
 */
function byProven(
  group: Group,
  groups: readonly Group[],
  isRefuted: (switches: readonly Switch[], suspect: Suspect) => boolean,
): readonly Group[] {
  if (group.switches.length > 0) return [group]
  const other = groups.find(
    ({ key, switches }) =>
      switches.length > 0 &&
      group.findings.some((finding) => switchesText(finding.switches) === key) &&
      !isRefuted(switches, group.suspect),
  )
  if (other === undefined) return [group]
  const isMoved = (finding: Finding): boolean => switchesText(finding.switches) === other.key
  const left = group.findings.filter((finding) => !isMoved(finding))
  const moved = { ...other, findings: group.findings.filter(isMoved) }
  return left.length === 0 ? [moved] : [{ ...group, findings: left }, moved]
}

function merged(groups: readonly Group[]): readonly Group[] {
  const byKey = new Map<string, Group>()
  for (const group of groups) {
    const known = byKey.get(group.key)
    byKey.set(
      group.key,
      known === undefined ? group : { ...known, findings: [...known.findings, ...group.findings] },
    )
  }
  return [...byKey.values()]
}
