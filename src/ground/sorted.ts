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
