/** What `--replay` takes: the name of one generated request of a run. */

import { type Generate, isGenerate } from '../requests/requests.ts'

/**
 * What the request follows from, the way to the smaller one, and the parts of the query left out, counted
 * from 0.
 */
export interface Replay {
  readonly generate: Generate
  readonly seed: number
  readonly path: string
  readonly gone: ReadonlySet<number>
}

/** `SEED:PATH`, `malformed:` before it where only such are generated, and `~0.2` after it where parts of the query are left out. */
export function replayText({ generate, seed, path, gone }: Replay): string {
  const start = generate === 'both' ? '' : `${generate}:`
  const places = [...gone].sort((a, b) => a - b)
  return `${start}${seed}:${path}${places.length === 0 ? '' : `~${places.join('.')}`}`
}

const FORM = /^(?:(sound|malformed):)?(-?\d+):(\d+(?::\d+)*)(?:~(\d+(?:\.\d+)*))?$/

/** @throws RangeError for a text of another form. */
export function readReplay(text: string): Replay {
  const [, generate = 'both', seed, path, places = ''] = FORM.exec(text) ?? []
  if (seed === undefined || path === undefined) throw new RangeError(`Expected SEED:PATH, found "${text}"`)
  const gone = places === '' ? [] : places.split('.').map(Number)
  return { generate: isGenerate(generate) ? generate : 'both', seed: Number(seed), path, gone: new Set(gone) }
}
