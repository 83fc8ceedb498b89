/** A sorted list with a few of its members changed: what stays is copied without being looked at. */
import { firstPlace } from '../../util/sorted.ts'

interface HasId {
  readonly id: number
}

/** `list`, by id ascending, with others in the places of those of the same id; undefined takes one away. */
export function mergedById<T extends HasId>(
  list: readonly T[],
  changes: ReadonlyMap<number, T | undefined>,
): T[] {
  // Engines copy a frozen list fast as a whole, and in pieces one by one.
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

/** Whether one of `list`, by id ascending, has this id. */
export const hasId = (list: readonly HasId[], id: number): boolean => list[firstFrom(list, id)]?.id === id

/** Where the first stands that has this id or a higher one. */
const firstFrom = (list: readonly HasId[], id: number): number =>
  firstPlace(list.length, (at) => (list[at]?.id ?? id) >= id)
