/** Helpers that read a graph in tests. */

import type { Graph, Ref, Row, Table } from '../../src/reference/graph/graph.ts'
import type { Uid } from '../../src/reference/schema/schema.ts'
import { invariant } from '../../src/util/invariant.ts'

/** Returns the table of a content type. Throws an error if the content type does not exist. */
export function tableOf(graph: Graph, uid: Uid): Table {
  const table = graph.tables.get(uid)
  invariant(table !== undefined, `there is a table of ${uid}`)
  return table
}

/** Returns the row to which a link leads; undefined for a component, which only `related` of a file refers to. */
export function rowOf(graph: Graph, { type, id }: Ref): Row | undefined {
  if (graph.schema.components.has(type)) return undefined
  const row = tableOf(graph, type).byId.get(id)
  invariant(row !== undefined, `there is a row ${id} of ${type}`)
  return row
}
