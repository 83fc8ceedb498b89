/** Remembers the failures of a run, so that the next run sends them first and reports what changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isList, isObject, type Json, parseJson } from '../../util/json.ts'
import type { Cause } from './cause.ts'

/** The failures in the order of the report. */
export interface LastRun {
  /** Keys and titles of causes. */
  readonly causes: readonly { readonly key: string; readonly title: string }[]
  /** Ids of cases, the first ones of each cause. */
  readonly cases: readonly string[]
  /** Generated requests, as values for `--replay`. */
  readonly replays: readonly string[]
}

/** The changes since the last run, by the titles of causes. */
export interface Since {
  readonly mended: readonly string[]
  readonly new: readonly string[]
}

/** How many cases of one cause are stored. They are sent in one batch and show whether the cause is fixed. */
const MAX_CASES_OF_CAUSE = 25

/** undefined if no file exists or it cannot be read: then there was no last run. */
export function readLastRun(file: string): LastRun | undefined {
  if (!existsSync(file)) return undefined
  const json = parseJson(readFileSync(file, 'utf8'))
  if (!isObject(json)) return undefined
  const causes = isList(json['causes']) ? json['causes'] : []
  return {
    causes: causes.flatMap((one) => {
      const [key, title] = isObject(one) ? [one['key'], one['title']] : []
      return typeof key === 'string' && typeof title === 'string' ? [{ key, title }] : []
    }),
    cases: textsOf(json['cases']),
    replays: textsOf(json['replays']),
  }
}

const textsOf = (json: Json | undefined): readonly string[] =>
  isList(json) ? json.filter((one) => typeof one === 'string') : []

/** Known failures are not stored: they need no repetition. */
export function lastRunOf(causes: readonly Cause[]): LastRun {
  const news = causes.filter(({ knownBecause }) => knownBecause === undefined)
  return {
    causes: news.map(({ key, title }) => ({ key, title })),
    cases: news.flatMap(({ cases }) => cases.slice(0, MAX_CASES_OF_CAUSE)),
    replays: news.flatMap(replaysOf),
  }
}

const replaysOf = ({ example: { origin } }: Cause): readonly string[] =>
  origin.part === 'generated' ? [origin.replay] : []

/** Writes the memory of a run, and creates its folder. */
export function writeLastRun(file: string, run: LastRun): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(run, undefined, 1)}\n`)
}

/** The causes that disappeared since the last run, and the new ones. */
export function sinceOf(last: LastRun, causes: readonly Cause[]): Since {
  const [before, now] = [last.causes, lastRunOf(causes).causes]
  const without = (some: LastRun['causes'], others: LastRun['causes']): readonly string[] =>
    some.filter(({ key }) => !others.some((one) => one.key === key)).map(({ title }) => title)
  return { mended: without(before, now), new: without(now, before) }
}
