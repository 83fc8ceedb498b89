/** The methods of the document service that write. */
import type { Json, JsonObject } from '../../../util/json.ts'
import { member } from '../../../util/json.ts'
import {
  createDocument,
  type DocumentRequest,
  type DocumentResult,
  updateDocument,
} from '../../plan/documents.ts'
import { commonValues, syncLocales } from '../../plan/locales.ts'
import { publishAll } from '../../plan/publish.ts'
import type { RowOrDraft } from '../../plan/transaction.ts'
import { type Call, entryOf, selectionOf } from './call.ts'
import { applyChanges } from './changes.ts'
import { chosenId } from './chosen-id.ts'
import { cloneDocument } from './clone.ts'
import { checkedMorphs } from './columns.ts'
import { failure, inapplicable } from './fault.ts'
import { dataOf, documentIdOf, localeOf, losesLinks, objectOf, rowsOf, uniqueIn } from './params.ts'

/** A method of the document service that writes. @throws Refused, ServiceFault */
export type DocumentMethod = (call: Call, params: JsonObject) => Json

/** The parameters that the document service validates before the method starts. */
const VALIDATED = ['filters', 'sort', 'fields', 'populate'] as const

/** Returns a method that first validates its parameters like a read, and then runs the original method. */
const validated =
  (method: DocumentMethod): DocumentMethod =>
  (call, params) => {
    const given = VALIDATED.flatMap((name): (readonly [string, Json])[] => {
      const value = member(params, name)
      return value === undefined || value === null ? [] : [[name, value]]
    })
    if (given.length > 0) {
      const read: JsonObject = { ...Object.fromEntries(given), limit: 1 }
      call.read({ service: 'documents', uid: call.uid, method: 'findMany', args: [read] })
    }
    return method(call, params)
  }

/** Implements `create`, which creates a draft and, with `status: 'published'`, also publishes the draft. */
export const create: DocumentMethod = validated((call, params) => {
  const asked = { ...requestOf(call, params), ...identityOf(call, params) }
  return answered(call, params, createDocument(call.writing, asked))
})

/** Implements `update`; the result is null for an unknown document. */
export const update: DocumentMethod = validated((call, params) => {
  const written = updateDocument(call.writing, documentIdOf(params), requestOf(call, params))
  return written === undefined ? null : answered(call, params, written)
})

function requestOf(call: Call, params: JsonObject): DocumentRequest {
  checkedMorphs(call, objectOf(dataOf(params)))
  const locale = localeOf(call, params)
  return {
    data: dataOf(params),
    locale,
    publishes: member(params, 'status') === 'published',
    losesLinks: losesLinks(call, params),
    uniqueIn: uniqueIn(call, params, locale),
  }
}

/** Returns the id and the documentId that `data` sets for a new entry. */
function identityOf(
  { uid, type, writing }: Call,
  params: JsonObject,
): Pick<DocumentRequest, 'id' | 'documentId'> {
  const { transaction } = writing
  const data = objectOf(dataOf(params))
  const documentId = member(data, 'documentId')
  if (typeof documentId === 'string' && documentId !== '') {
    const locale = member(params, 'locale') || writing.lookup.defaultLocale
    const isTwin = (row: RowOrDraft): boolean =>
      (!type.localized || row.locale === locale) && (!type.draftAndPublish || row.status === 'draft')
    if (transaction.document(uid, documentId).some(isTwin)) {
      const status = type.draftAndPublish ? 'draft' : ''
      const place = type.localized ? ` and locale "${String(locale)}"` : ''
      throw inapplicable(
        `A ${status} entry with documentId "${documentId}"${place} already exists for UID "${uid}". ` +
          'This combination must be unique.',
      )
    }
  }
  const given = typeof documentId === 'string' && documentId !== '' ? documentId : undefined
  return { documentId: given, id: chosenId(writing.transaction, uid, data) }
}

/**
 * Returns the written entry. With the departure `answer-before-links`, the call changes the links of other rows only
 * after it reads the entry.
 */
function answered(call: Call, params: JsonObject, { row, settle }: DocumentResult): Json {
  applyChanges(call, row)
  if (!call.departs('answer-before-links')) settle()
  const entry = entryOf(call, row, selectionOf(params, statusOf(call, params, row)))
  if (call.departs('answer-before-links')) settle()
  return entry
}

/**
 * Returns the status of the linked entries that the returned entry shows; undefined for both drafts and published
 * entries.
 */
function statusOf({ type }: Call, params: JsonObject, row: RowOrDraft): string | undefined {
  if (type.draftAndPublish) return row.status
  const status = member(params, 'status')
  return typeof status === 'string' && status !== '' ? status : undefined
}

/**
 * Implements `delete`, which removes the rows of a document in the locales of the call, and returns the removed
 * entries.
 */
export const remove: DocumentMethod = validated((call, params) => {
  if (call.type.draftAndPublish && member(params, 'status') === 'draft')
    throw failure('Cannot delete a draft document')
  const rows = filtered(call, params, rowsOf(call, params))
  const selection = selectionOf(params, undefined)
  return removed(call, params, rows, (row) => entryOf(call, row, selection))
})

/** Implements `unpublish`, which removes the published rows and returns the removed entries. */
export const unpublish: DocumentMethod = validated((call, params) => {
  const published = rowsOf(call, params).filter(({ status }) => status === 'published')
  const status = member(params, 'status')
  const selection = selectionOf(params, typeof status === 'string' ? status : undefined)
  return removed(call, params, filtered(call, params, published), (row) =>
    entryOf(call, row, { ...selection, ...(status === 'draft' ? { status: row.status } : {}) }),
  )
})

function removed(
  { uid, writing }: Call,
  params: JsonObject,
  rows: readonly RowOrDraft[],
  entryBefore: (row: RowOrDraft) => Json,
): Json {
  const entries = rows.map(entryBefore)
  for (const { id } of rows) writing.transaction.remove(uid, id)
  return outcome(params, entries)
}

/** Returns those of the rows that match the `filters` of the call. */
function filtered(call: Call, params: JsonObject, rows: readonly RowOrDraft[]): readonly RowOrDraft[] {
  const filters = member(params, 'filters')
  if (filters === undefined || filters === null) return rows
  return rows.filter((row) => {
    const both: JsonObject = { filters: { $and: [filters, { id: { $eq: row.id } }] } }
    const page = call.read({ service: 'entity', uid: call.uid, method: 'findPage', args: [both] })
    return JSON.stringify(page ?? null).includes(`"id":${row.id}`)
  })
}

/** Implements `publish`, which publishes drafts and returns the new published entries. */
export const publish: DocumentMethod = validated((call, params) => copied(call, params, 'published'))

/** Implements `discardDraft`, which replaces drafts by copies of the published rows and returns the new drafts. */
export const discardDraft: DocumentMethod = validated((call, params) => copied(call, params, 'draft'))

function copied(call: Call, params: JsonObject, to: RowOrDraft['status']): Json {
  const { writing } = call
  const sources = rowsOf(call, params).filter(({ status }) => status !== to)
  const gone = rowsOf(call, params).filter(({ status }) => status === to)
  const [first] = writing.transaction.document(call.uid, documentIdOf(params))
  const common = first === undefined ? undefined : commonValues(writing, first)
  const selection = selectionOf(params, to)
  const unique = call.type.localized ? undefined : uniqueIn(call, params, null)
  const options = { losesLinks: losesLinks(call, params), uniqueIn: unique, to }
  const made = publishAll(writing, sources, options)
  const rows = made.map(({ row }) => row)
  for (const row of rows) applyChanges(call, row)
  for (const old of gone)
    if (!sources.some(({ locale }) => locale === old.locale)) writing.transaction.remove(call.uid, old.id)
  const entries = rows.map((row) => entryOf(call, row, selection))
  for (const { settle } of made) settle()
  const [row] = rows
  if (row !== undefined) syncLocales(writing, row, common)
  return outcome(params, entries)
}

/** Implements `clone`, which creates a document with the content of another document. */
export const clone: DocumentMethod = validated((call, params) => {
  checkedMorphs(call, objectOf(dataOf(params)))
  const rows = cloneDocument(call, params, objectOf(dataOf(params)))
  for (const row of rows) applyChanges(call, row)
  const entries = rows.map((row) => entryOf(call, row, selectionOf(params, 'draft')))
  const [first] = rows
  return first === undefined ? { entries } : { documentId: first.documentId, entries }
})

const outcome = (params: JsonObject, entries: readonly Json[]): Json => ({
  ...(member(params, 'documentId') === undefined ? {} : { documentId: member(params, 'documentId') ?? null }),
  entries,
})
