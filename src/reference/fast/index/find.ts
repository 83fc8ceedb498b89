/**
 * The strategy that finds rows by indexes. The index strategy finds the same rows as `scan`, in the same order. For
 * small tables and single documents, the index strategy calls `scan`.
 */

import type { LruBudget } from '../../../util/cache/lru.ts'
import { type Find, scan } from '../../evaluate/scan.ts'
import { layersOf } from '../../graph/layered.ts'
import type { MakeFind } from '../../read.ts'
import { Indexes } from './indexes.ts'
import { findIn } from './listed.ts'
import { newLookup } from './matching.ts'
import { findOver, isOfRows } from './overlay.ts'

/** The minimum number of rows for a search by indexes; for fewer rows, a scan is as fast. */
export const FEW_ROWS = 200

/**
 * Makes the strategy that finds rows by indexes. In a table with fewer than `from` rows, the strategy finds rows by a
 * scan.
 */
export const indexFinder =
  (cache: LruBudget, from: number): MakeFind =>
  (graph, context, budget) =>
    finder(new Indexes(graph, context, budget, cache), from)

function finder(indexes: Indexes, from: number): Find {
  return (plan, graph, meter) => {
    const table = graph.tables.get(plan.type.uid)
    if (plan.target.kind === 'document' || table === undefined || table.byId.size < from)
      return scan(plan, graph, meter)
    const lookup = newLookup(indexes, graph, meter)
    const isLayered = layersOf(table).changes.size > 0
    return isLayered && isOfRows(plan)
      ? findOver(table, plan, lookup)
      : findIn(indexes.seen(table, plan), plan, lookup)
  }
}
