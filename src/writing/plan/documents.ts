/** Documents made, changed and taken away: drafts first, what is published from them, and other locales after it. */
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { type RelationSource, resolveRelations } from '../relations/resolve.ts'
import type { RowOrDraft } from './desk.ts'
import { checkedData, createRow, type EntryContext, updateRow, type Version } from './entries.ts'
import { commonValues, syncLocales } from './locales.ts'
import { publish } from './publish.ts'

/** What is asked of a document. */
export interface DocumentRequest {
  readonly data: Json
  /** null for a type without locales. */
  readonly locale: string | null
  /** Of a type with draft & publish: whether what is written is published as well. */
  readonly publishes: boolean
  /** Whether the links that lead to what is published get lost. */
  readonly losesLinks: boolean
  /** The locale in which values are unique; null where there is none. */
  readonly uniqueIn: string | null
}

/** The row that is answered, and what is put in order after it was read. */
export interface DocumentResult {
  readonly row: RowOrDraft
  readonly settle: () => void
}

/** Makes a document. @throws Refused */
export function createDocument(writing: EntryContext, asked: DocumentRequest): DocumentResult {
  const { desk, type } = writing
  desk.cite('write.create')
  const documentId = desk.ids.document((text) => desk.document(type.uid, text).length > 0)
  const row = createVersion(writing, asked, documentId, dataOf(writing, asked))
  return finished(writing, row, asked, undefined)
}

/** Changes a document, or makes it in a locale that it lacks; undefined where there is none. @throws Refused */
export function updateDocument(
  writing: EntryContext,
  documentId: string,
  asked: DocumentRequest,
): DocumentResult | undefined {
  const { desk, type } = writing
  const rows = desk.document(type.uid, documentId)
  const status = type.draftAndPublish ? 'draft' : 'published'
  const row = rows.find((one) => one.status === status && one.locale === asked.locale)
  const data = dataOf(writing, asked)
  if (row === undefined && rows.length === 0) return unknownDocument(writing, data, asked)
  const [first] = rows
  const common = first === undefined ? undefined : commonValues(writing, first)
  if (row === undefined) {
    desk.cite('write.locale.made')
    const made = createVersion(writing, asked, documentId, filledData(writing, rows, data))
    return finished(writing, made, asked, common)
  }
  const source = sourceOf(writing, asked)
  const mode = { isCreation: false, isDraft: type.draftAndPublish }
  const checked = checkedData(writing, data, mode, { id: row.id, locale: asked.uniqueIn, source })
  desk.cite('write.update')
  updateRow(writing, desk.edit(type.uid, row.id), checked)
  return finished(writing, desk.edit(type.uid, row.id), asked, common)
}

/** Relations are looked at even where there is nothing to change. */
function unknownDocument(writing: EntryContext, data: Json, asked: DocumentRequest): undefined {
  const { model, models, lookup } = writing
  if (isObject(data)) resolveRelations(data, model, models, sourceOf(writing, asked), lookup)
}

function createVersion(
  writing: EntryContext,
  asked: DocumentRequest,
  documentId: string,
  data: Json,
): RowOrDraft {
  const { type } = writing
  const status = type.draftAndPublish ? 'draft' : 'published'
  const version: Version = { documentId, locale: asked.locale, status }
  const mode = { isCreation: true, isDraft: type.draftAndPublish }
  const own = { id: undefined, locale: asked.uniqueIn, source: sourceOf(writing, asked) }
  return createRow(writing, checkedData(writing, data, mode, own), version)
}

function sourceOf({ type }: EntryContext, { locale }: DocumentRequest): RelationSource {
  return { isLocalized: type.localized, locale, status: type.draftAndPublish ? 'draft' : null }
}

/** The body with what the server sets itself. */
function dataOf({ type, now }: EntryContext, { data, locale }: DocumentRequest): Json {
  if (isList(data) || !isObject(data)) return data
  const stamps = { publishedAt: type.draftAndPublish ? null : now }
  return { ...data, ...stamps, ...(locale === null ? {} : { locale }) }
}

/** A locale that is made has what its document has in all of them, where the body does not say otherwise. */
function filledData(writing: EntryContext, rows: readonly RowOrDraft[], data: Json): Json {
  const [latest] = [...rows].sort((a, b) => comparePublished(a, b) || a.id - b.id)
  if (!isObject(data) || latest === undefined) return data
  const filled: { [key: string]: Json } = { ...data }
  for (const [name, value] of Object.entries(commonValues(writing, latest)))
    if (filled[name] === undefined || filled[name] === null) filled[name] = value
  return filled
}

function comparePublished(a: RowOrDraft, b: RowOrDraft): number {
  const [left, right] = [a, b].map(({ values }) => String(values['publishedAt'] ?? ''))
  return left === right ? 0 : (left ?? '') > (right ?? '') ? -1 : 1
}

/** Publishes where that is asked for; other locales follow after the answer was read. */
function finished(
  writing: EntryContext,
  row: RowOrDraft,
  asked: DocumentRequest,
  common: JsonObject | undefined,
): DocumentResult {
  const { desk, type } = writing
  if (type.draftAndPublish) desk.cite('write.publish.draft')
  if (!type.draftAndPublish || !asked.publishes)
    return { row, settle: () => syncLocales(writing, row, common) }
  const published = publish(writing, row, asked)
  const settle = (): void => {
    published.settle()
    syncLocales(writing, published.row, common)
  }
  return { row: published.row, settle }
}
