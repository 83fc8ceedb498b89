/** Findings → causes: what comes of one thing is told once. */
import { DECISION_WORDS } from '../../reference/database/atlas.ts'
import { textOfDeparture } from '../../reference/profile/departure.ts'
import { isOfGuide, RULES, type RuleId } from '../../reference/rules.ts'
import type { Level } from '../suite/case.ts'
import { type Coverage, suspicion } from './coverage.ts'
import { type Example, explanation, kindOf } from './example.ts'
import { featureOfRequest } from './features.ts'
import type { Finding } from './finding.ts'
import type { Switch } from './switches.ts'

/** One reason for any number of findings. */
export interface Cause {
  /** Stands for the same cause in every run: a switch, or a rule and the kind of difference. */
  readonly key: string
  /** One line. */
  readonly title: string
  /** The rule that goes with the differences most; undefined where the answers follow none. */
  readonly rule: RuleId | undefined
  readonly switches: readonly Switch[]
  readonly feature: string
  /** The highest level among the cases, `SHOULD` for a generated request by an observed rule. */
  readonly level: Level
  /** How many requests of the run it accounts for. */
  readonly count: number
  /** The generated requests among them, by feature. */
  readonly generated: Readonly<Record<string, number>>
  /** The suite cases among them, by id. */
  readonly cases: readonly string[]
  /** The one with the shortest request. */
  readonly example: Example
  /** Why it is no news; undefined for a cause that is. */
  readonly knownBecause: string | undefined
  /** Where its example is looked at; left out where the explorer cannot ask it. */
  readonly explorer?: ExplorerLink
}

/** A request in the explorer. */
export interface ExplorerLink {
  /** Names who asks as a role: a token is never part of it. */
  readonly address: string
  /** What the request has besides, which the explorer does not send: names of headers, or the method. */
  readonly without: readonly string[]
}

/** Most requests first. */
export function causesOf(findings: readonly Finding[], coverage: Coverage): readonly Cause[] {
  const groups: [Finding, ...Finding[]][] = []
  // Generated ones have the smallest requests, so that they tell best what the others have in common.
  const ordered = [...findings].sort((a, b) => rank(a.example) - rank(b.example))
  for (const finding of ordered) {
    const group = groups.find(([first]) => belongs(finding.example, first.example, coverage))
    if (group === undefined) groups.push([finding])
    else group.push(finding)
  }
  return groups.map((group) => causeOf(group, coverage)).sort((a, b) => b.count - a.count)
}

const rank = ({ origin }: Example): number => ['generated', 'suite'].indexOf(origin.part)

/** Whether an example comes of the same thing as the first of a group. */
function belongs(example: Example, first: Example, coverage: Coverage): boolean {
  const [theirs, ours] = [explanation(first), explanation(example)]
  if (theirs !== undefined || ours !== undefined) return theirs === ours
  if (kindOf(first.difference, first.outcome) !== kindOf(example.difference, example.outcome)) return false
  if (first.outcome.kind === 'failed') return true
  if (first.origin.part === 'generated') return first.telling.every((id) => example.rules.includes(id))
  return suspect([first], coverage) === suspect([example], coverage)
}

/** The rule that tells examples best from what was equal; of several, the one that was followed last. */
function suspect(examples: readonly Example[], coverage: Coverage): RuleId | undefined {
  const telling = examples.flatMap((example) => example.telling)
  const candidates = telling.length > 0 ? telling : examples.flatMap(({ rules }) => rules)
  let best: { readonly rule: RuleId; readonly score: number } | undefined
  for (const rule of new Set(candidates)) {
    const score = suspicion(rule, examples, coverage)
    if (best === undefined || score >= best.score) best = { rule, score }
  }
  return best?.rule
}

function causeOf(group: readonly [Finding, ...Finding[]], coverage: Coverage): Cause {
  const [{ example: first }] = group
  const examples = group.map(({ example }) => example)
  const shortest = examples.reduce((best, one) =>
    one.request.url.length < best.request.url.length ? one : best,
  )
  const cases = examples.flatMap(({ origin }) => (origin.part === 'suite' ? [origin.id] : []))
  const feature =
    group.find((one) => one.feature !== undefined)?.feature ?? featureOfRequest(shortest.request)
  const rule = suspect(examples, coverage)
  const kind = kindOf(first.difference, first.outcome)
  return {
    key: explanation(first) ?? `${rule ?? 'any request'}: ${kind}`,
    title: titleOf(first, rule),
    rule,
    switches: first.switches,
    feature,
    level: levelOf(examples, rule),
    count: group.reduce((sum, { count }) => sum + count, 0),
    generated: sumOf(group.map(({ generated = {} }) => generated)),
    cases,
    example: shortest,
    knownBecause: undefined,
  }
}

function sumOf(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const record of records)
    for (const [name, count] of Object.entries(record)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

function titleOf(example: Example, rule: RuleId | undefined): string {
  const { outcome, switches } = example
  if (outcome.kind === 'failed') return `No answer (${outcome.why}): ${outcome.message}`
  const [only, ...more] = switches
  if (only !== undefined && more.length === 0) return saysOf(only)
  if (only !== undefined)
    return `Answers as with ${switches.length} switches together: ${explanation(example) ?? ''}`
  if (rule === undefined) return 'Answers otherwise than the reference.'
  return RULES[rule].says
}

const saysOf = (one: Switch): string =>
  one.kind === 'departure' ? textOfDeparture(one.departure).says : DECISION_WORDS[one.decision].says

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** What the guide says is a MUST. */
function levelOf(examples: readonly Example[], rule: RuleId | undefined): Level {
  const levels = examples.flatMap(({ origin }) => (origin.part === 'suite' ? [origin.level] : []))
  const highest = LEVELS.find((level) => levels.includes(level))
  if (highest !== undefined) return highest
  return rule !== undefined && isOfGuide(rule) ? 'MUST' : 'SHOULD'
}
