/** Finds threads that are stalled: code that does not return to the event loop. */
import type { CodeThread } from './thread.ts'

/** Milliseconds between two looks. */
export const TICK = 10
/** Milliseconds of silence before a ping. */
const SILENCE = 5
/** Looks without any message after a ping until the verdict. On a busy machine this thread looks more rarely as well. */
const LOOKS = 3

export interface StallEvents {
  /** A thread with requests did not answer a ping. */
  readonly onStall: (thread: CodeThread) => void
}

/** Looks at the threads once. Messages that wait in the queue of this thread count as received. */
export function lookAt(threads: readonly CodeThread[], now: number, { onStall }: StallEvents): void {
  for (const thread of threads) {
    if (thread.state !== 'ready' || thread.flights.size === 0) continue
    const { pinged } = thread
    if (pinged === undefined) {
      if (now - thread.heard > SILENCE) thread.ping(now)
    } else if (++thread.silentLooks >= LOOKS) {
      // This thread may be the late one: the messages that came meanwhile are read before this runs.
      setImmediate(() => {
        if (thread.state === 'ready' && thread.pinged === pinged) onStall(thread)
      })
    }
  }
}

interface LateThread {
  readonly thread: CodeThread
  /** The milliseconds that it may be stalled. */
  readonly limit: number
}

/** Threads that stay stalled. If all `most` threads are, the one that is stalled longest ends earlier. */
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
