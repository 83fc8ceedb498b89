/** Makes causes from groups of findings. A report lists each cause once, with the findings that the cause explains. */
import { DATABASE_TITLES, DECISION_WORDS, wordsOf } from '../../reference/strapi/databases/atlas.ts'
import { textOfDeparture } from '../../reference/strapi/departure.ts'
import { isOfCharset } from '../attribution/headers.ts'
import { isMisreading } from '../attribution/misread/misreading.ts'
import { type Suspect, suspectKey } from '../attribution/suspect.ts'
import type { Circumstances, Contrast } from '../circumstances/contrast.ts'
import type { Only } from '../circumstances/telling.ts'
import { type CheckedRule, isRuleOfGuide, RULE_ORDER, sentenceOf } from '../exchange/rules.ts'
import type { Level } from '../suite/case.ts'
import type { Example } from './example.ts'
import { featureOfRequest } from './features.ts'
import type { Finding } from './finding.ts'
import type { Group } from './groups/grouping.ts'
import { asExample, observedIn } from './observed.ts'
import { type Switch, switchesText } from './switches.ts'

/**
 * One reason why the target's answers differ from the reference's, with facts about the findings that this reason
 * explains.
 */
export interface Cause {
  /**
   * The identifier of the cause, which is the same in every run: switches of the profile, or a rule and the kind of
   * mismatch.
   */
  readonly key: string
  /** The description of the cause in one line. */
  readonly title: string
  /** The circumstances that wrong answers share and right answers rarely have, in words; absent if there are none. */
  readonly only?: string
  /** The rule that the target breaks; undefined if the target failed or did not answer. */
  readonly rule: CheckedRule | undefined
  readonly switches: readonly Switch[]
  readonly feature: string
  /**
   * The highest level among the suite cases that the cause explains. A cause without suite cases has the level `MUST`
   * if the guide states its rule and the rules in `telling` of the example, otherwise `SHOULD`.
   */
  readonly level: Level
  /** The number of wrong answers in the run that the cause explains. */
  readonly count: number
  /** The number of generated requests with wrong answers that the cause explains, by feature. */
  readonly generated: Readonly<Record<string, number>>
  /**
   * The positions of the generated requests with wrong answers that the cause explains, in the sequence that the seed
   * generates.
   */
  readonly indices: readonly number[]
  /** The ids of the suite cases that the cause explains. */
  readonly cases: readonly string[]
  /**
   * The plainest example of the cause: the request with the fewest features that are unnecessary to show the mistake.
   */
  readonly example: Example
  /** The reason why the user accepts the cause as a known failure; undefined for any other cause. */
  readonly knownBecause: string | undefined
  /** A link that opens the example in the explorer; absent if the explorer cannot send the request. */
  readonly explorer?: ExplorerLink
}

/** A link that opens a request in the explorer. */
export interface ExplorerLink {
  /** The URL of the explorer page with the request. The URL names the caller by role and never contains a token. */
  readonly address: string
  /** The names of the request's headers, or its method, which the explorer cannot send. */
  readonly without: readonly string[]
}

/**
 * Returns the circumstances that distinguish the wrong answers of a group from right ones; undefined if none do. With
 * `isReported`, leaves out the circumstances that the title of the cause implies.
 */
export const onlyOf = (
  { suspect, findings }: Group,
  contrast: Contrast,
  isReported = false,
): Only | undefined =>
  isOfCharset(suspect)
    ? undefined
    : contrast.only(
        suspect.rule,
        withoutMember(findings.map(({ circumstances }) => circumstances)),
        isMisreading(suspect) ? 'all' : 'most',
        isReported,
      )

/**
 * Returns the circumstances without the one that is the name of a member, such as `createdAt` in backticks, if all
 * wrong values have it. The title names the member.
 */
function withoutMember(all: readonly Circumstances[]): readonly Circumstances[] {
  const [first] = all
  const stated = [...(first?.ofValue ?? [])].find(
    (word) => word.startsWith('`') && !word.includes(' ') && all.every(({ ofValue }) => ofValue.has(word)),
  )
  if (stated === undefined) return all
  return all.map((one) => ({ ...one, ofValue: new Set([...one.ofValue].filter((word) => word !== stated)) }))
}

/** The members of a cause that say how many answers it explains. */
type Extent = Pick<Cause, 'count' | 'generated' | 'indices'>

/** Counts findings, and adds them to the findings that a cause already explains. */
export function extentOf(findings: readonly Finding[], before?: Extent): Extent {
  const generated: Record<string, number> = { ...before?.generated }
  for (const { foundIn, feature, count } of findings)
    if (foundIn.part === 'generated') generated[feature] = (generated[feature] ?? 0) + count
  const indices = findings.flatMap(({ foundIn }) => (foundIn.part === 'generated' ? [foundIn.index] : []))
  return {
    count: findings.reduce((sum, { count }) => sum + count, before?.count ?? 0),
    generated,
    indices: [...(before?.indices ?? []), ...indices],
  }
}

/** Makes the cause of a group of findings from the group, the example and the circumstances in words. */
export function causeOf(
  { key, suspect, switches, findings }: Group,
  example: Example,
  only: Only | undefined,
): Cause {
  const cases = findings.flatMap(({ foundIn }) => (foundIn.part === 'suite' ? [foundIn.suiteCase] : []))
  const rule = suspect.rule ?? undefined
  return {
    key,
    title: [titleOf(suspect, example, switches, findings), ...scopeOf(only, findings)].join(' '),
    ...(only === undefined ? {} : { only: only.says }),
    rule,
    switches,
    feature:
      findings.find(({ foundIn }) => foundIn.example === example)?.feature ??
      featureOfRequest(example.request),
    level: levelOf(
      cases.map(({ level }) => level),
      rule,
      example,
    ),
    ...extentOf(findings),
    cases: cases.map(({ id }) => id),
    example,
    knownBecause: undefined,
  }
}

/**
 * Returns the sentences about a suspect that all findings with such sentences share, if at least half of the findings
 * have sentences. If the findings quote different answers, the sentence about the answer of the example follows as an
 * example. Returns undefined if the findings share no sentence.
 */
function sharedSentence(
  suspect: Suspect,
  findings: readonly Finding[],
  example: Example,
): string | undefined {
  const key = suspectKey(suspect)
  const saidBy = ({ suspects }: Finding): readonly Suspect[] =>
    suspects.filter((one) => suspectKey(one) === key)
  const sentencesOf = ({ says }: Suspect): readonly (readonly string[])[] =>
    says === undefined ? [] : [sentencesIn(says)]
  const own = findings.flatMap(saidBy)
  const texts = own.flatMap(sentencesOf)
  const [first = []] = texts
  const end = first.findIndex((sentence, at) => texts.some((text) => text[at] !== sentence))
  const shared = first.slice(0, end < 0 ? first.length : end)
  if (shared.length === 0 || texts.length < own.length / 2) return undefined
  if (end < 0) return shared.join(' ')
  const ofExample = findings.filter(({ foundIn }) => foundIn.example === example).flatMap(saidBy)
  const [quote] = ofExample.flatMap(sentencesOf).map((text) => text[end])
  const isQuote = quote?.startsWith(ANSWERS) === true
  return [...shared, ...(isQuote ? [asExample(quote)] : [])].join(' ')
}

/** The beginning of a sentence that quotes an answer of the target. */
const ANSWERS = 'The server answers “'

/** Returns the sentences of a text. A full stop inside a quotation ends no sentence. */
function sentencesIn(text: string): readonly string[] {
  const sentences: string[] = []
  for (const piece of text.split(/(?<=\.) /)) {
    const last = sentences.at(-1)
    const isQuoted = last !== undefined && last.lastIndexOf('“') > last.lastIndexOf('”')
    if (isQuoted) sentences.splice(-1, 1, `${last} ${piece}`)
    else sentences.push(piece)
  }
  return sentences
}

/**
 * Returns the title of a cause: a sentence about a failure of the target, a switch or a rule, and a sentence about
 * what the target does instead.
 */
function titleOf(
  suspect: Suspect,
  example: Example,
  switches: readonly Switch[],
  findings: readonly Finding[],
): string {
  const { outcome } = example
  const shared = switches.length === 0 ? sharedSentence(suspect, findings, example) : undefined
  if (shared === undefined && outcome.kind === 'failed')
    return `No answer (${outcome.why}): ${outcome.message}`
  const [only, ...more] = switches
  if (only !== undefined && more.length === 0) return saysOf(only)
  if (only !== undefined)
    return `Answers as with ${switches.length} switches together: ${switchesText(switches)}`
  if (shared?.toLowerCase().includes(DEED) === true) return shared
  if (shared === undefined && suspect.rule === null)
    return outcome.kind !== 'failed' && outcome.answer.status >= 500
      ? `The server failed with status ${outcome.answer.status}.`
      : 'The answer differs from the reference.'
  const stated = shared ?? (suspect.rule === null ? '' : sentenceOf(suspect.rule))
  return [stated, ...observedIn(findings, example)].join(' ')
}

/** The number of wrong answers from which the title of a cause states the circumstances of exactly these answers. */
const MIN_OF_SCOPE = 3

/** Returns the sentence that a cause occurs only in some circumstances; empty without them or for few wrong answers. */
const scopeOf = (only: Only | undefined, findings: readonly Finding[]): readonly string[] =>
  only?.isStrict === true && findings.length >= MIN_OF_SCOPE ? [`This happens only ${only.where}.`] : []

/** The words, in lower case, that only a sentence about what the target does contains. */
const DEED = 'the server '

/** Returns the title of a cause that one switch explains: the subject of the switch, and what the server does. */
function saysOf(one: Switch): string {
  if (one.kind === 'decision') {
    const { says, plain } = DECISION_WORDS[one.decision]
    const theirs = wordsOf(one.decision, one.database)
    const database = DATABASE_TITLES[one.database]
    return theirs === undefined
      ? `${says} The server follows the guide: ${firstPart(plain)}.`
      : `${says} The server behaves like ${database}: ${firstPart(theirs)}.`
  }
  const { says, on, off } = textOfDeparture(one.departure)
  return `${says} The server ${firstPart(one.on ? on : off)}.`
}

/**
 * Returns the first part of a text about behaviours, because a title has one line. A text about a reading of the guide
 * first states the behaviour of the real server, and then the behaviour with the switch.
 */
const firstPart = (text: string): string => text.split('; with this switch, ').at(-1)?.split(';', 1)[0] ?? ''

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/**
 * Returns the level of a cause: the highest level of its suite cases. A cause without suite cases has the level MUST
 * if the guide states its rule and the rules in `telling` of the example, otherwise SHOULD.
 */
function levelOf(levels: readonly Level[], rule: CheckedRule | undefined, { telling }: Example): Level {
  const highest = LEVELS.find((level) => levels.includes(level))
  if (highest !== undefined) return highest
  return rule !== undefined && [rule, ...telling].every(isRuleOfGuide) ? 'MUST' : 'SHOULD'
}

/** The fraction of the largest cause's number of wrong answers above which another cause counts as large. */
const LARGE = 0.5

/**
 * Sorts causes in the order in which to fix them. Large causes come first. Among large causes, and among small ones,
 * causes without a rule come first, and causes that change only the text of errors come last, because a mistake in
 * reading the query also changes these texts. The others follow the chapters of the rules.
 */
export function inFixOrder(causes: readonly Cause[]): readonly Cause[] {
  const most = Math.max(0, ...causes.map(({ count }) => count))
  const isMuch = ({ count }: Cause): boolean => count > most * LARGE
  return [...causes].sort(
    (one, other) =>
      Number(isMuch(other)) - Number(isMuch(one)) ||
      Number(isOfErrorText(one)) - Number(isOfErrorText(other)) ||
      chapterOf(one) - chapterOf(other) ||
      other.count - one.count ||
      other.cases.length - one.cases.length ||
      placeOf(one) - placeOf(other),
  )
}

/** Returns whether the example of a cause has the expected status of an error and another body. */
const isOfErrorText = ({ example: { expected, outcome } }: Cause): boolean =>
  expected.status >= 400 && outcome.kind === 'answered' && outcome.answer.status === expected.status

/** Returns the index of a rule in the order of all rules; -1 without a rule. */
export const placeOf = ({ rule }: { readonly rule: CheckedRule | null | undefined }): number =>
  rule === undefined || rule === null ? -1 : RULE_ORDER.indexOf(rule)

/** Returns the index of the first rule in the chapter of a cause's rule; -1 without a rule. */
const chapterOf = ({ rule }: Cause): number =>
  rule === undefined ? -1 : RULE_ORDER.findIndex((one) => one.split('.', 1)[0] === rule.split('.', 1)[0])
