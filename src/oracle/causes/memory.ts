/** What a run leaves for the next: what failed, so that it is asked again, and what has changed is told. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isList, isObject, type Json, parseJson } from '../../util/json.ts'
import type { Cause } from './cause.ts'

/** What failed, in the order in which it was told. */
export interface LastRun {
  /** Keys of causes, and what they were called. */
  readonly causes: readonly { readonly key: string; readonly title: string }[]
  /** Ids of cases, the first of each cause. */
  readonly cases: readonly string[]
  /** Generated requests, as `--replay` takes them. */
  readonly replays: readonly string[]
}

/** What has changed since the last run, by the titles of causes. */
export interface Since {
  readonly mended: readonly string[]
  readonly new: readonly string[]
}

/** Cases of one cause that are kept: they show whether it is mended, and are asked again at once. */
const MOST_OF_CAUSE = 25

/** undefined where there is no file, or none that can be read: there was no last run then. */
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

/** Known failures are no news, and are not asked again for their own sake. */
export function lastRunOf(causes: readonly Cause[]): LastRun {
  const news = causes.filter(({ knownBecause }) => knownBecause === undefined)
  return {
    causes: news.map(({ key, title }) => ({ key, title })),
    cases: news.flatMap(({ cases }) => cases.slice(0, MOST_OF_CAUSE)),
    replays: news.flatMap(replaysOf),
  }
}

const replaysOf = ({ example: { origin } }: Cause): readonly string[] =>
  origin.part === 'generated' ? [origin.replay] : []

/** Writes what a run leaves, and the folder where there is none. */
export function writeLastRun(file: string, run: LastRun): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(run, undefined, 1)}\n`)
}

/** What of the last run's causes is gone, and what is there that was not. */
export function sinceOf(last: LastRun, causes: readonly Cause[]): Since {
  const [before, now] = [last.causes, lastRunOf(causes).causes]
  const without = (some: LastRun['causes'], others: LastRun['causes']): readonly string[] =>
    some.filter(({ key }) => !others.some((one) => one.key === key)).map(({ title }) => title)
  return { mended: without(before, now), new: without(now, before) }
}
