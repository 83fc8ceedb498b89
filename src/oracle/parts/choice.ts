/** Selects the suite cases and the requests that a run sends: by rule, level, case id or shard. */

import { distance } from 'fastest-levenshtein'
import { featureOfCase } from '../causes/features.ts'
import type { SuiteEntry } from '../causes/results.ts'
import { type CheckedRule, RULE_ORDER } from '../exchange/rules.ts'
import type { Level } from '../suite/case.ts'

export interface Choice {
  /**
   * The rules or features to test: `fields.keeps-ids` is one rule, `fields` is a feature and all rules of its chapter,
   * `filters.op.$*` is all rules with this prefix. The default is all rules.
   */
  readonly only?: readonly string[]
  /**
   * The lowest level (MUST, SHOULD or MAY) of the suite cases to run. If a level is set, the check generates no
   * requests.
   */
  readonly level?: Level
  /** The ids of the suite cases to run. If ids are given, no other suite case runs. */
  readonly caseIds?: readonly string[]
  /**
   * The generated requests to send, as `SEED:PATH` from a report. If this option is set, the run sends only these
   * requests and the suite cases in `caseIds`.
   */
  readonly replays?: readonly string[]
  /** The shard to run, if the run is split into several shards. The number of a shard is counted from 1. */
  readonly shard?: Shard
}

export interface Shard {
  readonly number: number
  readonly of: number
}

/**
 * Returns the names of rules and features in the option `only` as a list.
 * @throws RangeError for a name that selects no rule and no feature. The error message lists the nearest names and
 * all features.
 */
export function namesOf(only: string | readonly string[], cases: readonly SuiteEntry[]): readonly string[] {
  const names = typeof only === 'string' ? [only] : only
  const features = new Set(cases.map(featureOfCase))
  for (const name of names) {
    if (features.has(name) || RULE_ORDER.some((rule) => isMeant(name, rule))) continue
    const chapters = new Set([...features, ...RULE_ORDER.flatMap((rule) => rule.split('.', 1))])
    const known = new Set([...chapters, ...RULE_ORDER])
    throw new RangeError(
      `only: no rule and no feature is called "${name}". Nearest: ${nearest(name, known)}. ` +
        `All features: ${[...chapters].sort().join(', ')}`,
    )
  }
  return names
}

/** The maximum number of known names that an error message suggests for an unknown name in the option `only`. */
const SUGGESTED = 3

/**
 * Returns the names of rules and features nearest to a text: first names that contain the text, then names with the
 * smallest edit distance.
 */
const nearest = (name: string, known: ReadonlySet<string>): string => {
  const bare = name.replaceAll('*', '').replace(/\.$/, '')
  const score = (one: string): number => (one.includes(bare) ? 0 : distance(bare, one))
  return [...known]
    .sort((one, other) => score(one) - score(other))
    .slice(0, SUGGESTED)
    .join(', ')
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** Returns whether the options name single suite cases or single generated requests to run. */
export const isNamed = ({ caseIds, replays }: Choice): boolean =>
  caseIds !== undefined || replays !== undefined

/** Returns whether the options select a part of the requests. */
export const isPart = (choice: Choice): boolean =>
  isNamed(choice) || choice.only !== undefined || choice.level !== undefined || choice.shard !== undefined

/** Returns the suite cases or write sessions that the options select, in the order of the suite. */
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

/**
 * Returns whether the check generates requests. The check generates no requests if the options name a suite case, a
 * generated request or a level.
 */
export const generates = (choice: Choice): boolean => !isNamed(choice) && choice.level === undefined

/** Returns whether the shard of this run includes the request or law with the index `at`. */
export const isOfShard = ({ shard }: Choice, at: number): boolean =>
  shard === undefined || at % shard.of === shard.number - 1

/** Returns whether the option `only` selects any of the given rules. */
export const isAbout = ({ only }: Choice, rules: readonly CheckedRule[]): boolean =>
  only === undefined || rules.some((rule) => only.some((text) => isMeant(text, rule)))

const isNamedFeature = ({ only = [] }: Choice, feature: string): boolean => only.includes(feature)

/**
 * Returns whether a name in the option `only` selects a rule. Compares prefixes, because a regular expression from a
 * user is unsafe.
 */
function isMeant(text: string, rule: string): boolean {
  if (text.endsWith('*')) return rule.startsWith(text.slice(0, -1))
  return rule === text || rule.startsWith(`${text}.`)
}
