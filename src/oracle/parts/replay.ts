/** What `--replay` takes: the name of one generated request of a run. */

/**
 * What the request follows from, the way to the smaller one, and the parts of the query left out, counted
 * from 0.
 */
export interface Replay {
  readonly seed: number
  readonly path: string
  readonly gone: ReadonlySet<number>
}

/** `SEED:PATH`, and `~0.2` after it where parts of the query are left out. */
export function replayText({ seed, path, gone }: Replay): string {
  const places = [...gone].sort((a, b) => a - b)
  return places.length === 0 ? `${seed}:${path}` : `${seed}:${path}~${places.join('.')}`
}

/** @throws RangeError for a text of another form. */
export function readReplay(text: string): Replay {
  const [, seed, path, places = ''] = /^(-?\d+):(\d+(?::\d+)*)(?:~(\d+(?:\.\d+)*))?$/.exec(text) ?? []
  if (seed === undefined || path === undefined) throw new RangeError(`Expected SEED:PATH, found "${text}"`)
  const gone = places === '' ? [] : places.split('.').map(Number)
  return { seed: Number(seed), path, gone: new Set(gone) }
}
