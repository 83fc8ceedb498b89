/**
 * A semaphore that can be paused. It limits the number of running requests, first in, first out. During an
 * investigation of failures, no new request starts.
 */

export interface Semaphore {
  /** Resolves when the caller may run. */
  readonly acquire: () => Promise<void>
  readonly release: () => void
  /** The number of running callers. */
  readonly running: () => number
  /** Resolves when the next caller calls `release` or `wake`. */
  readonly nextRelease: () => Promise<void>
  /** Resolves `nextRelease`. A running caller calls this function when it starts to wait for all other callers. */
  readonly wake: () => void
  /** Lets new callers wait until `resume`. Running callers continue. */
  readonly pause: () => void
  readonly resume: () => void
}

export function createSemaphore(most: number): Semaphore {
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
    acquire: () =>
      new Promise((resolve) => {
        queue.push(resolve)
        start()
      }),
    release: () => {
      running--
      wake()
      start()
    },
    nextRelease: () =>
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
