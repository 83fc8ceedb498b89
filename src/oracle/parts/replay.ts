/** Reads and writes the value of `--replay`, which identifies one generated request. */

import { type Generate, isGenerate } from '../requests/kinds.ts'
import { plainUrl, withoutParts } from '../shrink/query.ts'

/**
 * The value that identifies a generated request: the kind of requests, the seed, and the path by which fast-check
 * generates the request. A replay also contains the indexes of the removed parts of the query, and whether the
 * remaining query is decoded.
 */
export interface Replay {
  readonly generate: Generate
  readonly seed: number
  readonly path: string
  readonly gone: ReadonlySet<number>
  readonly isPlain: boolean
}

/**
 * Writes the value of `--replay` as `SEED:PATH`. The prefix `sound:` or `malformed:` names the kind of generated
 * requests. A suffix such as `~0.2` lists the indexes of the removed parts of the query, and a final `!` means that
 * the query is decoded.
 */
export function replayText({ generate, seed, path, gone, isPlain }: Replay): string {
  const start = generate === 'both' ? '' : `${generate}:`
  const places = [...gone].sort((a, b) => a - b)
  return `${start}${seed}:${path}${places.length === 0 ? '' : `~${places.join('.')}`}${isPlain ? '!' : ''}`
}

const FORM = /^(?:(sound|malformed):)?(-?\d+):(\d+(?::\d+)*)(?:~(\d+(?:\.\d+)*))?(!)?$/

/**
 * Reads the value of `--replay`.
 * @throws RangeError for a text that is not a replay.
 */
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

/**
 * Returns the URL of a replayed request: without the parts of the query that the replay removes, and with a decoded
 * query if `isPlain` is true.
 */
export function replayedUrl(url: string, { gone, isPlain }: Pick<Replay, 'gone' | 'isPlain'>): string {
  const left = withoutParts(url, gone)
  return isPlain ? plainUrl(left) : left
}
