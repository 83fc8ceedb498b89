/** Binary search in sorted data. */

/**
 * Returns the first index from `begin` up to `end` for which `isReached` is true, or `end` if there is no such
 * index. If `isReached` is true for an index, it must be true for all later indexes.
 */
export function firstPlace(end: number, isReached: (place: number) => boolean, begin = 0): number {
  let [from, to] = [begin, end]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isReached(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * Returns the same index as `firstPlace`, but is faster for an index near `begin`. The search first doubles the step,
 * and then bisects the last step (exponential search).
 */
export function firstPlaceNear(end: number, isReached: (place: number) => boolean, begin: number): number {
  let from = begin
  while (from < end) {
    const step = Math.max(1, from - begin)
    const place = Math.min(from + step, end) - 1
    if (isReached(place)) return firstPlace(place, isReached, from)
    from = place + 1
  }
  return from
}
