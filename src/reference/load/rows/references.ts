/** The references a row writes → the rows they name. */
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

/** The rows that `json` names by their ids alone, as most do; undefined where it takes a closer look to say. */
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

/** Undefined for a list that has something else in it, or a row twice. */
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
  // A list that grew has budget for more; a copy of it has none.
  return isAscending || new Set(items).size === refs.length ? refs.slice() : undefined
}

/** The rows that `json` names, in its order; undefined after a report. */
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
        ? readMorph(item, here, from, reading)
        : readOne(item, targetOf(attribute), here, from, reading)
    if (named === undefined) sound = false
    else for (const one of named) found.push(one)
  }
  if (!sound || !isSet(found, place, reading.report)) return undefined
  if (!attribute.many && !isOneDocument(found, from, place, reading.report)) return undefined
  const [only] = found
  return only !== undefined && found.length === 1 ? refsTo(only) : found.map(refTo)
}

/** The single references in the written form, or undefined if the form is wrong. */
function itemsOf({ kind, many }: LinkAttribute, json: Json, from: EntryDraft): readonly Json[] | undefined {
  if (isList(json)) return json
  // Strapi's own export of a file writes its relations like this.
  const exported =
    from.type.uid === FILE_UID && kind === 'relation' && isObject(json) && member(json, 'relation')
  if (exported && isList(exported)) return exported
  if (many) return undefined
  return json === null ? [] : [json]
}

/** Files name their folder; without rows of folders, which no answer shows, that says nothing. */
const isUnkeptFolder = (attribute: LinkAttribute, from: EntryDraft, { drafts }: RowReading): boolean =>
  from.type.uid === FILE_UID &&
  attribute.kind === 'relation' &&
  attribute.target === FOLDER_UID &&
  drafts.get(FOLDER_UID)?.entries.length === 0

/** The one type that references of the attribute name. */
function targetOf(attribute: Exclude<LinkAttribute, { kind: 'morphTo' }>): Uid {
  return attribute.kind === 'media' ? FILE_UID : attribute.target
}

function readMorph(
  json: Json,
  place: Place,
  from: EntryDraft,
  reading: RowReading,
): readonly ReferencedRow[] | undefined {
  const type = isObject(json) ? member(json, '__type') : undefined
  if (!isObject(json) || typeof type !== 'string') return unreadable(MORPH_REFERENCE, json, place, reading)
  const draft = reading.drafts.get(type)
  if (draft === undefined) {
    const expected = 'a content type of this dataset'
    reading.report(at(place, '__type'), {
      message: 'unknown type',
      expected,
      found: shown(type),
      sought: ['content-types/'],
      missing: type,
    })
    return undefined
  }
  const { id } = json
  if (typeof id === 'number') return byId(id, draft, place, reading)
  return byDocument(json, ['__type'], draft, place, from, reading)
}

function readOne(
  json: Json,
  target: Uid,
  place: Place,
  from: EntryDraft,
  reading: RowReading,
): readonly ReferencedRow[] | undefined {
  const draft = reading.drafts.get(target)
  if (draft === undefined) return undefined
  if (typeof json === 'number') return byId(json, draft, place, reading)
  if (typeof json === 'string') return byDocument({ documentId: json }, [], draft, place, from, reading)
  if (isObject(json)) return byDocument(json, [], draft, place, from, reading)
  return unreadable(REFERENCE, json, place, reading)
}

function byId(
  id: number,
  draft: ReferencedRows,
  place: Place,
  { report }: RowReading,
): readonly ReferencedRow[] | undefined {
  const entry = draft.byId.get(id)
  if (entry !== undefined) return [entry]
  const expected = `the id of a row of ${draft.type.uid}`
  report(place, { message: 'dangling reference', expected, found: shown(id), ...whereaboutsIn(draft) })
  return undefined
}

/** What a publishing system would link: see the format's "References". */
function byDocument(
  json: JsonObject,
  moreKeys: readonly string[],
  draft: ReferencedRows,
  place: Place,
  from: EntryDraft,
  reading: RowReading,
): readonly ReferencedRow[] | undefined {
  const documentId = member(json, 'documentId')
  const locale = wantedLocale(member(json, 'locale'), draft, from, reading)
  const status = wantedStatus(member(json, 'status'), draft, from)
  const known = ['documentId', 'locale', 'status', ...moreKeys]
  const strange = Object.keys(json).some((key) => !known.includes(key))
  if (typeof documentId !== 'string' || locale === undefined || status === undefined || strange) {
    return unreadable(moreKeys.length > 0 ? MORPH_REFERENCE : REFERENCE, json, place, reading)
  }
  const rows = draft.inLocale(documentId, locale)
  const named = rows.filter(({ row }) => status === 'any' || row.status === status)
  if (named.length > 0) return named
  const wanted = [status === 'any' ? 'a' : `a ${status}`, 'row', locale === null ? '' : `in ${locale}`]
  const expected = `${wanted.filter(Boolean).join(' ')} of a document of ${draft.type.uid}`
  const { sought, ...rest } = whereaboutsIn(draft)
  const found = shown(json)
  const alsoSought = [...sought, rowsOf(from.type.uid), 'locales.json']
  reading.report(place, { message: 'dangling reference', expected, found, ...rest, sought: alsoSought })
  return undefined
}

/** Where a row may be that a reference does not find; a type without any rows is missed as a whole. */
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

function unreadable(expected: string, json: Json, place: Place, { report }: RowReading): undefined {
  report(place, { message: 'not a reference', expected, found: shown(json) })
}

function isSet(found: readonly ReferencedRow[], place: Place, report: Report): boolean {
  if (found.length < 2 || areDistinct(found)) return true
  report(place, { message: 'duplicate reference', expected: 'each row once', found: () => describe(found) })
  return false
}

/** Of few it is faster to look at each pair. */
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

/** A to-one may hold a draft and a published row, but no two of which a reader would have to choose. */
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

/** Row ids, with their types where these differ. */
function describe(found: readonly ReferencedRow[]): string {
  const several = new Set(found.map(({ row }) => row.uid)).size > 1
  return listed(found.map(({ row }) => (several ? `${row.uid} ${row.id}` : row.id)))
}
