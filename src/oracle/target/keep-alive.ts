/**
 * Decides whether to keep connections alive. If a server writes head and body separately, Nagle's algorithm and
 * delayed acknowledgements hold the body back for 40 ms on a kept connection. On a new connection they do not.
 */

/**
 * A longer gap between head and end, in milliseconds, counts as delayed. A new connection has to be cheaper than
 * that.
 */
const DELAYED = 30
/** How many answers on kept connections are measured. */
const SAMPLES = 16
/** Longer bodies may take long for other reasons. */
const SHORT = 16_384

export interface Timing {
  readonly isReused: boolean
  /** The duration of connecting in milliseconds; undefined for a reused connection. */
  readonly connecting: number | undefined
  /** Milliseconds from the head of the answer to its end. */
  readonly betweenHeadAndEnd: number
  readonly bytes: number
}

export interface KeepAlive {
  readonly isOn: () => boolean
  readonly note: (timing: Timing) => void
}

/** Stops keeping connections if most of the first answers on them were delayed, and new connections are cheap. */
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
