/** The index of a column, which finds the rows whose values lie in a span, by binary search. */
import { firstPlace, firstPlaceNear } from '../../../util/sorted.ts'
import type { Node } from '../../graph/graph.ts'
import { orderOf, reader } from '../../plan/column.ts'
import type { SortStep } from '../../plan/plan.ts'
import type { Column } from '../../schema/schema.ts'
import type { Database } from '../../strapi/databases/database.ts'
import type { Bound, Span } from './spans.ts'

export interface ColumnIndex {
  /** The positions of the nodes without a value in the column, ascending. */
  readonly missing: Uint32Array
  /** Returns the positions of the nodes whose values lie in all of the spans, ordered by value and then by position. */
  readonly within: (spans: readonly Span[]) => Uint32Array
}

/** Returns the sort order of the index of a column: nodes without a value first, then by value. */
export const ascending = (column: Column, database: Database): SortStep => ({
  through: [],
  column,
  read: reader(column, database),
  descending: false,
  nullsFirst: true,
  compare: orderOf(column, database),
})

/**
 * Makes the index of a column. The parameter `permutation` contains the positions of the nodes, sorted by the column.
 */
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
  // Searches from the beginning, because most columns have few missing values, and missing values come first.
  const begin = firstPlaceNear(length, (place) => valueAt(place) !== null, 0)
  /**
   * Makes a test whether the value at an index of the sorted positions has reached a bound, or has passed the bound.
   */
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
    // The search for the end of the span starts at `first`, because a span mostly contains few values.
    for (const { to } of spans) if (to !== null) end = firstPlaceNear(end, isAt(to, to.isWithin), first)
    return permutation.subarray(first, end)
  }
  return { missing: permutation.subarray(0, begin), within }
}

const reaches = (order: number, isPast: boolean): boolean => (isPast ? order > 0 : order >= 0)
