/** A fault of a server that sorts uploaded files: it stores each written list of files in the order of their ids. */
import type { Json } from '../../../src/util/json.ts'
import { graph } from '../conforming.ts'
import { type Fault, isObject, type JsonObject } from '../faulty.ts'
import { blunder } from '../writes/blunders.ts'

/** The names of the attributes with several files. */
const FILES = [...graph.schema.contentTypes.values(), ...graph.schema.components.values()].flatMap(
  ({ attributes }) =>
    [...attributes.values()].flatMap((one) => (one.kind === 'media' && one.many ? [one.name] : [])),
)
const numberOf = (file: Json): number => Number(isObject(file) ? file.id : file)
const inOrderOfIds = (files: Json): Json =>
  Array.isArray(files) ? files.toSorted((one, other) => numberOf(one) - numberOf(other)) : files
const sortedFiles = (value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([form, files]) => [form, inOrderOfIds(files)]))
    : inOrderOfIds(value)
const withSortedFiles = (data: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(data), (name, value) => (FILES.includes(name) ? sortedFiles(value) : value))

/** The fault that sorts the lists of files in all written values, also in components. */
export const SORTED_FILES: Fault = blunder(
  'sorted files',
  'The server wrongly sorts the files of a list by id.',
  {
    taken: ({ data }) => (data === undefined ? {} : { data: withSortedFiles(data) }),
  },
).fault
