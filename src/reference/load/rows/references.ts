/** Resolves the references in dataset rows to the rows that the references point to. */
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import type { Ref } from '../../graph/graph.ts'
import { at, listed, type Place, type Problem, type Report, rowsOf, shown } from '../../schema/fault.ts'
import type { LinkAttribute, Uid } from '../../schema/schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import {
  type EntryDraft,
  NO_REFS,
  type ReferencedRow,
  type ReferencedRows,
  type RowReading,
  refsTo,
  refTo,
} from './draft.ts'

const FOLDER_UID: Uid = 'plugin::upload.folder'
const REFERENCE = 'a row id, a documentId or {"documentId", "locale", "status"}'
const MORPH_REFERENCE = '{"__type", "id"} or {"__type", "documentId", "locale", "status"}'

/**
 * Resolves references that are plain ids, which are the most common form; undefined if the value has another form,
 * which `readReferences` resolves.
 */
export function readIds(
  attribute: LinkAttribute,
  json: Json,
  { drafts }: RowReading,
): readonly Ref[] | undefined {
  const rows = attribute.kind === 'morphTo' ? undefined : drafts.get(targetOf(attribute))?.byId
  if (rows === undefined) return undefined
  if (!attribute.many) {
    const only = typeof json === 'number' ? rows.get(json) : undefined
    return only && refsTo(only)
  }
  return isList(json) && json.length > 0 ? refsByIds(json, rows) : undefined
}

/**
 * Resolves a list of row ids to references; undefined for a list with a duplicate, or with an item that is not the id
 * of a row.
 */
function refsByIds(items: readonly Json[], rows: ReferencedRows['byId']): readonly Ref[] | undefined {
  const refs: Ref[] = []
  let [last, isAscending] = [0, true]
  for (let at = 0; at < items.length; at++) {
    const item = items[at]
    const named = typeof item === 'number' ? rows.get(item) : undefined
    if (named === undefined) return undefined
    if (items.length === 1) return refsTo(named)
    const ref = refTo(named)
    isAscending &&= last < ref.id
    last = ref.id
    refs.push(ref)
  }
  // Copies the list, because a list that grew has spare capacity, and a copy has none.
  return isAscending || new Set(items).size === refs.length ? refs.slice() : undefined
}

/**
 * Resolves the references in the value of an attribute, in any form, to rows in order; undefined after a reported
 * fault.
 */
export function readReferences(
  attribute: LinkAttribute,
  json: Json | undefined,
  place: Place,
  from: EntryDraft,
  reading: RowReading,
): readonly Ref[] | undefined {
  if (json === undefined) return NO_REFS
  const items = itemsOf(attribute, json, from)
  if (items === undefined) {
    const expected = attribute.many ? 'a list of references' : 'a reference or null'
    reading.report(place, { message: 'wrong type', expected, found: shown(json) })
    return undefined
  }
  if (items.length === 0 || isUnkeptFolder(attribute, from, reading)) return NO_REFS
  const found: ReferencedRow[] = []
  let sound = true
  for (let index = 0; index < items.length; index++) {
    const item = items[index] ?? null
    const here = isList(json) ? at(place, index) : place
    const named =
      attribute.kind === 'morphTo'
        ? readMorph(item, { place: here, from, reading })
        : readOne(item, targetOf(attribute), { place: here, from, reading })
    if (named === undefined) sound = false
    else for (const one of named) found.push(one)
  }
  if (!sound || !isSet(found, place, reading.report)) return undefined
  const isOne = !attribute.many && attribute.kind !== 'morphBy' && !isListOfIds(json)
  if (isOne && !isOneDocument(found, from, place, reading.report)) return undefined
  const [only] = found
  return only !== undefined && found.length === 1 ? refsTo(only) : found.map(refTo)
}

/**
 * Returns whether a value is a list of row ids. A to-one attribute whose value is a list of row ids may link rows of
 * several documents. A real server stores links to several documents if a clone keeps the one-to-one relations of its
 * original.
 */
const isListOfIds = (json: Json): boolean => isList(json) && json.every((item) => typeof item === 'number')

/** Returns the references in the value of an attribute as a list; undefined if the value has the wrong form. */
function itemsOf({ kind, many }: LinkAttribute, json: Json, from: EntryDraft): readonly Json[] | undefined {
  if (isList(json)) return json
  // The export command of Strapi writes relations of files in the form `{"relation": […]}`.
  const exported =
    from.type.uid === FILE_UID && kind === 'relation' && isObject(json) && member(json, 'relation')
  if (exported && isList(exported)) return exported
  if (many) return undefined
  return json === null ? [] : [json]
}

/**
 * Returns whether the loader ignores the reference of an uploaded file to its folder. The loader ignores the
 * reference if the dataset has no rows of folders. Datasets may omit the rows of folders, because no answer shows the
 * folder of a file.
 */
const isUnkeptFolder = (attribute: LinkAttribute, from: EntryDraft, { drafts }: RowReading): boolean =>
  from.type.uid === FILE_UID &&
  attribute.kind === 'relation' &&
  attribute.target === FOLDER_UID &&
  drafts.get(FOLDER_UID)?.entries.length === 0

/** Returns the type of the rows that an attribute refers to. */
function targetOf(attribute: Exclude<LinkAttribute, { kind: 'morphTo' }>): Uid {
  return attribute.kind === 'media' ? FILE_UID : attribute.target
}

/** The context for resolving one reference to a row. */
interface Site {
  readonly place: Place
  /** The row that contains the reference. */
  readonly from: EntryDraft
  readonly reading: RowReading
}

function readMorph(json: Json, site: Site): readonly ReferencedRow[] | undefined {
  const { place, reading } = site
  const type = isObject(json) ? member(json, '__type') : undefined
  if (!isObject(json) || typeof type !== 'string') return unreadable(MORPH_REFERENCE, json, site)
  const rows = reading.drafts.get(type)
  if (rows === undefined) {
    const expected = 'a content type of this dataset'
    const problem = { message: 'unknown type', expected, found: shown(type) }
    reading.report(at(place, '__type'), { ...problem, sought: ['content-types/'], missing: type })
    return undefined
  }
  const { id } = json
  return typeof id === 'number' ? byId(id, rows, site) : byDocument(json, MORPH_REFERENCE, rows, site)
}

function readOne(json: Json, target: Uid, site: Site): readonly ReferencedRow[] | undefined {
  const rows = site.reading.drafts.get(target)
  if (rows === undefined) return undefined
  if (typeof json === 'number') return byId(json, rows, site)
  if (typeof json === 'string') return byDocument({ documentId: json }, REFERENCE, rows, site)
  return isObject(json) ? byDocument(json, REFERENCE, rows, site) : unreadable(REFERENCE, json, site)
}

function byId(
  id: number,
  rows: ReferencedRows,
  { place, reading }: Site,
): readonly ReferencedRow[] | undefined {
  const entry = rows.byId.get(id)
  if (entry !== undefined) return [entry]
  const expected = `the id of a row of ${rows.type.uid}`
  reading.report(place, {
    message: 'dangling reference',
    expected,
    found: shown(id),
    ...whereaboutsIn(rows),
  })
  return undefined
}

const KEYS = ['documentId', 'locale', 'status']

/**
 * Resolves a reference by documentId in the way that Strapi connects documents: see "References" in the dataset format.
 */
function byDocument(
  json: JsonObject,
  form: string,
  rows: ReferencedRows,
  site: Site,
): readonly ReferencedRow[] | undefined {
  const { place, from, reading } = site
  const documentId = member(json, 'documentId')
  const locale = wantedLocale(member(json, 'locale'), rows, from, reading)
  const status = wantedStatus(member(json, 'status'), rows, from)
  const known = form === MORPH_REFERENCE ? [...KEYS, '__type'] : KEYS
  const hasOthers = Object.keys(json).some((key) => !known.includes(key))
  if (typeof documentId !== 'string' || locale === undefined || status === undefined || hasOthers)
    return unreadable(form, json, site)
  const versions = rows.inLocale(documentId, locale)
  const found = versions.filter(({ row }) => status === 'any' || row.status === status)
  if (found.length > 0) return found
  const wanted = [status === 'any' ? 'a' : `a ${status}`, 'row', locale === null ? '' : `in ${locale}`]
  const expected = `${wanted.filter(Boolean).join(' ')} of a document of ${rows.type.uid}`
  const { sought, ...rest } = whereaboutsIn(rows)
  const problem = { message: 'dangling reference', expected, found: shown(json), ...rest }
  reading.report(place, { ...problem, sought: [...sought, rowsOf(from.type.uid), 'locales.json'] })
  return undefined
}

/**
 * Returns the files that could contain a missing row, for the fault message. If a type has no rows at all, the
 * message names the type instead of a row.
 */
function whereaboutsIn({ file, type, entries }: ReferencedRows) {
  const sought = [file, rowsOf(type.uid)]
  return entries.length > 0 ? { sought } : { sought, missing: rowsOf(type.uid) }
}

function wantedLocale(
  written: Json | undefined,
  { type }: ReferencedRows,
  { row }: EntryDraft,
  { locales }: RowReading,
): string | null | undefined {
  if (written !== undefined) return typeof written === 'string' || written === null ? written : undefined
  return type.localized ? (row.locale ?? locales.default) : null
}

function wantedStatus(
  written: Json | undefined,
  { type }: ReferencedRows,
  from: EntryDraft,
): 'draft' | 'published' | 'any' | undefined {
  if (written !== undefined) return written === 'draft' || written === 'published' ? written : undefined
  return type.draftAndPublish && from.type.draftAndPublish ? from.row.status : 'any'
}

function unreadable(expected: string, json: Json, { place, reading }: Site): undefined {
  reading.report(place, { message: 'not a reference', expected, found: shown(json) })
}

function isSet(found: readonly ReferencedRow[], place: Place, report: Report): boolean {
  if (found.length < 2 || areDistinct(found)) return true
  report(place, { message: 'duplicate reference', expected: 'each row once', found: () => describe(found) })
  return false
}

/** The maximum length of a list for which comparing all pairs is faster than a set. */
const FEW = 8

const areDistinct = (found: readonly ReferencedRow[]): boolean =>
  found.length <= FEW ? areFewDistinct(found) : new Set(found.map(({ row }) => row)).size === found.length

function areFewDistinct(found: readonly ReferencedRow[]): boolean {
  for (let index = 1; index < found.length; index++) {
    for (let earlier = 0; earlier < index; earlier++) {
      if (found[earlier]?.row === found[index]?.row) return false
    }
  }
  return true
}

/**
 * Returns whether the rows that a to-one attribute refers to belong to only one document for each status, and
 * otherwise reports a fault.
 */
export function isOneDocument(
  found: readonly ReferencedRow[],
  owner: ReferencedRow,
  place: Place,
  report: Report,
): boolean {
  if (found.length < 2) return true
  const documents = new Map(found.map(({ row }) => [row.status, `${row.uid} ${row.documentId}`]))
  if (found.every(({ row }) => documents.get(row.status) === `${row.uid} ${row.documentId}`)) return true
  report(place, ambiguous(found, owner))
  return false
}

const ambiguous = (found: readonly ReferencedRow[], owner: ReferencedRow): Problem => ({
  message: 'ambiguous reference',
  expected: 'rows of one document',
  found: () => describe(found),
  sought: [...new Set([owner, ...found].map(({ row }) => row.uid))].map((uid) => rowsOf(uid)),
})

/** Returns row ids as text, with the types of the rows if these differ. */
function describe(found: readonly ReferencedRow[]): string {
  const several = new Set(found.map(({ row }) => row.uid)).size > 1
  return listed(found.map(({ row }) => (several ? `${row.uid} ${row.id}` : row.id)))
}
