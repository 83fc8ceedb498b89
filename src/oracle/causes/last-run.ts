/**
 * Stores the failures of a run of the check in a JSON file. The next run can repeat them, and reports the fixed and
 * the new causes.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRegular } from '../../sources/regular-file.ts'
import { isList, isObject, type Json, parseJson } from '../../util/json.ts'
import type { Cause } from './cause.ts'

/** A cause in the last run, with the cases and requests that failed because of it. */
export interface LastCause {
  readonly key: string
  readonly title: string
  /** The ids of the suite cases that failed because of the cause. */
  readonly cases: readonly string[]
  /** The failed generated requests of the cause, as values for `--replay`. */
  readonly replays: readonly string[]
  /**
   * The positions of all failed generated requests of the cause, in the sequence of requests that the seed generates.
   */
  readonly indices?: readonly number[]
}

/** The failures of one run of the check, by cause, in the order of the report. */
export interface LastRun {
  readonly causes: readonly LastCause[]
  /**
   * Whether the run was complete. A cause counts as new in the next run only if the last run was complete and did not
   * have it.
   */
  readonly isWhole: boolean
  /** The seed from which the requests of the run were generated. */
  readonly seed?: number
}

/** The titles of the causes that are fixed or new since the last run. */
export interface Since {
  readonly fixed: readonly string[]
  readonly new: readonly string[]
}

/** The suite cases and the generated requests that passed in this run. Requests that were not sent do not count. */
export interface Passed {
  readonly cases: ReadonlySet<string>
  readonly replays: ReadonlySet<string>
}

/**
 * Reads the failures of the last run from a JSON file. Returns undefined if the file does not exist or is not a JSON
 * object.
 */
export function readLastRun(file: string): LastRun | undefined {
  if (!existsSync(file)) return undefined
  const json = parseJson(readRegular(file).toString('utf8'))
  if (!isObject(json)) return undefined
  const causes = isList(json['causes']) ? json['causes'] : []
  const { seed } = json
  return {
    isWhole: json['isWhole'] === true,
    ...(typeof seed === 'number' ? { seed } : {}),
    causes: causes.flatMap((one) => {
      if (!isObject(one)) return []
      const { key, title, cases, replays, indices } = one
      if (typeof key !== 'string' || typeof title !== 'string') return []
      return [{ key, title, cases: textsOf(cases), replays: textsOf(replays), indices: numbersOf(indices) }]
    }),
  }
}

const textsOf = (json: Json | undefined): readonly string[] =>
  isList(json) ? json.filter((one) => typeof one === 'string') : []

const numbersOf = (json: Json | undefined): readonly number[] =>
  isList(json) ? json.filter((one) => typeof one === 'number') : []

/** Returns the failures of a run to store for the next run, without known failures. */
export function lastRunOf(causes: readonly Cause[], isWhole: boolean, seed?: number): LastRun {
  const news = causes.filter(({ knownBecause }) => knownBecause === undefined)
  return {
    isWhole,
    ...(seed === undefined ? {} : { seed }),
    causes: news.map((cause) => ({
      key: cause.key,
      title: cause.title,
      cases: cause.cases,
      replays: replaysOf(cause),
      indices: cause.indices,
    })),
  }
}

/**
 * Removes the suite cases and requests that pass now from the failures of the last run. Then also removes the causes
 * without any remaining failure.
 */
export const withoutPassed = (last: LastRun, { cases, replays }: Passed): LastRun => ({
  ...last,
  causes: last.causes
    .map((cause) => ({
      ...cause,
      cases: cause.cases.filter((id) => !cases.has(id)),
      replays: cause.replays.filter((text) => !replays.has(text)),
    }))
    .filter((cause) => cause.cases.length + cause.replays.length > 0),
})

const replaysOf = ({ example: { origin } }: Cause): readonly string[] =>
  origin.part === 'generated' ? [origin.replay] : []

/** Writes the failures of a run to a file, and creates the folder of this file if necessary. */
export function writeLastRun(file: string, run: LastRun): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(run, undefined, 1)}\n`)
}

/**
 * The generated requests of a run: their seed, and the number of requests that the run sent from the beginning of the
 * seed's sequence.
 */
export interface Generated {
  readonly seed: number
  readonly sent: number
}

/**
 * Compares the failures of a run with those of the last run. A cause is fixed if all its suite cases and requests pass
 * now, and no current cause has the same key or title. A cause is new if the last run was complete and had neither the
 * key of this cause nor any of its failures.
 */
export function sinceOf(
  last: LastRun,
  causes: readonly Cause[],
  passed: Passed,
  { seed, sent }: Generated,
): Since {
  const left = new Set(causes.flatMap(({ key, title }) => [key, title]))
  const still = new Set(causes.flatMap(({ indices }) => indices))
  const isRight = ({ cases, replays, indices = [] }: LastCause): boolean =>
    cases.every((id) => passed.cases.has(id)) &&
    (sent > 0 && last.seed === seed
      ? indices.every((at) => at < sent && !still.has(at))
      : replays.every((text) => passed.replays.has(text)))
  const wrong = new Set(last.causes.flatMap(({ cases, replays }) => [...cases, ...replays]))
  const keys = new Set(last.causes.map(({ key }) => key))
  const places = new Set(last.seed === seed ? last.causes.flatMap(({ indices = [] }) => indices) : [])
  const isNew = ({ key, cases, replays, indices = [] }: LastCause): boolean =>
    !keys.has(key) &&
    ![...cases, ...replays].some((one) => wrong.has(one)) &&
    !indices.some((one) => places.has(one))
  return {
    fixed: last.causes
      .filter((cause) => !left.has(cause.key) && !left.has(cause.title) && isRight(cause))
      .map(({ title }) => title),
    new: last.isWhole
      ? lastRunOf(causes, true)
          .causes.filter(isNew)
          .map(({ title }) => title)
      : [],
  }
}
