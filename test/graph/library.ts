/**
 * A small dataset for tests of loading: books (draft & publish, localized), authors and shelves. Helpers list the
 * faults after a change.
 */

import type { ComponentNode, Graph, Node, Row } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Fault } from '../../src/reference/schema/fault.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'
import { tableOf } from './read.ts'

export const BOOK = 'api::book.book'
export const AUTHOR = 'api::author.author'
export const SHELF = 'api::shelf.shelf'
export const NOTE = 'api::note.note'

export const relation = (kind: string, target: string, more: JsonObject = {}): JsonObject => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

/** The schema of a collection type without draft & publish. */
export const collection = (name: string, attributes: JsonObject, more: JsonObject = {}): JsonObject => ({
  kind: 'collectionType',
  info: { singularName: name, pluralName: `${name}s` },
  attributes,
  ...more,
})

const book = collection(
  'book',
  {
    title: { type: 'string', default: 'untitled' },
    genre: { type: 'enumeration', enum: ['novel', 'poem'] },
    pages: { type: 'integer' },
    cover: { type: 'media' },
    scans: { type: 'media', multiple: true },
    author: relation('manyToOne', AUTHOR, { inversedBy: 'books' }),
    sequel: relation('oneToOne', BOOK),
    shelves: relation('manyToMany', SHELF, { mappedBy: 'books' }),
    chapter: { type: 'component', component: 'parts.chapter' },
    chapters: { type: 'component', component: 'parts.chapter', repeatable: true },
    zone: { type: 'dynamiczone', components: ['parts.chapter'] },
    notes: relation('morphMany', NOTE, { morphBy: 'about' }),
    lists: relation('morphMany', NOTE, { morphBy: 'also' }),
  },
  { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } },
)

export const LIBRARY = {
  contentTypes: {
    author: collection('author', {
      name: { type: 'string' },
      favourite: relation('oneToOne', BOOK),
      books: relation('oneToMany', BOOK, { mappedBy: 'author' }),
      picks: relation('oneToMany', BOOK),
    }),
    book,
    note: collection('note', {
      about: { type: 'relation', relation: 'morphToOne' },
      also: { type: 'relation', relation: 'morphToMany' },
    }),
    shelf: {
      ...collection('shelf', { books: relation('manyToMany', BOOK, { inversedBy: 'shelves' }) }),
      info: { singularName: 'shelf', pluralName: 'shelves' },
    },
  },
  components: {
    'parts/chapter': {
      attributes: {
        heading: { type: 'string' },
        done: { type: 'boolean', default: false },
        mentions: relation('oneToMany', BOOK),
        picture: { type: 'media' },
        inner: { type: 'component', component: 'parts.chapter', repeatable: true },
      },
    },
    'parts/other': { attributes: {} },
  },
  locales: { default: 'en', locales: [{ code: 'en' }, { code: 'fr' }] },
} as const satisfies DatasetFiles

type Entries = Readonly<Record<string, readonly Json[]>>

const withEntries = (entries: Entries, more: Partial<DatasetFiles> = {}): DatasetFiles => ({
  ...LIBRARY,
  ...more,
  entries,
})

/** Loads the library with the given rows. Throws an error if the library has a fault. */
export function library(entries: Entries, more: Partial<DatasetFiles> = {}): Graph {
  return graphOf(withEntries(entries, more))
}

export function graphOf(files: DatasetFiles): Graph {
  const result = buildGraph(files)
  if ('graph' in result) return result.graph
  throw new Error(`unexpected faults: ${JSON.stringify(result.faults, undefined, 1)}`)
}

export function faultsOf(files: DatasetFiles): readonly Fault[] {
  const result = buildGraph(files)
  return 'faults' in result ? result.faults : []
}

/** Returns the faults of the library with the given rows, such as `entries/book.json#/0/title wrong value`. */
export const faultsIn = (entries: Entries, more: Partial<DatasetFiles> = {}): readonly string[] =>
  faultsOf(withEntries(entries, more)).map(brief)

export const brief = ({ file, pointer, message }: Fault): string => `${file}#${pointer} ${message}`

export function rowById(graph: Graph, uid: string, id: number): Row {
  const row = tableOf(graph, uid).byId.get(id)
  if (row === undefined) throw new Error(`no row ${id} of ${uid}`)
  return row
}

/** Returns the ids of the rows to which an attribute of a row links. */
export const linked = (node: Node, name: string): readonly number[] =>
  (node.links[name] ?? []).map(({ id }) => id)

/** Returns, for each row of a type, the ids of the rows to which an attribute links. */
export const allLinked = (graph: Graph, uid: string, name: string): readonly (readonly number[])[] =>
  tableOf(graph, uid).rows.map((row) => linked(row, name))

export function onlyComponent(node: Node, name: string): ComponentNode {
  const [first, ...others] = node.components[name] ?? []
  if (first === undefined || others.length > 0) throw new Error(`not one component in ${name}`)
  return first
}

export const relatedOf = (graph: Graph, file: number): readonly string[] =>
  (rowById(graph, FILE_UID, file).links['related'] ?? []).map(({ type, id }) => `${type} ${id}`)
