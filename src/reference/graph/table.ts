/** Makes a table of rows, with maps by id and by document. */
import type { ContentType } from '../schema/schema.ts'
import { addToDocument, type ByDocument, DocumentMap } from './documents.ts'
import type { Row, Table } from './graph.ts'
import { IdMap } from './id-map.ts'

/** Makes a table from rows that are sorted by ascending id. */
export const makeTable = (type: ContentType, rows: readonly Row[]): Table => ({
  type,
  rows,
  byId: new IdMap(rows, (row) => row.id),
  byDocument: new DocumentMap(() => documentsOf(rows), byLocale),
})

function documentsOf(rows: readonly Row[]): ByDocument<Row> {
  const documents: ByDocument<Row> = new Map()
  rows.forEach((row) => {
    addToDocument(documents, row)
  })
  return documents
}

/** Compares two rows of a document by locale code, then by id. */
export function byLocale(a: Row, b: Row): number {
  const [left, right] = [a.locale ?? '', b.locale ?? '']
  return left < right ? -1 : left > right ? 1 : a.id - b.id
}
