/**
 * Decides whether the check reuses connections to an HTTP target. If the target writes head and body of an answer
 * separately, Nagle's algorithm and delayed acknowledgements delay the body by 40 ms on a reused connection. On a new
 * connection, the body is not delayed.
 */

/**
 * The minimum time, in milliseconds, between the head and the end of an answer that counts as delayed. New connections
 * are worthwhile only if connecting takes less time.
 */
const DELAYED = 30
/**
 * The number of measured answers on reused connections after which the check decides whether to keep reusing
 * connections.
 */
const SAMPLES = 16
/**
 * The maximum size, in bytes, of a body whose delay the check measures. A longer body may take long for other reasons.
 */
const SHORT = 16_384

export interface Timing {
  readonly isReused: boolean
  /** The time that opening the connection took, in milliseconds; undefined for a reused connection. */
  readonly connecting: number | undefined
  /** The time between the head and the end of the answer, in milliseconds. */
  readonly betweenHeadAndEnd: number
  readonly bytes: number
}

export interface KeepAlive {
  readonly isOn: () => boolean
  readonly note: (timing: Timing) => void
}

/**
 * Measures the first answers of a target. If most of these answers were delayed and connecting is fast, the check stops
 * reusing connections.
 */
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
