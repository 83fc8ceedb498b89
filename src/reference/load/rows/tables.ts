/**
 * Turns the files with rows into table drafts. The loader first reads the members that identify each row, such as its
 * id and documentId, so that references may point to any row.
 */

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
  EntryDraft,
  emptyRow,
  type ReferencedRow,
  type RowDraft,
  type RowReading,
  type TableDraft,
} from './draft.ts'
import { areNumbered, giveMissingIds, type IdLedger, newLedger, takeId, trustingLedger } from './ids.ts'
import { valuesOfRelations, valuesOfRows } from './value-budget.ts'

/** The timestamp of a row whose file states no timestamp. */
const INSTANT = '2024-01-01T00:00:00.000Z'
const DOCUMENT_ID_LENGTH = 24

/** The context for reading all tables of a dataset. */
type TablesReading = Pick<RowReading, 'schema' | 'locales' | 'report' | 'budget'>

/**
 * Makes a table draft for every content type. If the rows of a type exceed the budget of values, the table draft has
 * no rows.
 */
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
    drafts.set(type.uid, readTable(type, place, fits ? rows : [], { locales, report }))
  }
  const countOf = (uid: Uid): number => drafts.get(uid)?.entries.length ?? 0
  for (const { type, file } of drafts.values()) budget.take(valuesOfRelations(type, countOf), file)
  return drafts
}

function readTable(
  type: ContentType,
  place: Place,
  rows: readonly Json[],
  { locales, report }: Pick<TablesReading, 'locales' | 'report'>,
): TableDraft {
  const ids = areNumbered(rows) ? trustingLedger() : newLedger()
  const entries: EntryDraft[] = []
  // If one of the members that `readEntry` reads is faulty, the loader reports no faults about references to this
  // type. The target of such a reference may be the faulty row.
  const reading = { type, locales, ids, report: hiding(rowsOf(type.uid), report) }
  const source = new RowSource(place)
  rows.forEach((item, index) => {
    source.index = index
    const json = isObject(item) ? item : readObject(item, source.place, reading.report)
    if (json !== undefined) entries.push(readEntry(json, source, reading))
  })
  giveMissingIds(ids)
  return tableDraftOf(type, place.file, entries, report)
}

/**
 * The current position in a file of rows. All rows of the file share one `RowSource`, which builds a `Place` only for a
 * fault.
 */
export class RowSource {
  readonly file: Place
  index = 0

  constructor(file: Place) {
    this.file = file
  }

  get place(): Place {
    return at(this.file, this.index)
  }
}

/** The context for reading the members that identify a row. */
export interface EntryReading {
  readonly type: ContentType
  readonly locales: Locales
  readonly ids: IdLedger
  readonly report: Report
}

/** Reads the members that identify a row: id, documentId, locale and status, and also the timestamps. */
export function readEntry(json: JsonObject, source: RowSource, reading: EntryReading): EntryDraft {
  const { type, report } = reading
  const createdAt = readInstant(json, 'createdAt', INSTANT, source, report)
  const updatedAt = readInstant(json, 'updatedAt', INSTANT, source, report)
  const publishedAt = readInstant(json, 'publishedAt', createdAt ?? INSTANT, source, report)
  if (publishedAt === null && !type.draftAndPublish) {
    const expected = `a published row, because ${type.uid} has no draft & publish`
    const sought = [rowsOf(type.uid, 'drafts')]
    report(at(source.place, 'publishedAt'), { message: 'draft row', expected, found: 'null', sought })
  }
  const locale = readLocale(json, source, reading)
  const documentId = readDocumentId(type.uid, json, source, report)
  const status = type.draftAndPublish && publishedAt === null ? 'draft' : 'published'
  const row = emptyRow(type, documentId, locale, status)
  takeId(reading.ids, row, json, source, report)
  return new EntryDraft(type, json, row, { createdAt, updatedAt, publishedAt }, source)
}

function readInstant(json: JsonObject, key: string, absent: Json, source: RowSource, report: Report): Json {
  const written = member(json, key)
  if (written === undefined) return absent
  const reading = readScalar({ type: 'datetime', enum: [] }, written)
  if ('value' in reading) return reading.value
  const problem = { message: 'wrong value', expected: reading.expected, found: shown(written) }
  report(at(source.place, key), problem)
  return INSTANT
}

function readLocale(
  json: JsonObject,
  source: RowSource,
  { type, locales, report }: EntryReading,
): string | null {
  const locale = member(json, 'locale')
  if (!type.localized) {
    if (locale !== undefined && locale !== null) {
      const expected = `null, because ${type.uid} is not localized`
      const sought = [rowsOf(type.uid, 'locales')]
      report(at(source.place, 'locale'), { message: 'locale', expected, found: shown(locale), sought })
    }
    return null
  }
  if (locale === undefined) return locales.default
  // Project code of a real server can store a row of a localized type without a locale; only `locale=*` finds such a
  // row.
  if (locale === null) return null
  if (typeof locale === 'string') {
    if (!isLocale(locale, locales)) report(at(source.place, 'locale'), unknownLocale(locale, locales.codes))
    return locale
  }
  report(at(source.place, 'locale'), {
    message: 'locale',
    expected: 'a locale code or null',
    found: shown(locale),
  })
  return locales.default
}

/** The pattern of half a surrogate pair without the other half, which no URL can encode. */
const HALF = /\p{Surrogate}/u

function readDocumentId(uid: Uid, json: JsonObject, source: RowSource, report: Report): string {
  const written = member(json, 'documentId')
  if (typeof written === 'string' && written !== '' && !HALF.test(written)) return written
  if (written !== undefined) {
    const expected = 'text that fits into a URL'
    report(at(source.place, 'documentId'), { message: 'wrong documentId', expected, found: shown(written) })
  }
  return derivedDocumentId(uid, source.index)
}

/** Returns the documentId of a row whose file states no documentId: a letter, then letters and digits, as in Strapi. */
export function derivedDocumentId(uid: Uid, index: number): string {
  const hash = digest(`${uid} ${index}`)
  const text = BigInt(`0x${hash}`).toString(36).padStart(DOCUMENT_ID_LENGTH, '0')
  return `d${text.slice(-(DOCUMENT_ID_LENGTH - 1))}`
}

function tableDraftOf(
  type: ContentType,
  file: string,
  entries: readonly EntryDraft[],
  report: Report,
): TableDraft {
  const sorted = sortedById(entries)
  const byId = new IdMap(lastOfEachId(sorted), ({ row }) => row.id)
  const documents = documentsOf(sorted, report)
  const named = (row: RowDraft): ReferencedRow => {
    const entry = byId.get(row.id)
    // If two rows have the same id, which is a fault, the map finds only one of the rows.
    return entry?.row === row ? entry : { type, row }
  }
  const inLocale = (documentId: string, locale: string | null): readonly ReferencedRow[] =>
    rowsOfDocument(documents, documentId)
      .filter((row) => row.locale === locale)
      .map(named)
  return { type, file, entries, byId, inLocale }
}

/**
 * Returns the rows sorted by id. If the rows are already sorted, as in most files, the function returns the same
 * list.
 */
function sortedById(entries: readonly EntryDraft[]): readonly EntryDraft[] {
  const isSorted = entries.every(({ row }, at) => at === 0 || (entries[at - 1]?.row.id ?? 0) <= row.id)
  return isSorted ? entries : entries.toSorted((a, b) => a.row.id - b.row.id)
}

/**
 * Returns for each id only the last row with this id. If all rows have different ids, the function returns the same
 * list.
 */
function lastOfEachId(sorted: readonly EntryDraft[]): readonly EntryDraft[] {
  const isLast = ({ row }: EntryDraft, at: number): boolean => sorted[at + 1]?.row.id !== row.id
  return sorted.every(isLast) ? sorted : sorted.filter(isLast)
}

/** Returns the rows of each document, and reports a second row of a document with the same locale and status. */
function documentsOf(sorted: readonly EntryDraft[], report: Report): ByDocument<RowDraft> {
  const documents: ByDocument<RowDraft> = new Map()
  sorted.forEach((entry) => {
    if (addToDocument(documents, entry.row, isTwin) === 'twin') refuseTwin(entry, report)
  })
  return documents
}

const isTwin = (a: RowDraft, b: RowDraft): boolean => a.locale === b.locale && a.status === b.status

function refuseTwin({ row: { uid, documentId, locale, status }, place }: EntryDraft, report: Report): void {
  const found = `${status} ${shown(documentId)}${locale === null ? '' : ` in ${locale}`} again`
  const expected = 'one row per document, locale and status'
  report(place, { message: 'duplicate row', expected, found, sought: [rowsOf(uid)] })
}
