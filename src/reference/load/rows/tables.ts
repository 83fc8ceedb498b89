/** Files of rows → table drafts: the identity of every row, so that references resolve whatever their order. */

import { digest } from '../../../util/digest.ts'
import { isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { addToDocument, type ByDocument, rowsOfDocument } from '../../graph/documents.ts'
import type { Locales } from '../../graph/graph.ts'
import { IdMap } from '../../graph/id-map.ts'
import { at, hiding, type Place, type Report, rowsOf, shown, wholeFile } from '../../schema/fault.ts'
import { readScalar } from '../../schema/scalar.ts'
import type { ContentType, Uid } from '../../schema/schema.ts'
import { readList, readObject } from '../../schema/shape.ts'
import { filesByType } from '../files/entry-files.ts'
import type { DatasetFiles } from '../files/files.ts'
import { isLocale, unknownLocale } from '../locales.ts'
import {
  Entry,
  emptyRow,
  type ReferencedRow,
  type RowDraft,
  type RowFile,
  type RowReading,
  type TableDraft,
} from './draft.ts'
import { areNumbered, giveMissingIds, type IdLedger, newLedger, takeId, trustingLedger } from './ids.ts'
import { valuesOfRelations, valuesOfRows } from './value-budget.ts'

/** The timestamp of every row that writes none. */
const INSTANT = '2024-01-01T00:00:00.000Z'
const DOCUMENT_ID_LENGTH = 24

/** What reading the tables needs to know. */
type TablesReading = Pick<RowReading, 'schema' | 'locales' | 'report' | 'budget'>

/** A table draft for every content type; one without rows where the budget does not allow them. */
export function readTables(
  files: Required<DatasetFiles>,
  { schema, locales, report, budget }: TablesReading,
): ReadonlyMap<Uid, TableDraft> {
  const sources = filesByType(files, schema, report)
  const drafts = new Map<Uid, TableDraft>()
  for (const type of schema.contentTypes.values()) {
    const source = sources.get(type.uid)
    const place = wholeFile(source?.file ?? 'entries/')
    const rows =
      (source === undefined ? [] : readList(source.json, place, hiding(rowsOf(type.uid), report))) ?? []
    const fits = budget.take(valuesOfRows(type, rows.length), place.file)
    drafts.set(type.uid, readTable({ type, place }, fits ? rows : [], locales, report))
  }
  const countOf = (uid: Uid): number => drafts.get(uid)?.entries.length ?? 0
  for (const { type, file } of drafts.values()) budget.take(valuesOfRelations(type, countOf), file)
  return drafts
}

function readTable(file: RowFile, rows: readonly Json[], locales: Locales, report: Report): TableDraft {
  const { type, place } = file
  const ids = areNumbered(rows) ? trustingLedger() : newLedger()
  const entries: Entry[] = []
  // A row without a sound identity is missing, so references to it would be reported as dangling.
  const context = { file, locales, ids, report: hiding(rowsOf(type.uid), report) }
  for (let index = 0; index < rows.length; index++) {
    const item = rows[index] ?? null
    const row = isObject(item) ? item : readObject(item, at(place, index), context.report)
    if (row !== undefined) entries.push(readEntry(row, index, context))
  }
  giveMissingIds(ids)
  return tableDraftOf(type, place.file, entries, report)
}

/** What reading the identity of a row needs to know. */
export interface EntryReading {
  readonly file: RowFile
  readonly locales: Locales
  readonly ids: IdLedger
  readonly report: Report
}

/** Reads the identity of a row: id, document, locale, status and timestamps. */
export function readEntry(json: JsonObject, index: number, reading: EntryReading): Entry {
  const { file, locales, ids, report } = reading
  const { type } = file
  const place = at(file.place, index)
  const createdAt = readInstant(json, 'createdAt', INSTANT, place, report)
  const updatedAt = readInstant(json, 'updatedAt', INSTANT, place, report)
  const publishedAt = readInstant(json, 'publishedAt', createdAt ?? INSTANT, place, report)
  if (publishedAt === null && !type.draftAndPublish) {
    const expected = `a published row, as ${type.uid} has no draft & publish`
    const sought = [rowsOf(type.uid, 'drafts')]
    report(at(place, 'publishedAt'), { message: 'draft row', expected, found: 'null', sought })
  }
  const locale = readLocale(type, json, locales, place, report)
  const row = emptyRow(type, {
    documentId: readDocumentId(type.uid, json, index, place, report),
    locale,
    status: type.draftAndPublish && publishedAt === null ? 'draft' : 'published',
  })
  takeId(ids, row, json, place, report)
  return new Entry(file, index, json, row, { createdAt, updatedAt, publishedAt })
}

function readInstant(json: JsonObject, key: string, absent: Json, place: Place, report: Report): Json {
  const written = member(json, key)
  if (written === undefined) return absent
  const reading = readScalar({ type: 'datetime', enum: [] }, written)
  if ('value' in reading) return reading.value
  report(at(place, key), { message: 'wrong value', expected: reading.expected, found: shown(written) })
  return INSTANT
}

function readLocale(
  type: ContentType,
  json: JsonObject,
  locales: Locales,
  place: Place,
  report: Report,
): string | null {
  const locale = member(json, 'locale')
  if (!type.localized) {
    if (locale !== undefined && locale !== null) {
      const expected = `null, as ${type.uid} is not localized`
      const sought = [rowsOf(type.uid, 'locales')]
      report(at(place, 'locale'), { message: 'locale', expected, found: shown(locale), sought })
    }
    return null
  }
  if (locale === undefined) return locales.default
  if (typeof locale === 'string') {
    if (!isLocale(locale, locales)) report(at(place, 'locale'), unknownLocale(locale, locales.codes))
    return locale
  }
  report(at(place, 'locale'), { message: 'locale', expected: 'a locale code', found: shown(locale) })
  return locales.default
}

/** Half of a surrogate pair, which no URL can encode. */
const HALF = /\p{Surrogate}/u

function readDocumentId(uid: Uid, json: JsonObject, index: number, place: Place, report: Report): string {
  const written = member(json, 'documentId')
  if (typeof written === 'string' && written !== '' && !HALF.test(written)) return written
  if (written !== undefined) {
    const expected = 'text that a URL can hold'
    report(at(place, 'documentId'), { message: 'wrong documentId', expected, found: shown(written) })
  }
  return derivedDocumentId(uid, index)
}

/** The documentId of a row that writes none: a letter, then letters and digits, as in Strapi. */
export function derivedDocumentId(uid: Uid, index: number): string {
  const hash = digest(`${uid} ${index}`)
  const text = BigInt(`0x${hash}`).toString(36).padStart(DOCUMENT_ID_LENGTH, '0')
  return `d${text.slice(-(DOCUMENT_ID_LENGTH - 1))}`
}

function tableDraftOf(
  type: ContentType,
  file: string,
  entries: readonly Entry[],
  report: Report,
): TableDraft {
  const sorted = sortedById(entries)
  const byId = new IdMap(lastOfEachId(sorted), ({ row }) => row.id)
  const documents = documentsOf(sorted, report)
  const named = (row: RowDraft): ReferencedRow => {
    const entry = byId.get(row.id)
    // Two rows of one id were refused; only one of them is found by it.
    return entry?.row === row ? entry : { type, row }
  }
  const inLocale = (documentId: string, locale: string | null): readonly ReferencedRow[] =>
    rowsOfDocument(documents, documentId)
      .filter((row) => row.locale === locale)
      .map(named)
  return { type, file, entries, byId, inLocale }
}

/** The entries by id; the list itself where it is in this order, as in most files. */
function sortedById(entries: readonly Entry[]): readonly Entry[] {
  let last = 0
  for (const { row } of entries) {
    if (row.id < last) return entries.toSorted((a, b) => a.row.id - b.row.id)
    last = row.id
  }
  return entries
}

/** The last of several entries of one id; the list itself where no id is there twice. */
function lastOfEachId(sorted: readonly Entry[]): readonly Entry[] {
  let last = 0
  for (const { row } of sorted) {
    if (row.id === last) return sorted.filter(({ row: { id } }, index) => sorted[index + 1]?.row.id !== id)
    last = row.id
  }
  return sorted
}

/** The rows of each document; reports a second one of a locale and status. */
function documentsOf(sorted: readonly Entry[], report: Report): ByDocument<RowDraft> {
  const documents: ByDocument<RowDraft> = new Map()
  for (const entry of sorted) {
    if (addToDocument(documents, entry.row, isTwin) === 'twin') refuseTwin(entry, report)
  }
  return documents
}

const isTwin = (a: RowDraft, b: RowDraft): boolean => a.locale === b.locale && a.status === b.status

function refuseTwin({ row: { uid, documentId, locale, status }, place }: Entry, report: Report): void {
  const found = `${status} ${shown(documentId)}${locale === null ? '' : ` in ${locale}`} again`
  const expected = 'one row per document, locale and status'
  report(place, { message: 'duplicate row', expected, found, sought: [rowsOf(uid)] })
}
