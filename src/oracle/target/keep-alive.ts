/**
 * Decides whether to keep connections alive. If a server writes head and body separately, Nagle's algorithm and delayed
 * acknowledgements delay the body by 40 ms on a reused connection, but not on a new connection.
 */

/**
 * An answer is delayed if the time between its head and its end is at least this long, in milliseconds. New connections
 * are worthwhile only if connecting is faster.
 */
const DELAYED = 30
/** The number of answers on reused connections to measure. */
const SAMPLES = 16
/** The maximum size of a measured body, in bytes. Longer bodies may take long for other reasons. */
const SHORT = 16_384

export interface Timing {
  readonly isReused: boolean
  /** The duration of connecting in milliseconds; undefined for a reused connection. */
  readonly connecting: number | undefined
  /** The time from the head of the answer to its end, in milliseconds. */
  readonly betweenHeadAndEnd: number
  readonly bytes: number
}

export interface KeepAlive {
  readonly isOn: () => boolean
  readonly note: (timing: Timing) => void
}

/** Stops reusing connections if most of the measured answers were delayed and connecting is fast. */
export function createKeepAlive(): KeepAlive {
  const gaps: number[] = []
  let quickest = Number.POSITIVE_INFINITY
  let isKept = true
  const note = ({ isReused, connecting, betweenHeadAndEnd, bytes }: Timing): void => {
    quickest = Math.min(quickest, connecting ?? quickest)
    if (!isReused || bytes > SHORT || gaps.length === SAMPLES) return
    gaps.push(betweenHeadAndEnd)
    if (gaps.length < SAMPLES) return
    isKept = quickest > DELAYED || gaps.filter((gap) => gap >= DELAYED).length * 2 <= SAMPLES
  }
  return { isOn: () => isKept, note }
}
