/** An undo history with a bounded number of states. */

export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

const MOST = 200

export const startedWith = <T>(now: T): History<T> => ({ past: [], now, future: [] })

/** Records a state. A new state in the history discards the states that could be redone. */
export const changedTo = <T>({ past, now }: History<T>, next: T): History<T> => ({
  past: [...past, now].slice(-MOST),
  now: next,
  future: [],
})

/** Returns the history one step back. The history is unchanged if there is no earlier state. */
export function undone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  const last = past.at(-1)
  return last === undefined ? history : { past: past.slice(0, -1), now: last, future: [now, ...future] }
}

/** Returns the history one step forward. The history is unchanged if there is no undone state. */
export function redone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next === undefined ? history : { past: [...past, now], now: next, future: rest }
}
