/** The index of a column: which positions hold the values of a span, by binary search. */
import { firstPlace, firstPlaceNear } from '../../util/sorted.ts'
import type { Node } from '../graph/graph.ts'
import { orderOf, reader } from '../plan/column.ts'
import type { Bound, SortStep, Span } from '../plan/plan.ts'
import type { Column } from '../schema/schema.ts'
import type { Database } from '../strapi/databases/database.ts'

export interface ColumnIndex {
  /** The positions of nodes without a value, ascending. */
  readonly missing: Uint32Array
  /** The positions whose values lie in every one of some spans, by value and then by position. */
  readonly within: (spans: readonly Span[]) => Uint32Array
}

/** The sort whose permutation the index of a column is: nothing first, then by value. */
export const ascending = (column: Column, database: Database): SortStep => ({
  through: [],
  column,
  read: reader(column, database),
  descending: false,
  nullsFirst: true,
  compare: orderOf(column, database),
})

/** `permutation`: the positions of the nodes as the step sorts them. */
export function indexColumn(
  nodes: readonly Node[],
  permutation: Uint32Array,
  { read, compare }: SortStep,
): ColumnIndex {
  const valueAt = (place: number) => {
    const node = nodes[permutation[place] ?? 0]
    return node === undefined ? null : read(node)
  }
  const { length } = permutation
  // Most columns have few values missing, or none.
  const begin = firstPlaceNear(length, (place) => valueAt(place) !== null, 0)
  /** Whether a place is at the bound, or past it. */
  const isAt =
    ({ value: bound }: Bound, isPast: boolean) =>
    (place: number): boolean => {
      const value = valueAt(place)
      return value !== null && reaches(compare(value, bound), isPast)
    }
  const within = (spans: readonly Span[]): Uint32Array => {
    let [first, end] = [begin, length]
    for (const { from } of spans)
      if (from !== null) first = firstPlace(length, isAt(from, !from.isWithin), first)
    // What is equal to a value ends near where it begins.
    for (const { to } of spans) if (to !== null) end = firstPlaceNear(end, isAt(to, to.isWithin), first)
    return permutation.subarray(first, end)
  }
  return { missing: permutation.subarray(0, begin), within }
}

const reaches = (order: number, isPast: boolean): boolean => (isPast ? order > 0 : order >= 0)
