/** A fault of a server that sorts uploaded files: it stores each written list of files in the order of their ids. */
import { FILE_UID } from '../../../src/reference/schema/schema.ts'
import type { Json } from '../../../src/util/json.ts'
import { graph } from '../conforming.ts'
import { type Fault, isObject, type JsonObject } from '../faulty.ts'
import { blunder } from '../writes/blunders.ts'

/** The names of the attributes that hold several media files. */
const FILES = [...graph.schema.contentTypes.values(), ...graph.schema.components.values()].flatMap(
  ({ attributes }) =>
    [...attributes.values()].flatMap((one) => (one.kind === 'media' && one.many ? [one.name] : [])),
)
/** Returns the id of the uploaded file that an item of a written list names; undefined if no file has this name. */
function idOf(item: Json): number | undefined {
  const name = isObject(item) ? (item.documentId ?? item.id) : item
  const files = graph.tables.get(FILE_UID)
  if (typeof name === 'number') return files?.byId.get(name)?.id
  return typeof name === 'string' ? files?.byDocument.get(name)?.[0]?.id : undefined
}

/**
 * Returns a written list in the order of the ids of its media files. Returns the same list if some item does not name
 * a file.
 */
const inOrderOfIds = (files: Json): Json =>
  Array.isArray(files) && files.every((item) => idOf(item) !== undefined)
    ? files.toSorted((one, other) => (idOf(one) ?? 0) - (idOf(other) ?? 0))
    : files
const sortedFiles = (value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([form, files]) => [form, inOrderOfIds(files)]))
    : inOrderOfIds(value)
const withSortedFiles = (data: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(data), (name, value) => (FILES.includes(name) ? sortedFiles(value) : value))

/** The fault of a server that sorts the lists of media files in all written values, also in components. */
export const SORTED_FILES: Fault = blunder(
  'sorted files',
  'The server wrongly sorts the files of a list by id.',
  {
    taken: ({ data }) => (data === undefined ? {} : { data: withSortedFiles(data) }),
  },
).fault
