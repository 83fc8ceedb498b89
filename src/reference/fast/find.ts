/**
 * Access paths: how the rows of a plan are found without looking at every one. Finds what `scan` finds, ties included,
 * and falls back on it where there is little to look through.
 */
import { type Find, scan } from '../evaluate/scan.ts'
import { layersOf } from '../graph/layered.ts'
import type { Indexes } from './indexes.ts'
import { findIn } from './listed.ts'
import { MOST_INDEXES } from './matching.ts'
import { findOver, isOfRows } from './overlay.ts'

/** A table with fewer rows is looked through as fast. */
export const FEW_ROWS = 200

/** `from`: of how many rows on a table is looked into by its indexes. */
export function finder(indexes: Indexes, from = FEW_ROWS): Find {
  return (plan, graph, meter) => {
    const table = graph.tables.get(plan.type.uid)
    if (plan.target.kind === 'document' || table === undefined || table.byId.size < from)
      return scan(plan, graph, meter)
    const lookup = { indexes, graph, meter, left: MOST_INDEXES }
    const isLayered = layersOf(table).changes.size > 0
    return isLayered && isOfRows(plan)
      ? findOver(table, plan, lookup)
      : findIn(indexes.seen(table, plan), plan, lookup)
  }
}
