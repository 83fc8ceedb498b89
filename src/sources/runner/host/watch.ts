/** Detects stalled threads, in which the project's code does not return to the event loop. */
import type { CodeThread } from './thread.ts'

/** The interval between two checks for stalled threads, in milliseconds. */
export const TICK = 10
/** The time without a message from a busy thread after which the server sends a ping to the thread, in milliseconds. */
const SILENCE = 5
/**
 * The number of checks after which a thread that has not answered a ping counts as stalled. On a busy machine,
 * checks become less frequent, so a thread has more time to answer.
 */
const LOOKS = 3

export const isReady = ({ state }: CodeThread): boolean => state === 'ready'

export interface StallEvents {
  /** A function that is called with each thread that has requests and does not answer a ping. */
  readonly onStall: (thread: CodeThread) => void
}

/**
 * Checks once for each thread whether the thread is stalled. Messages of the thread that wait in the event queue of
 * this process count as received.
 */
export function lookAt(threads: readonly CodeThread[], now: number, { onStall }: StallEvents): void {
  for (const thread of threads) {
    if (thread.state !== 'ready' || thread.flights.size === 0) continue
    const { pinged } = thread
    if (pinged === undefined) {
      if (now - thread.heard > SILENCE) thread.ping(now)
    } else if (++thread.silentLooks >= LOOKS) {
      // Waits until the process has read the messages in its event queue, because the process itself may have been
      // delayed.
      setImmediate(() => {
        if (thread.state === 'ready' && thread.pinged === pinged) onStall(thread)
      })
    }
  }
}

interface LateThread {
  readonly thread: CodeThread
  /** The maximum time that this thread may be stalled, in milliseconds. */
  readonly limit: number
}

/**
 * Returns the threads that have been stalled for too long. If the maximum number of threads (`most`) is stalled, the
 * time limit of the longest stalled thread is shorter.
 */
export function lateThreads(
  threads: readonly CodeThread[],
  now: number,
  patience: number,
  most: number,
): readonly LateThread[] {
  const stalled = threads
    .filter(({ state }) => state === 'stalled')
    .toSorted((a, b) => a.stalledSince - b.stalledSince)
  const isFull = stalled.length >= most
  return stalled
    .map((thread, at) => ({ thread, limit: isFull && at === 0 ? patience / 10 : patience }))
    .filter(({ thread, limit }) => now - thread.stalledSince >= limit)
}
