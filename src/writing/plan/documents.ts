/**
 * Creates and updates documents. A write changes first the draft, then the published row, and then the other locales.
 */
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { type RelationSource, resolveRelations } from '../relations/resolve.ts'
import { checkedData, createRow, type EntryContext, updateRow, type Version } from './entries.ts'
import { commonValues, syncLocales } from './locales.ts'
import { publish } from './publish.ts'
import type { RowOrDraft, Transaction } from './transaction.ts'

/** The changes to make to one document. */
export interface DocumentRequest {
  readonly data: Json
  /** The locale to write; null if the type has no locales. */
  readonly locale: string | null
  /** Whether the write also publishes the draft, if the type has draft & publish. */
  readonly publishes: boolean
  /** Whether publishing loses the links from other rows to the published row (the quirk `fields-lose-links`). */
  readonly losesLinks: boolean
  /** The locale in which values must be unique; null for uniqueness among all rows. */
  readonly uniqueIn: string | null
  /** The documentId of a new document; by default, the server generates one. */
  readonly documentId?: string | undefined
  /** The id of the first new row; the next free id by default. */
  readonly id?: number | undefined
}

/** The row that the answer shows, and a function that restores links and updates the other locales. */
export interface DocumentResult {
  readonly row: RowOrDraft
  readonly settle: () => void
}

/** Generates a documentId that no row of the type has. */
export const newDocumentId = (transaction: Transaction, uid: string): string =>
  transaction.ids.document((text) => transaction.document(uid, text).length > 0)

/** Creates a document from the body of a write. @throws Refused */
export function createDocument(writing: EntryContext, asked: DocumentRequest): DocumentResult {
  const { transaction, type } = writing
  transaction.cite('write.create')
  const documentId = asked.documentId ?? newDocumentId(transaction, type.uid)
  const row = createVersion(writing, asked, documentId, dataOf(writing, asked))
  return finished(writing, row, asked, undefined)
}

/**
 * Updates a document, or creates the row of a locale that the document lacks. Returns undefined for an unknown
 * document.
 * @throws Refused
 */
export function updateDocument(
  writing: EntryContext,
  documentId: string,
  asked: DocumentRequest,
): DocumentResult | undefined {
  const { transaction, type } = writing
  const rows = transaction.document(type.uid, documentId)
  const status = type.draftAndPublish ? 'draft' : 'published'
  const row = rows.find((one) => one.status === status && one.locale === asked.locale)
  const data = dataOf(writing, asked)
  if (row === undefined && rows.length === 0) return unknownDocument(writing, data, asked)
  const [first] = rows
  const common = first === undefined ? undefined : commonValues(writing, first)
  if (row === undefined) {
    transaction.cite('write.locale.made')
    const made = createVersion(writing, asked, documentId, filledData(writing, rows, data))
    return finished(writing, made, asked, common)
  }
  const source = sourceOf(writing, asked)
  const mode = { isCreation: false, isDraft: type.draftAndPublish }
  const checked = checkedData(writing, data, mode, { id: row.id, locale: asked.uniqueIn, source })
  transaction.cite('write.update')
  updateRow(writing, transaction.edit(type.uid, row.id), checked)
  return finished(writing, transaction.edit(type.uid, row.id), asked, common)
}

/** Resolves the relations of the body, because Strapi refuses a faulty relation even if the document is unknown. */
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
  const version: Version = { id: asked.id, documentId, locale: asked.locale, status }
  const mode = { isCreation: true, isDraft: type.draftAndPublish }
  const own = { id: undefined, locale: asked.uniqueIn, source: sourceOf(writing, asked) }
  return createRow(writing, checkedData(writing, data, mode, own), version)
}

function sourceOf({ type }: EntryContext, { locale }: DocumentRequest): RelationSource {
  return { isLocalized: type.localized, locale, status: type.draftAndPublish ? 'draft' : null }
}

/** Returns the body of a write together with the attributes that the server sets, such as `publishedAt`. */
function dataOf({ type, now }: EntryContext, { data, locale }: DocumentRequest): Json {
  if (isList(data) || !isObject(data)) return data
  const stamps = { publishedAt: type.draftAndPublish ? null : now }
  return { ...data, ...stamps, ...(locale === null ? {} : { locale }) }
}

/**
 * Adds the values that all locales of a document share to the body for a new locale. A value in the body other than
 * null takes precedence over the shared value.
 */
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

/**
 * Finishes a write: publishes the row if `asked.publishes` is true. The function `settle` of the result restores
 * links and updates the other locales.
 */
function finished(
  writing: EntryContext,
  row: RowOrDraft,
  asked: DocumentRequest,
  common: JsonObject | undefined,
): DocumentResult {
  const { transaction, type } = writing
  if (type.draftAndPublish) transaction.cite('write.publish.draft')
  if (!type.draftAndPublish || !asked.publishes)
    return { row, settle: () => syncLocales(writing, row, common) }
  const published = publish(writing, row, asked)
  const settle = (): void => {
    published.settle()
    syncLocales(writing, published.row, common)
  }
  return { row: published.row, settle }
}
