/** Finds the row to which an entry of an answer belongs: by id, or by documentId, locale and status. */

import type { ContentType } from '../../reference/schema/schema.ts'
import { type Json, type JsonObject, member } from '../../util/json.ts'
import type { RestRow } from './draft.ts'

/** The indexes of all assembled rows, by id and by documentId. */
export interface RowIndex {
  readonly byId: Map<string, RestRow>
  readonly byDocument: Map<string, RestRow[]>
}

export const newIndex = (): RowIndex => ({ byId: new Map(), byDocument: new Map() })

const keyOf = (uid: string, name: string | number): string => `${uid} ${name}`

export function indexRow(row: RestRow, { byId, byDocument }: RowIndex): void {
  const { uid } = row.type
  if (row.id !== undefined && !byId.has(keyOf(uid, row.id))) byId.set(keyOf(uid, row.id), row)
  if (row.documentId === undefined) return
  const key = keyOf(uid, row.documentId)
  const rows = byDocument.get(key)
  if (rows === undefined) byDocument.set(key, [row])
  else rows.push(row)
}

/**
 * Returns the locale of an entry; undefined if the entry shows no locale. The locale is null for a content type that
 * is not localized.
 */
export function localeIn(type: ContentType, json: JsonObject): string | null | undefined {
  if (!type.localized) return null
  const locale: Json | undefined = member(json, 'locale')
  return typeof locale === 'string' ? locale : undefined
}

/**
 * Returns the status of an entry; undefined if the entry does not show `publishedAt`. An entry of a type without
 * drafts is published.
 */
export function statusIn(type: ContentType, json: JsonObject): RestRow['status'] {
  if (!type.draftAndPublish) return 'published'
  const publishedAt = member(json, 'publishedAt')
  if (publishedAt === undefined) return undefined
  return publishedAt === null ? 'draft' : 'published'
}

/**
 * Finds the known row of an entry; undefined if no known row matches the entry. The parameter `from` is the row that
 * links to the entry, and is undefined for an entry of a list. An entry matches a row with another id only if the
 * documentId, the locale and the status are the same. For a linked entry, an unknown locale or status counts as
 * equal.
 */
export function findRow(
  type: ContentType,
  json: JsonObject,
  from: RestRow | undefined,
  { byId, byDocument }: RowIndex,
): RestRow | undefined {
  const [id, documentId] = [member(json, 'id'), member(json, 'documentId')]
  const sameId = typeof id === 'number' ? byId.get(keyOf(type.uid, id)) : undefined
  if (typeof documentId !== 'string') return sameId
  if (sameId !== undefined && (sameId.documentId ?? documentId) === documentId) return sameId
  const rows = byDocument.get(keyOf(type.uid, documentId)) ?? []
  if (rows.length > MOST_OF_DOCUMENT) return undefined
  const [locale, status] = [localeIn(type, json), statusIn(type, json)]
  if (from === undefined) return rows.find((row) => row.locale === locale && row.status === status)
  const possible = rows.filter((row) => agrees(row.locale, locale) && agrees(row.status, status))
  // Prefers rows with the locale and status of the linking row, because a linked entry most likely has the same
  // locale and status.
  const near = possible.filter((row) => agrees(row.locale, from.locale) && agrees(row.status, from.status))
  return near[0] ?? possible[0]
}

/**
 * The maximum number of rows of a document that `findRow` searches. If a document has more rows, `findRow` finds them
 * only by id. A real document has at most two rows for each locale.
 */
const MOST_OF_DOCUMENT = 1_000

const agrees = <T>(a: T | null | undefined, b: T | null | undefined): boolean =>
  a === undefined || b === undefined || a === null || b === null || a === b
