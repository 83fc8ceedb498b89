/** Rows → the table that finds them by id and by document. */
import type { ContentType } from '../schema/schema.ts'
import type { Row, Table } from './graph.ts'

/** `rows` by id ascending. */
export function makeTable(type: ContentType, rows: readonly Row[]): Table {
  const byDocument = new Map<string, Row[]>()
  for (const row of rows) {
    const document = byDocument.get(row.documentId)
    if (document === undefined) byDocument.set(row.documentId, [row])
    else document.push(row)
  }
  for (const document of byDocument.values()) Object.freeze(document.sort(byLocale))
  const byId = new Map<number, Row>()
  for (const row of rows) byId.set(row.id, row)
  return { type, rows, byId, byDocument }
}

/** How the rows of a document are ordered. */
export function byLocale(a: Row, b: Row): number {
  const [left, right] = [a.locale ?? '', b.locale ?? '']
  return left < right ? -1 : left > right ? 1 : a.id - b.id
}
