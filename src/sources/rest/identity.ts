/** Which row an entry is: the same id, or the same document in the same language and status. */

import type { ContentType } from '../../reference/schema/schema.ts'
import { type Json, type JsonObject, member } from '../../util/json.ts'
import type { RestRow } from './draft.ts'

/** Rows by what they are known by. */
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

/** undefined where the entry does not say it; null for a type without locales. */
export function localeIn(type: ContentType, json: JsonObject): string | null | undefined {
  if (!type.localized) return null
  const locale: Json | undefined = member(json, 'locale')
  return typeof locale === 'string' ? locale : undefined
}

/** undefined where the entry does not say it. */
export function statusIn(type: ContentType, json: JsonObject): RestRow['status'] {
  if (!type.draftAndPublish) return 'published'
  const publishedAt = member(json, 'publishedAt')
  if (publishedAt === undefined) return undefined
  return publishedAt === null ? 'draft' : 'published'
}

/**
 * The row that an entry tells of, as `from` links to it; undefined where nothing told of it yet. An entry of a list,
 * which nothing links to, is no row of another id but where both say that they are the same.
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
  // What it does not say itself it has most likely from what links to it.
  const near = possible.filter((row) => agrees(row.locale, from.locale) && agrees(row.status, from.status))
  return near[0] ?? possible[0]
}

/** A document has two rows for each language; who has more than there are languages is not looked for among them. */
const MOST_OF_DOCUMENT = 1_000

const agrees = <T>(a: T | null | undefined, b: T | null | undefined): boolean =>
  a === undefined || b === undefined || a === null || b === null || a === b
