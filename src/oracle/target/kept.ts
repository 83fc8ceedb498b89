/**
 * Whether connections are kept. A server that writes the head of an answer and its body one after the other is held up on
 * a kept connection: the second waits until the first is acknowledged, which takes 40 ms. On a new connection it does not.
 */

/** From the head of an answer to its end, in milliseconds: what is held up takes longer; a new connection is to be cheaper. */
const HELD_UP = 30
/** How many answers on kept connections are looked at. */
const LOOKED_AT = 16
/** Longer bodies take their time for other reasons. */
const SHORT = 16_384

export interface Timing {
  readonly isReused: boolean
  /** Until the connection stood, in milliseconds; undefined for one that stood before. */
  readonly connecting: number | undefined
  /** From the head of the answer to its end, in milliseconds. */
  readonly betweenHeadAndEnd: number
  readonly bytes: number
}

export interface KeptConnections {
  readonly isKept: () => boolean
  readonly note: (timing: Timing) => void
}

/** Connections are kept until the first answers on kept ones were for the most part held up, and new ones are cheap. */
export function keptConnections(): KeptConnections {
  const gaps: number[] = []
  let quickest = Number.POSITIVE_INFINITY
  let isKept = true
  const note = ({ isReused, connecting, betweenHeadAndEnd, bytes }: Timing): void => {
    quickest = Math.min(quickest, connecting ?? quickest)
    if (!isReused || bytes > SHORT || gaps.length === LOOKED_AT) return
    gaps.push(betweenHeadAndEnd)
    if (gaps.length < LOOKED_AT) return
    isKept = quickest > HELD_UP || gaps.filter((gap) => gap >= HELD_UP).length * 2 <= LOOKED_AT
  }
  return { isKept: () => isKept, note }
}
