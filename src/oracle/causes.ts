/** Findings → causes: what comes of one thing is told once. */
import { QUIRKS } from '../profile/quirks.ts'
import { RULES, type RuleId } from '../rules.ts'
import type { Level } from '../suite/suite.ts'
import { explanation, type Finding, kindOf } from './finding.ts'
import { featureOfRequest } from './feature.ts'
import type { Cause } from './report.ts'
import type { Tally } from './tally.ts'

/** A finding, and for how many requests it stands. */
export interface Weighed {
  readonly finding: Finding
  readonly count: number
  /** The row of the matrix; that of the request where it is left out. */
  readonly feature?: string
}

interface Group {
  readonly key: string
  /** The one that the others are compared with. */
  readonly first: Finding
  readonly rule: RuleId | undefined
  readonly members: Weighed[]
}

/** Most requests first. */
export function causesOf(weighed: readonly Weighed[], tally: Tally): readonly Cause[] {
  const groups: Group[] = []
  // Generated ones have the smallest requests, so that they tell best what the others have in common.
  const ordered = [...weighed].sort((a, b) => rank(a.finding) - rank(b.finding))
  for (const one of ordered) {
    const group = groups.find((other) => belongs(one.finding, other))
    if (group === undefined) groups.push(groupOf(one, tally))
    else group.members.push(one)
  }
  return groups.map(causeOf).sort((a, b) => b.count - a.count)
}

const rank = ({ origin }: Finding): number => ['generated', 'law', 'suite'].indexOf(origin.part)

function belongs(finding: Finding, { first, rule }: Group): boolean {
  const [theirs, ours] = [explanation(first), explanation(finding)]
  if (theirs !== undefined || ours !== undefined) return theirs === ours
  if (kindOf(first.difference, first.outcome) !== kindOf(finding.difference, finding.outcome)) return false
  if (first.outcome.kind === 'failed') return true
  if (first.origin.part === 'generated') return first.telling.every((id) => finding.rules.includes(id))
  return rule !== undefined && finding.telling.includes(rule)
}

function groupOf(one: Weighed, tally: Tally): Group {
  const { finding } = one
  const rule = suspect(finding, tally)
  const kind = kindOf(finding.difference, finding.outcome)
  const key = explanation(finding) ?? `${rule ?? 'any request'}: ${kind}`
  return { key, first: finding, rule, members: [one] }
}

/** The rule that goes with differences most; of several, the one that was followed last. */
function suspect({ telling, rules }: Finding, tally: Tally): RuleId | undefined {
  const candidates = telling.length > 0 ? telling : rules
  let best: RuleId | undefined
  for (const rule of candidates) {
    if (best === undefined || tally.suspicion(rule) >= tally.suspicion(best)) best = rule
  }
  return best
}

function causeOf({ key, rule, members, first }: Group): Cause {
  const findings = members.map(({ finding }) => finding)
  const example = findings.reduce((best, one) =>
    one.request.url.length < best.request.url.length ? one : best,
  )
  const cases = findings.flatMap(({ origin }) => (origin.part === 'suite' ? [origin.id] : []))
  const feature = members.find((one) => one.feature !== undefined)?.feature ?? featureOfRequest(example.request)
  return {
    key,
    title: titleOf(first, rule),
    rule,
    switches: first.switches,
    feature,
    level: levelOf(findings, rule),
    count: members.reduce((sum, { count }) => sum + count, 0),
    cases,
    example,
    knownBecause: undefined,
  }
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
