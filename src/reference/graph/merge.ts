/** Replaces a few members of a sorted list, and copies the other members in bulk. */
import { firstPlace } from '../../util/sorted.ts'

interface HasId {
  readonly id: number
}

/**
 * Applies changes to a list that is sorted by id; the value undefined removes a member. The changed list is sorted by
 * id too.
 */
export function mergedById<T extends HasId>(
  list: readonly T[],
  changes: ReadonlyMap<number, T | undefined>,
): T[] {
  // V8 copies a whole frozen list fast, but copies a part of a frozen list element by element.
  const open = [...list]
  const pieces: (readonly T[])[] = []
  let from = 0
  for (const [id, one] of [...changes].sort(([a], [b]) => a - b)) {
    const at = firstFrom(open, id)
    pieces.push(open.slice(from, at))
    if (one !== undefined) pieces.push([one])
    from = open[at]?.id === id ? at + 1 : at
  }
  const all: T[] = []
  return all.concat(...pieces, open.slice(from))
}

/** Returns whether a list that is sorted by id has a member with the id. */
export const hasId = (list: readonly HasId[], id: number): boolean => list[firstFrom(list, id)]?.id === id

/** Returns the first position in a sorted list whose member has at least the id. */
const firstFrom = (list: readonly HasId[], id: number): number =>
  firstPlace(list.length, (at) => (list[at]?.id ?? id) >= id)
