/**
 * The JSON of rows, written again from the rows of a graph. A graph keeps the formats of rows instead of its files, whose
 * JSON mostly repeats the rows, and writes the same files when they are requested.
 */
import { bare } from '../../../util/bare.ts'
import { isList, type Json, type JsonObject } from '../../../util/json.ts'
import type { Ref, Row } from '../../graph/graph.ts'
import type { Attribute, ContentType } from '../../schema/schema.ts'
import type { DatasetFiles } from '../files/files.ts'
import { type EntryDraft, NO_REFS, type TableDraft } from './draft.ts'

/** The members of a row in order; most rows of a file share them. */
interface Members {
  readonly names: readonly string[]
  /** Where the row has the value of each. */
  readonly places: readonly MemberPlace[]
}

/** The part of a row with a member's value; `nowhere` for components, and for links to rows of any type. */
type MemberPlace = 'id' | 'documentId' | 'values' | ByIds | 'nowhere'

/** Attributes that link to one type, so that ids are enough to write them. */
type ByIds = Extract<Attribute, { kind: 'relation' | 'media' | 'morphBy' }>

function placeOf(name: string, { attributes }: ContentType): MemberPlace {
  if (name === 'id' || name === 'documentId') return name
  const attribute = attributes.get(name)
  switch (attribute?.kind) {
    case 'scalar':
      return 'values'
    case 'relation':
    case 'media':
    case 'morphBy':
      return attribute
    case 'morphTo':
    case 'component':
    case 'zone':
    case undefined:
      return 'nowhere'
  }
}

/** How one row is written. */
interface RowFormat {
  readonly members: Members
  /** The JSON of members that the row does not give back, such as references by documentId. */
  readonly own: Readonly<Record<string, Json>>
}

/** The rows of one file in file order, with what it takes to write them again. */
export interface WrittenRows {
  readonly rows: readonly Row[]
  /** By position. */
  readonly formats: readonly RowFormat[]
}

/** The formats of the rows of a file. `table` has its complete rows. */
export function writtenRows({ type, entries }: TableDraft, table: readonly Row[]): WrittenRows {
  const formats: RowFormat[] = []
  let last: RowFormat = { members: { names: [], places: [] }, own: NOTHING }
  let isInOrder = entries.length === table.length
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]
    if (entry === undefined) continue
    last = formatOf(entry, type, last)
    formats.push(last)
    isInOrder &&= entry.row === table[at]
  }
  return { rows: isInOrder ? table : entries.map(({ row }) => row), formats: formats.slice() }
}

const NOTHING: RowFormat['own'] = Object.freeze(bare<Json>())

/** The format of a row; `last`, where it is the same. */
function formatOf(
  { row, json, names = Object.keys(json) }: EntryDraft,
  type: ContentType,
  last: RowFormat,
): RowFormat {
  const members = names === last.members.names ? last.members : membersOf(names, type)
  let own: Record<string, Json> | undefined
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? ''
    const written = json[name] ?? null
    if (isGivenBack(row, name, members.places[at] ?? 'nowhere', written)) continue
    own ??= bare<Json>()
    own[name] = written
  }
  if (members === last.members && own === undefined && last.own === NOTHING) return last
  return { members, own: own ?? NOTHING }
}

const membersOf = (names: readonly string[], type: ContentType): Members => ({
  names,
  places: names.map((name) => placeOf(name, type)),
})

/** Whether the row gives back what is written. Allocates nothing, as there are many rows. */
function isGivenBack(row: Row, name: string, place: MemberPlace, written: Json): boolean {
  switch (place) {
    case 'id':
    case 'documentId':
      return row[place] === written
    case 'values':
      return Object.is(row.values[name], written)
    case 'nowhere':
      return false
    default:
      return areIds(row.links[name] ?? NO_REFS, written, place)
  }
}

function areIds(links: readonly Ref[], written: Json, { many }: ByIds): boolean {
  if (!many) return links.length < 2 && written === (links[0]?.id ?? null)
  if (!isList(written) || written.length !== links.length) return false
  for (let at = 0; at < links.length; at++) if (links[at]?.id !== written[at]) return false
  return true
}

/** The frozen JSON of the rows. */
const rowsWritten = ({ rows, formats }: WrittenRows): readonly JsonObject[] =>
  Object.freeze(rows.map((row, at) => written(row, formats[at])))

function written(row: Row, format: RowFormat | undefined): JsonObject {
  const json: Record<string, Json> = {}
  for (const [at, name] of (format?.members.names ?? []).entries()) {
    const own = format?.own[name]
    json[name] = own === undefined ? memberOf(row, name, format?.members.places[at] ?? 'nowhere') : own
  }
  return Object.freeze(json)
}

function memberOf(row: Row, name: string, place: MemberPlace): Json {
  switch (place) {
    case 'id':
    case 'documentId':
      return row[place]
    case 'values':
    case 'nowhere':
      return row.values[name] ?? null
    default: {
      const ids = (row.links[name] ?? NO_REFS).map(({ id }) => id)
      return place.many ? Object.freeze(ids) : (ids[0] ?? null)
    }
  }
}

/** The files of rows of a dataset. */
interface RowFiles {
  /** Of `entries`; undefined where the dataset has no such part. */
  readonly stems: readonly string[] | undefined
  readonly hasMedia: boolean
}

/** Completes `files` with the JSON of their rows on first use. `writtenByFile` has the rows by file. */
export function lazyFiles(
  files: DatasetFiles,
  writtenByFile: ReadonlyMap<string, WrittenRows>,
  { stems, hasMedia }: RowFiles,
): () => DatasetFiles {
  const rowsOf = (file: string): readonly JsonObject[] => {
    const rows = writtenByFile.get(file)
    return rows === undefined ? [] : rowsWritten(rows)
  }
  const entriesOf = (names: readonly string[]): JsonObject =>
    Object.freeze(Object.fromEntries(names.map((stem) => [stem, rowsOf(`entries/${stem}.json`)])))
  return () =>
    Object.freeze({
      ...files,
      ...(stems && { entries: entriesOf(stems) }),
      ...(hasMedia && { media: rowsOf('media.json') }),
    })
}
