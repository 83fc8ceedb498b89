/**
 * Answers the request of a thread for the tables that an SQL statement of project code reads. The tables have the data
 * of the graph of the HTTP request.
 */
import type { Graph } from '../../../reference/graph/graph.ts'
import type { ServiceResult } from '../../../sources/runner/protocol.ts'
import type { TablesCall } from '../../../sources/runner/tables-call.ts'
import type { Json } from '../../../util/json.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'

/**
 * The maximum number of values in the tables of one answer. The number is limited because the thread gets a copy of
 * all values.
 */
const MOST_VALUES = 5_000_000

/** The number and the tables of a graph. Each graph has a different number. */
interface Numbered {
  readonly version: number
  readonly catalogue: Catalogue
}

const graphs = new WeakMap<Graph, Numbered>()
let versions = 0

/**
 * Returns the tables whose names an SQL statement contains, without the tables that the thread already has; an error if
 * these tables have too many values.
 */
export function tablesFor(graph: Graph, { collections, words, has }: TablesCall): ServiceResult {
  const known = graphs.get(graph) ?? { version: ++versions, catalogue: catalogueOf(graph, collections) }
  graphs.set(graph, known)
  const { version, catalogue } = known
  const old = new Set(has.version === version ? has.tables : [])
  let values = 0
  const tables: Json[] = []
  for (const name of new Set(words)) {
    const made = old.has(name) ? undefined : catalogue.get(name)?.()
    if (made === undefined) continue
    values += made.columns.length * made.rows.length
    if (values > MOST_VALUES)
      return refused(`the tables of this statement have more than ${MOST_VALUES} values`)
    tables.push({ name, columns: made.columns, indexes: made.indexes, rows: JSON.stringify(made.rows) })
  }
  return { ok: true, value: { version, tables } }
}

const refused = (message: string): ServiceResult => ({
  ok: false,
  error: { name: 'ApplicationError', message, status: 500, details: {} },
})
