/** What was there before, and what was taken back: as many states as one would want to go through. */

export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

const MOST = 200

export const startedWith = <T>(now: T): History<T> => ({ past: [], now, future: [] })

/** What was taken back is gone by the next change. */
export const changedTo = <T>({ past, now }: History<T>, next: T): History<T> => ({
  past: [...past, now].slice(-MOST),
  now: next,
  future: [],
})

/** The state before; the same where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  const last = past.at(-1)
  return last === undefined ? history : { past: past.slice(0, -1), now: last, future: [now, ...future] }
}

/** What was taken back last; the same where there is nothing. */
export function redone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next === undefined ? history : { past: [...past, now], now: next, future: rest }
}
