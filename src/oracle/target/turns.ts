/** Who may go on now: so many at once, in the order in which they came, and nobody while something is looked into. */

export interface Turns {
  /** Resolves when it is one's turn. */
  readonly take: () => Promise<void>
  readonly leave: () => void
  /** How many have their turn. */
  readonly running: () => number
  /** Resolves when the next of them leaves, or waits in vain. */
  readonly left: () => Promise<void>
  /** To be told by one that keeps its turn and goes no further until others have left. */
  readonly wake: () => void
  /** Nobody begins until `resume`; whoever has a turn keeps it. */
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
