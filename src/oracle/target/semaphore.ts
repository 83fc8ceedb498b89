/**
 * A semaphore with pause: limits the number of running requests, first in, first out. During an investigation no new
 * one starts.
 */

export interface Turns {
  /** Resolves when the caller may run. */
  readonly take: () => Promise<void>
  readonly leave: () => void
  /** The number of running callers. */
  readonly running: () => number
  /** Resolves when the next caller leaves or waits for the others. */
  readonly left: () => Promise<void>
  /** A running caller calls this when it waits for all others to leave. */
  readonly wake: () => void
  /** Stops new callers until `resume`; running ones continue. */
  readonly pause: () => void
  readonly resume: () => void
}

export function createTurns(most: number): Turns {
  let running = 0
  let isPaused = false
  const queue: (() => void)[] = []
  let watchers: (() => void)[] = []
  const wake = (): void => {
    const woken = watchers
    watchers = []
    for (const watcher of woken) watcher()
  }
  const start = (): void => {
    while (!isPaused && running < most) {
      const next = queue.shift()
      if (next === undefined) return
      running++
      next()
    }
  }
  return {
    take: () =>
      new Promise((resolve) => {
        queue.push(resolve)
        start()
      }),
    leave: () => {
      running--
      wake()
      start()
    },
    left: () =>
      new Promise((resolve) => {
        watchers.push(resolve)
      }),
    wake,
    running: () => running,
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
      start()
    },
  }
}
