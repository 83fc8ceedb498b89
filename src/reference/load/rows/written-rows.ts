/**
 * Writes the JSON of dataset rows again from the rows of a graph. A graph stores only the format of each row instead
 * of its JSON, because the JSON would mostly repeat the values of the row.
 */

import type { Json, JsonObject } from '../../../util/json.ts'
import { plainObject } from '../../../util/plain-object.ts'
import type { Row } from '../../graph/graph.ts'
import type { Attribute, ContentType } from '../../schema/schema.ts'
import type { DatasetFiles } from '../files/files.ts'
import { type EntryDraft, NO_REFS, type TableDraft } from './draft.ts'

/** The member names of a row in the order of the file. Most rows of a file share one `Members` object. */
interface Members {
  readonly names: readonly string[]
  /** The part of the row that contains the value of each member. */
  readonly places: readonly MemberPlace[]
  /** The names of members that are not attributes, such as `__related`. */
  readonly extra: readonly string[]
}

/**
 * The part of a row that contains the value of a member. For components, links to rows of any type, and names that
 * are not attributes, the part is `nowhere`, because their JSON is stored separately.
 */
type MemberPlace = 'id' | 'documentId' | 'values' | ByIds | 'nowhere'

/** The attributes that link to a single type, so that the JSON only needs the ids of the linked rows. */
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

/**
 * The format in which the JSON of one row is written: the order of its members, and the stored JSON of some members.
 */
interface RowFormat {
  readonly members: Members
  /** The JSON of members that cannot be written from the row, such as references by documentId. */
  readonly kept: Readonly<Record<string, Json>>
}

/** The rows of one file in file order, with their formats. */
export interface WrittenRows {
  readonly rows: readonly Row[]
  /** The format of each row, at the position of the row in `rows`. */
  readonly formats: readonly RowFormat[]
}

/** Collects the formats for the rows of a file. The parameter `table` contains the finished rows of the table. */
export function writtenRows({ type, entries }: TableDraft, table: readonly Row[]): WrittenRows {
  const formats: RowFormat[] = []
  let last: RowFormat = { members: membersOf([], type), kept: NOTHING }
  let isInOrder = entries.length === table.length
  entries.forEach((entry, at) => {
    last = formatOf(entry, last)
    formats.push(last)
    isInOrder &&= entry.row === table[at]
  })
  return { rows: isInOrder ? table : entries.map(({ row }) => row), formats: formats.slice() }
}

const NOTHING: RowFormat['kept'] = Object.freeze(plainObject<Json>())

/** Returns the format of a row's JSON. If the format of a row equals `last`, the function returns the object `last`. */
function formatOf({ type, json, names = Object.keys(json), kept }: EntryDraft, last: RowFormat): RowFormat {
  const members = names === last.members.names ? last.members : membersOf(names, type)
  if (members.extra.length === 0) {
    const isLast = members === last.members && kept === undefined && last.kept === NOTHING
    return isLast ? last : { members, kept: kept ?? NOTHING }
  }
  const all = Object.assign(plainObject<Json>(), kept)
  for (const name of members.extra) all[name] = json[name] ?? null
  return { members, kept: all }
}

const membersOf = (names: readonly string[], type: ContentType): Members => ({
  names,
  places: names.map((name) => placeOf(name, type)),
  extra: names.filter((name) => !type.attributes.has(name) && name !== 'id' && name !== 'documentId'),
})

/** Writes the JSON of the rows, and freezes it. */
const rowsWritten = ({ rows, formats }: WrittenRows): readonly JsonObject[] =>
  Object.freeze(rows.map((row, at) => written(row, formats[at])))

function written(row: Row, format: RowFormat | undefined): JsonObject {
  const json: Record<string, Json> = {}
  for (const [at, name] of (format?.members.names ?? []).entries()) {
    const kept = format?.kept[name]
    json[name] = kept === undefined ? memberOf(row, name, format?.members.places[at] ?? 'nowhere') : kept
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

/** The files with rows that the dataset has. */
interface RowFiles {
  /** The file names in the folder `entries/`, without `.json`; undefined means that the dataset lacks this folder. */
  readonly stems: readonly string[] | undefined
  readonly hasMedia: boolean
}

/**
 * Returns a function that adds the files with rows to `files`, and writes their JSON when it is called. The parameter
 * `writtenByFile` contains the rows of each file.
 */
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
