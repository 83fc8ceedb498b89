/**
 * How rows are written in their file, as far as they do not say it themselves. A graph keeps this in place of its files,
 * which are mostly what the rows say once more, and writes the rows again, as they were, for who asks for them.
 */
import { bare } from '../../../util/bare.ts'
import { isList, type Json, type JsonObject } from '../../../util/json.ts'
import type { Ref, Row } from '../../graph/graph.ts'
import type { Attribute, ContentType } from '../../schema/schema.ts'
import type { DatasetFiles } from '../files/files.ts'
import { NO_REFS, type TableDraft } from './draft.ts'

/** The members of a row, in order. Most rows of a file have the same. */
interface Members {
  readonly names: readonly string[]
  /** Where the row says each of them. */
  readonly places: readonly Place[]
}

/** A scalar among its values, or one of its links; `nowhere` for components, and for links to rows of any type. */
type Place = 'id' | 'documentId' | 'values' | ByIds | 'nowhere'

/** What it links to is of one type, so that an id is enough to name it. */
type ByIds = Extract<Attribute, { kind: 'relation' | 'media' | 'morphBy' }>

function placeOf(name: string, { attributes }: ContentType): Place {
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

/** Of one row. */
interface RowFormat {
  readonly members: Members
  /** Members that are written otherwise than the row would say them, such as references by documentId. */
  readonly own: Readonly<Record<string, Json>>
}

/** The rows of one file, as they stand in it. */
export interface WrittenRows {
  readonly rows: readonly Row[]
  /** For each row in its place. */
  readonly formats: readonly RowFormat[]
}

/** What a file says whose rows, which are whole by now, are in a table. */
export function writtenRows({ type, entries }: TableDraft, table: readonly Row[]): WrittenRows {
  const formats: RowFormat[] = []
  let last: RowFormat = { members: { names: [], places: [] }, own: NOTHING }
  for (const { row, json } of entries) {
    last = formatOf(row, json, type, last)
    formats.push(last)
  }
  const isInOrder = entries.length === table.length && entries.every(({ row }, at) => row === table[at])
  return { rows: isInOrder ? table : entries.map(({ row }) => row), formats: formats.slice() }
}

const NOTHING: RowFormat['own'] = Object.freeze(bare<Json>())

/** How a row is written; `last`, where that is how. */
function formatOf(row: Row, json: JsonObject, type: ContentType, last: RowFormat): RowFormat {
  const members = hasMembers(json, last.members) ? last.members : membersOf(json, type)
  const { names, places } = members
  let own: Record<string, Json> | undefined
  for (let at = 0; at < names.length; at++) {
    const [name = '', place = 'nowhere'] = [names[at], places[at]]
    const written = json[name] ?? null
    if (isSaid(row, name, place, written)) continue
    own ??= bare<Json>()
    own[name] = written
  }
  if (members === last.members && own === undefined && last.own === NOTHING) return last
  return { members, own: own ?? NOTHING }
}

function hasMembers(json: JsonObject, { names }: Members): boolean {
  let count = 0
  for (const name in json) if (names[count++] !== name) return false
  return count === names.length
}

function membersOf(json: JsonObject, type: ContentType): Members {
  const names = Object.keys(json)
  return { names, places: names.map((name) => placeOf(name, type)) }
}

/** Whether the row itself says what is written; without making anything, as there are many rows. */
function isSaid(row: Row, name: string, place: Place, written: Json): boolean {
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

/** The rows as they were written, frozen. */
const rowsWritten = ({ rows, formats }: WrittenRows): readonly JsonObject[] =>
  Object.freeze(rows.map((row, at) => written(row, formats[at])))

function written(row: Row, format: RowFormat | undefined): JsonObject {
  const json: Record<string, Json> = {}
  for (const [at, name] of (format?.members.names ?? []).entries()) {
    const own = format?.own[name]
    json[name] = own === undefined ? said(row, name, format?.members.places[at] ?? 'nowhere') : own
  }
  return Object.freeze(json)
}

function said(row: Row, name: string, place: Place): Json {
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

/** Which files of rows there are. */
interface RowFiles {
  /** Of entries; undefined where the dataset has no part of that name. */
  readonly stems: readonly string[] | undefined
  readonly hasMedia: boolean
}

/** Gives `files` with their rows, which are written when somebody first asks, and then kept. `writtenByFile`: by file. */
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
