/**
 * A semaphore that can be paused. The semaphore limits the number of running requests, and starts waiting requests in
 * the order of their arrival. While the check investigates failures, it pauses the semaphore, so that no new request
 * starts.
 */

export interface Semaphore {
  /** Resolves when the caller may start its request. */
  readonly acquire: () => Promise<void>
  readonly release: () => void
  /** Returns the number of callers that have acquired the semaphore and not released it. */
  readonly running: () => number
  /** Resolves at the next call of `release` or `wake`. */
  readonly nextRelease: () => Promise<void>
  /**
   * Resolves the promise of `nextRelease`. A running caller calls `wake` when it starts to wait for all other callers.
   */
  readonly wake: () => void
  /** Makes new callers wait until `resume` is called. Callers that already run continue. */
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
