/** Detects stalled threads, in which the project's code does not return to the event loop. */
import type { CodeThread } from './thread.ts'

/** The interval between two checks for stalled threads, in milliseconds. */
export const TICK = 10
/** The time, in milliseconds, without a message from a busy thread after which the thread gets a ping. */
const SILENCE = 5
/**
 * The number of checks without an answer to a ping after which a thread counts as stalled. On a busy machine, checks
 * become less frequent, so the thread gets more time.
 */
const LOOKS = 3

export const isReady = ({ state }: CodeThread): boolean => state === 'ready'

export interface StallEvents {
  /** Called for a thread that has requests and does not answer a ping. */
  readonly onStall: (thread: CodeThread) => void
}

/**
 * Checks once whether each thread is stalled. Messages that wait in the event queue of this process count as received.
 */
export function lookAt(threads: readonly CodeThread[], now: number, { onStall }: StallEvents): void {
  for (const thread of threads) {
    if (thread.state !== 'ready' || thread.flights.size === 0) continue
    const { pinged } = thread
    if (pinged === undefined) {
      if (now - thread.heard > SILENCE) thread.ping(now)
    } else if (++thread.silentLooks >= LOOKS) {
      // The server's own process may be late, so it first reads the messages that wait in its event queue.
      setImmediate(() => {
        if (thread.state === 'ready' && thread.pinged === pinged) onStall(thread)
      })
    }
  }
}

interface LateThread {
  readonly thread: CodeThread
  /** The maximum time that the thread may be stalled, in milliseconds. */
  readonly limit: number
}

/**
 * Returns the threads that have been stalled for too long. If all `most` threads are stalled, the oldest one gets a
 * shorter limit.
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
