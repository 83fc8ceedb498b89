/** Rows → the table that finds them by id and by document. */
import type { ContentType } from '../schema/schema.ts'
import { addToDocument, type ByDocument, Documents } from './documents.ts'
import type { Row, Table } from './graph.ts'
import { Numbered } from './numbered.ts'

/** `rows` by id ascending, and the same by document, where they are known so. */
export function makeTable(
  type: ContentType,
  rows: readonly Row[],
  documents: ByDocument<Row> = documentsOf(rows),
): Table {
  const byId = new Numbered(rows, (row) => row.id)
  return { type, rows, byId, byDocument: new Documents(documents, byLocale) }
}

function documentsOf(rows: readonly Row[]): ByDocument<Row> {
  const documents: ByDocument<Row> = new Map()
  for (const row of rows) addToDocument(documents, row)
  return documents
}

/** How the rows of a document are ordered. */
export function byLocale(a: Row, b: Row): number {
  const [left, right] = [a.locale ?? '', b.locale ?? '']
  return left < right ? -1 : left > right ? 1 : a.id - b.id
}
