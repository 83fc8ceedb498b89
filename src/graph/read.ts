/** The few ways to read a graph. */
import { invariant } from '../invariant.ts'
import type { Uid } from '../schema/schema.ts'
import type { Graph, Ref, Row, Table } from './graph.ts'

/** The table of a content type; every content type has one. */
export function tableOf(graph: Graph, uid: Uid): Table {
  const table = graph.tables.get(uid)
  invariant(table !== undefined, `there is a table of ${uid}`)
  return table
}

/** The row that a link names; undefined only for a component, which only `related` of a file can name. */
export function rowOf(graph: Graph, { type, id }: Ref): Row | undefined {
  if (graph.schema.components.has(type)) return undefined
  const row = tableOf(graph, type).byId.get(id)
  invariant(row !== undefined, `there is a row ${id} of ${type}`)
  return row
}

/** All rows of a document, by locale, then id; none if there is no such document. */
export function rowsOfDocument(graph: Graph, uid: Uid, documentId: string): readonly Row[] {
  return tableOf(graph, uid).byDocument.get(documentId) ?? []
}

/** The other rows of a row's document: what its `localizations` are chosen from. */
export function otherRows(graph: Graph, row: Row): readonly Row[] {
  return rowsOfDocument(graph, row.uid, row.documentId).filter(({ id }) => id !== row.id)
}
