/** What of a run is wanted: rules, a level, single cases, or a part of everything. */

import { featureOfCase } from '../causes/features.ts'
import type { SuiteEntry } from '../causes/results.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Level } from '../suite/case.ts'

export interface Choice {
  /**
   * Rules or features: `fields.keeps-ids` is one rule, `fields` a feature and every rule of the chapter, `filters.op.$*`
   * every rule that begins so. Everything where it is left out.
   */
  readonly only?: readonly string[]
  /** The lowest level of cases; no request is generated where it is told. */
  readonly level?: Level
  /** Nothing but these cases, by id. */
  readonly caseIds?: readonly string[]
  /** Nothing but these generated requests, `SEED:PATH` as a report names them. */
  readonly replays?: readonly string[]
  /** The part of a run that is split among several, counted from 1. */
  readonly shard?: Shard
}

export interface Shard {
  readonly number: number
  readonly of: number
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** Whether nothing is run but what is named one by one. */
export const isNamed = ({ caseIds, replays }: Choice): boolean =>
  caseIds !== undefined || replays !== undefined

/** The cases or sessions that are wanted, in their order. */
export function chosenCases<Item extends SuiteEntry>(
  cases: readonly Item[],
  choice: Choice,
): readonly Item[] {
  if (isNamed(choice)) {
    const named = new Set(choice.caseIds)
    return cases.filter(({ id }) => named.has(id))
  }
  const { level = 'MAY' } = choice
  return cases
    .filter((one) => LEVELS.indexOf(one.level) <= LEVELS.indexOf(level))
    .filter((one) => isAbout(choice, one.rules) || isNamedFeature(choice, featureOfCase(one)))
    .filter((_one, at) => isOfShard(choice, at))
}

/** Whether requests are generated at all. */
export const generates = (choice: Choice): boolean => !isNamed(choice) && choice.level === undefined

/** Whether a request by its place in the run, or a law, is of the part that is run. */
export const isOfShard = ({ shard }: Choice, at: number): boolean =>
  shard === undefined || at % shard.of === shard.number - 1

/** Whether any of some rules is wanted. */
export const isAbout = ({ only }: Choice, rules: readonly CheckedRule[]): boolean =>
  only === undefined || rules.some((rule) => only.some((text) => isMeant(text, rule)))

const isNamedFeature = ({ only = [] }: Choice, feature: string): boolean => only.includes(feature)

/** Without a pattern that is made of what somebody wrote. */
function isMeant(text: string, rule: CheckedRule): boolean {
  if (text.endsWith('*')) return rule.startsWith(text.slice(0, -1))
  return rule === text || rule.startsWith(`${text}.`)
}
