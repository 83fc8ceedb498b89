/** Findings → causes: what comes of one thing is told once. */
import { QUIRKS } from '../../reference/profile/quirks.ts'
import { RULES, type RuleId } from '../../reference/rules.ts'
import type { Cause } from '../report/report.ts'
import type { Level } from '../suite/suite.ts'
import { suspicion, type Tally } from './coverage.ts'
import { explanation, type Finding, kindOf } from './example.ts'
import { featureOfRequest } from './features.ts'

/** A finding, and for how many requests it stands. */
export interface Weighed {
  readonly finding: Finding
  readonly count: number
  /** The row of the matrix; that of the request where it is left out. */
  readonly feature?: string
  /** The rows in which generated requests count, and how many in each. */
  readonly generated?: Readonly<Record<string, number>>
}

/** Most requests first. */
export function causesOf(weighed: readonly Weighed[], tally: Tally): readonly Cause[] {
  const groups: [Weighed, ...Weighed[]][] = []
  // Generated ones have the smallest requests, so that they tell best what the others have in common.
  const ordered = [...weighed].sort((a, b) => rank(a.finding) - rank(b.finding))
  for (const one of ordered) {
    const group = groups.find(([first]) => belongs(one.finding, first.finding, tally))
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  return groups.map((group) => causeOf(group, tally)).sort((a, b) => b.count - a.count)
}

const rank = ({ origin }: Finding): number => ['generated', 'law', 'suite'].indexOf(origin.part)

/** Whether a finding comes of the same thing as the first of a group. */
function belongs(finding: Finding, first: Finding, tally: Tally): boolean {
  const [theirs, ours] = [explanation(first), explanation(finding)]
  if (theirs !== undefined || ours !== undefined) return theirs === ours
  if (kindOf(first.difference, first.outcome) !== kindOf(finding.difference, finding.outcome)) return false
  if (first.outcome.kind === 'failed') return true
  if (first.origin.part === 'generated') return first.telling.every((id) => finding.rules.includes(id))
  return suspect([first], tally) === suspect([finding], tally)
}

/** The rule that tells findings best from what was equal; of several, the one that was followed last. */
function suspect(findings: readonly Finding[], tally: Tally): RuleId | undefined {
  const telling = findings.flatMap((finding) => finding.telling)
  const candidates = telling.length > 0 ? telling : findings.flatMap(({ rules }) => rules)
  let best: { readonly rule: RuleId; readonly score: number } | undefined
  for (const rule of new Set(candidates)) {
    const score = suspicion(rule, findings, tally)
    if (best === undefined || score >= best.score) best = { rule, score }
  }
  return best?.rule
}

function causeOf(group: readonly [Weighed, ...Weighed[]], tally: Tally): Cause {
  const [{ finding: first }] = group
  const findings = group.map(({ finding }) => finding)
  const example = findings.reduce((best, one) =>
    one.request.url.length < best.request.url.length ? one : best,
  )
  const cases = findings.flatMap(({ origin }) => (origin.part === 'suite' ? [origin.id] : []))
  const feature = group.find((one) => one.feature !== undefined)?.feature ?? featureOfRequest(example.request)
  const rule = suspect(findings, tally)
  const kind = kindOf(first.difference, first.outcome)
  return {
    key: explanation(first) ?? `${rule ?? 'any request'}: ${kind}`,
    title: titleOf(first, rule),
    rule,
    switches: first.switches,
    feature,
    level: levelOf(findings, rule),
    count: group.reduce((sum, { count }) => sum + count, 0),
    generated: sumOf(group.map(({ generated = {} }) => generated)),
    cases,
    example,
    knownBecause: undefined,
  }
}

function sumOf(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const record of records)
    for (const [name, count] of Object.entries(record)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

function titleOf(finding: Finding, rule: RuleId | undefined): string {
  const { outcome, switches } = finding
  if (outcome.kind === 'failed') return `No answer (${outcome.why}): ${outcome.message}`
  const [only, ...more] = switches
  if (only !== undefined && more.length === 0) return QUIRKS[only.quirk].says
  if (only !== undefined)
    return `Answers as with ${switches.length} quirks together: ${explanation(finding) ?? ''}`
  if (rule === undefined) return 'Answers otherwise than the reference.'
  return RULES[rule].says
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** What the guide says is a MUST. */
function levelOf(findings: readonly Finding[], rule: RuleId | undefined): Level {
  const levels = findings.flatMap(({ origin }) => (origin.part === 'suite' ? [origin.level] : []))
  const highest = LEVELS.find((level) => levels.includes(level))
  if (highest !== undefined) return highest
  return rule !== undefined && RULES[rule].source.startsWith('guide') ? 'MUST' : 'SHOULD'
}
