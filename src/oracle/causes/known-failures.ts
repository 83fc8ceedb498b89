/**
 * Reads and applies known failures, which the user accepts. The check also runs the suite cases that are listed as
 * known failures. Such a case makes the check fail only if it passes unexpectedly.
 */
import { writeFileSync } from 'node:fs'
import { readRegular } from '../../sources/regular-file.ts'
import type { Cause } from './cause.ts'
import type { Results } from './results.ts'
import { changeOf, type Switch } from './switches.ts'

/**
 * A known failure with the reason why the user accepts it. The member `case` is the id of a suite case. The member
 * `rule` is a rule, a quirk or the key of a cause. The user then accepts all failures of the causes with this name.
 */
export type KnownFailure =
  | { readonly case: string; readonly reason: string }
  | { readonly rule: string; readonly reason: string }

/** The error for a file of known failures that cannot be used. */
export class KnownFailuresError extends Error {
  override readonly name = 'KnownFailuresError'
}

/**
 * Reads the known failures from a JSON file. Returns an empty list if the file does not exist.
 * @throws KnownFailuresError if the file is not a list of `{case or rule, reason}`.
 */
export function readKnownFailures(file: string): readonly KnownFailure[] {
  const json: unknown = parse(file)
  if (!Array.isArray(json)) throw new KnownFailuresError(`${file}: expected a list`)
  return json.map((item: unknown, at): KnownFailure => {
    if (!isKnown(item))
      throw new KnownFailuresError(
        `${file}: entry ${at}: expected an object with "case" or "rule", and "reason", all of them texts`,
      )
    return item
  })
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readRegular(file).toString('utf8'))
  } catch (error) {
    throw new KnownFailuresError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isKnown(item: unknown): item is KnownFailure {
  if (typeof item !== 'object' || item === null || !('reason' in item)) return false
  const subject = 'case' in item ? item.case : 'rule' in item ? item.rule : undefined
  return typeof subject === 'string' && typeof item.reason === 'string' && item.reason.trim() !== ''
}

/** Returns the name of the case, rule or cause of a known failure. */
export const subjectOf = (known: KnownFailure): string => ('case' in known ? known.case : known.rule)

/**
 * Returns the reason in the first known failure whose case or rule is in `names`; undefined if no known failure
 * matches.
 */
export function reasonFor(
  known: readonly KnownFailure[],
  names: readonly (string | undefined)[],
): string | undefined {
  return known.find((one) => names.includes(subjectOf(one)))?.reason
}

const nameOf = (one: Switch): string => (one.kind === 'departure' ? one.departure : changeOf(one))

/** Returns the texts by which the member `rule` of a known failure may name a cause. */
const namesOf = ({ key, rule, switches }: Pick<Cause, 'key' | 'rule' | 'switches'>): readonly string[] => [
  key,
  ...(rule === undefined ? [] : [rule]),
  ...(switches.length === 1 ? switches.map(nameOf) : []),
]

/**
 * Marks causes that are known failures with the reason. A cause is known if a known failure names it. A cause is also
 * known if it explains only suite cases and each of these cases is known.
 */
export const markKnown = (causes: readonly Cause[], known: readonly KnownFailure[]): readonly Cause[] =>
  causes.map((cause) => {
    const whole = reasonFor(known, namesOf(cause))
    const isOnlyCases = cause.count === cause.cases.length
    const reasons = cause.cases.map((id) => reasonFor(known, [id]))
    const byCases = isOnlyCases && !reasons.includes(undefined) ? reasons[0] : undefined
    return { ...cause, knownBecause: whole ?? byCases }
  })

/** What a run says about the known failures that did not occur in it. */
interface KnownWithoutFailure {
  /** The known failures that passed. */
  readonly passed: readonly KnownFailure[]
  /** The known failures about which a run of a part of the requests says nothing. */
  readonly unjudged: readonly KnownFailure[]
}

/**
 * Finds the known failures that did not occur in a run. A run of a part of the requests, such as a shard, says nothing
 * about cases that it did not send, and about rules that cause no difference in it.
 */
export function withoutFailure(
  { cases }: Results,
  causes: readonly Cause[],
  known: readonly KnownFailure[],
  isPart: boolean,
): KnownWithoutFailure {
  const sent = new Map(cases.map(({ kind, suiteCase }) => [suiteCase.id, kind]))
  const absent = known.filter(
    (one) => 'rule' in one && !causes.some((cause) => namesOf(cause).includes(one.rule)),
  )
  const passed = known.filter((one) => 'case' in one && sent.get(one.case) === 'passed')
  const unsent = known.filter((one) => 'case' in one && (sent.get(one.case) ?? 'skipped') === 'skipped')
  return isPart
    ? { passed, unjudged: [...absent, ...unsent] }
    : { passed: [...passed, ...absent], unjudged: [] }
}

/** The numbers of entries in a written file of known failures. */
export interface WrittenFailures {
  readonly entries: number
  /** The number of entries that were not in the file before. */
  readonly added: number
  /** The number of entries that were in the file before, and are not now. */
  readonly removed: number
}

/**
 * Writes all failures of a run to the JSON file of known failures, so that later runs accept them. Failures that were
 * known before keep their reasons. The reason of a new one is the title of its cause. The parameter `unjudged` contains
 * the known failures that stay in the file because the run says nothing about them. Returns the numbers of entries.
 */
export function writeKnownFailures(
  file: string,
  before: readonly KnownFailure[],
  causes: readonly Cause[],
  unjudged: readonly KnownFailure[] = [],
): WrittenFailures {
  const keep = (name: string): string | undefined => reasonFor(before, [name])
  const entries = causes.flatMap((cause): KnownFailure[] => {
    const reason = keep(cause.key) ?? cause.title
    const cases = cause.cases.map((id): KnownFailure => ({ case: id, reason: keep(id) ?? reason }))
    return cause.count > cause.cases.length ? [{ rule: cause.key, reason }, ...cases] : cases
  })
  const all = [...unjudged, ...entries]
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`)
  const old = new Set(before.map(subjectOf))
  const now = new Set(all.map(subjectOf))
  const countOutside = (others: ReadonlySet<string>, some: ReadonlySet<string>): number =>
    [...some].filter((name) => !others.has(name)).length
  return { entries: all.length, added: countOutside(old, now), removed: countOutside(now, old) }
}
