/** The format of `--replay`: a name for one generated request. */

import { type Generate, isGenerate } from '../requests/requests.ts'

/** The seed of the request, the path of its shrinking, and the parts removed from its query, counted from 0. */
export interface Replay {
  readonly generate: Generate
  readonly seed: number
  readonly path: string
  readonly gone: ReadonlySet<number>
}

/**
 * `SEED:PATH`, with the prefix `malformed:` if only such requests are generated, and the suffix `~0.2` for removed
 * parts.
 */
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
