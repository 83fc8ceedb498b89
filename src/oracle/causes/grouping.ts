/**
 * Groups findings by cause, with spectrum-based fault localization. The strongest suspect is the rule that most
 * findings suspect and fewest equal answers followed. Its findings form one cause, and the rest is grouped again. So
 * fixing one cause leaves the others unchanged.
 */
import { pushAll } from '../../util/push.ts'
import { type Suspect, suspectKey, topKey } from '../attribution/suspect.ts'
import { isOfOneWording, isWordingSuspect } from '../attribution/wording.ts'
import type { Coverage } from './coverage.ts'
import type { Finding } from './finding.ts'
import { type Switch, switchesText } from './switches.ts'

export interface Group {
  /** A key that is the same in every run: a switch, or a rule and the kind of mismatch. */
  readonly key: string
  readonly suspect: Suspect
  /** The switches that explain all findings of the group; empty if nothing does. */
  readonly switches: readonly Switch[]
  readonly findings: readonly Finding[]
}

/** The strongest suspect of a finding has weight 1, each further suspect this weight. */
const WEIGHT_OF_OTHERS = 0.6
/** The weight of the only suspect of a finding. */
const WEIGHT_OF_ONLY = 3
/** The factor for a rule that the case of the finding is about. */
const WEIGHT_OF_CASE = 1.5
/** The factor for a rule that a pair of requests isolates: one answer is wrong, the other one right. */
const WEIGHT_OF_PAIR = 2
/** The factor for a generated request that was not made minimal. */
const WEIGHT_OF_WHOLE = 0.5
/** Switches take this many findings that agree, regardless of their groups. */
const MIN_EVIDENCE = 3
/** If no switch explains this fraction of a group, a switch is not the cause of the group. */
const MAX_UNEXPLAINED = 0.25

/**
 * `isRefuted` reports whether switches would have changed an answer that was equal. Such switches explain a finding
 * only by chance.
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
    const taken = left.filter((finding) => isSuspected(finding, key))
    left = left.filter((finding) => !isSuspected(finding, key))
    pushAll(groups, bySwitches({ key, suspect, switches: [], findings: taken }, isRefuted, evidence))
  }
  return merged(groups)
}

/** Whether a finding has the suspect of a key. */
export const isSuspected = ({ suspects }: Pick<Finding, 'suspects'>, key: string): boolean =>
  suspects.some((suspect) => suspectKey(suspect) === key)

const NO_SUSPECT: Suspect = { rule: null, kind: 'body' }

/**
 * Ranks suspects by Ochiai's coefficient, as in spectrum-based fault localization. It weighs the findings that
 * suspect a rule against the equal answers that followed it.
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
      const ofRank = suspects.length === 1 ? WEIGHT_OF_ONLY : rank === 0 ? 1 : WEIGHT_OF_OTHERS
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
  for (const { suspect, weight } of weights.values()) {
    const equal = suspect.rule === null ? 0 : coverage.equal(suspect.rule)
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

/** The words of an error are a cause of their own if the refusals of this many rules share them. */
const MIN_REFUSALS = 3

/**
 * Words are the cause if several rules share the mistake; all words, if hardly any refusal has the right ones and the
 * mistakes are several. They are then as strong as an only suspect; otherwise they have no weight.
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

/** The mistakes in the words of errors. */
const mistakesIn = (findings: readonly Finding[]): ReadonlySet<string> =>
  new Set(findings.flatMap(({ suspects }) => suspects.filter(isOfOneWording).map(suspectKey)))

/** The rules that pairs of requests blame for a finding; none for a request that was not made minimal. */
const aloneIn = ({ foundIn: { example } }: Finding, coverage: Coverage): ReadonlySet<string> =>
  example === undefined ? new Set() : coverage.aloneIn(example.rules)

/** How many findings each explanation by switches has. */
function evidenceOf(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { switches } of findings) {
    const text = switchesText(switches)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

/** Splits a group by the switches that explain its findings, unless much of it is unexplained. */
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
