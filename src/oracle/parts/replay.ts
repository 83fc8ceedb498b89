/** The format of `--replay`: a name for one generated request. */

import { type Generate, isGenerate } from '../requests/requests.ts'
import { plainUrl, withoutParts } from '../shrink/query.ts'

/**
 * The seed of the request, the path of its shrinking, the parts removed from its query, counted from 0, and whether
 * the rest is decoded.
 */
export interface Replay {
  readonly generate: Generate
  readonly seed: number
  readonly path: string
  readonly gone: ReadonlySet<number>
  readonly isPlain: boolean
}

/**
 * `SEED:PATH`, with the prefix `malformed:` if only such requests are generated, the suffix `~0.2` for removed parts,
 * and `!` at the end for a decoded query.
 */
export function replayText({ generate, seed, path, gone, isPlain }: Replay): string {
  const start = generate === 'both' ? '' : `${generate}:`
  const places = [...gone].sort((a, b) => a - b)
  return `${start}${seed}:${path}${places.length === 0 ? '' : `~${places.join('.')}`}${isPlain ? '!' : ''}`
}

const FORM = /^(?:(sound|malformed):)?(-?\d+):(\d+(?::\d+)*)(?:~(\d+(?:\.\d+)*))?(!)?$/

/** @throws RangeError for a text of another form. */
export function readReplay(text: string): Replay {
  const [, generate = 'both', seed, path, places = '', plain] = FORM.exec(text) ?? []
  if (seed === undefined || path === undefined) throw new RangeError(`Expected SEED:PATH, found "${text}"`)
  const gone = places === '' ? [] : places.split('.').map(Number)
  return {
    generate: isGenerate(generate) ? generate : 'both',
    seed: Number(seed),
    path,
    gone: new Set(gone),
    isPlain: plain !== undefined,
  }
}

/** The URL of a replay: without the removed parts, and decoded if so. */
export function replayedUrl(url: string, { gone, isPlain }: Pick<Replay, 'gone' | 'isPlain'>): string {
  const left = withoutParts(url, gone)
  return isPlain ? plainUrl(left) : left
}
