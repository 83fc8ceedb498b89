/** Places in what is sorted. */

/** The first place below `end`, from `begin` on, that is reached: as all behind it are. `end` where none is. */
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
 * As `firstPlace`, and faster where that place is near `begin`: places are looked at in steps that double, and then only
 * between the last two.
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
