/**
 * Tests that a graph writes the rows of its files in their original order and form, although the graph does not store
 * the files.
 */
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { filesOf, schemasOf } from '../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { readFolder } from '../../src/reference/load/files/folder.ts'
import type { Json } from '../../src/util/json.ts'
import { graphOf } from '../support/datasets.ts'
import { AUTHOR, graphOf as built, LIBRARY } from './library.ts'

/** Returns the rows of a dataset as a text that depends on the order of members and shows missing members. */
const rowsIn = ({ entries, media }: DatasetFiles): string => JSON.stringify({ entries, media })

const isFrozen = (json: unknown): boolean =>
  typeof json !== 'object' || json === null || (Object.isFrozen(json) && Object.values(json).every(isFrozen))

function expectSame(graph: Graph, given: DatasetFiles): void {
  const files = filesOf(graph) ?? { contentTypes: {} }
  expect(isDeepStrictEqual(files, given), 'the same files').toBe(true)
  expect(rowsIn(files)).toBe(rowsIn(given))
  expect([...Object.values(files.entries ?? {}), files.media].every(isFrozen)).toBe(true)
  expect(filesOf(graph)).toBe(files)
}

test.each(['guide', 'corners', 'letter', 'strapi-5.54'])(
  'the rows of the dataset %s are written unchanged',
  (name) => {
    expectSame(graphOf(name), readFolder(datasetFolder(name)).files)
  },
)

/** Rows of books that write ids, references, times and absent members in different forms. */
const BOOKS: readonly Json[] = [
  { id: 9, documentId: 'nine', title: 'Nine', pages: -0, author: 1, shelves: [2, 1], publishedAt: null },
  // A row whose id is out of order, and whose members have another order than the schema.
  { shelves: [], author: null, pages: 0, title: null, documentId: 'three', id: 3, publishedAt: null },
  { shelves: [], author: null, pages: 0, title: null, documentId: 'four', id: 4, publishedAt: null },
  // A row without an id, documentId or title, with values that loading converts.
  {
    author: 'ann',
    createdAt: '2024-05-01T00:00:00+02:00',
    locale: 'fr',
    sequel: { documentId: 'nine', locale: 'en', status: 'draft' },
  },
  {
    id: 14,
    author: { documentId: 'ann' },
    updatedAt: '2024-05-01',
    scans: [],
    cover: 7,
    chapters: [{ heading: 'One' }],
  },
  { zone: [{ __component: 'parts.chapter', mentions: [9], inner: [{ done: true }] }], chapter: null },
  {},
]

const FILES: DatasetFiles = {
  ...LIBRARY,
  entries: {
    book: BOOKS,
    author: [{ id: 1, documentId: 'ann', name: 'Ann' }],
    shelf: [{ id: 1 }, { id: 2 }],
    note: [{ about: { __type: AUTHOR, id: 1 } }, { also: [{ __type: AUTHOR, documentId: 'ann' }] }],
  },
  media: [{ id: 7, name: 'a.png', __related: [{ __type: 'api::book.book', id: 14, field: 'cover' }] }],
}

test('rows with members in different forms are written unchanged', () => {
  expectSame(built(FILES), FILES)
})

test('a dataset file without rows is written as an empty list, and a missing file is not written', () => {
  const { entries: _, ...none } = FILES
  expect(filesOf(built({ ...none, media: [] }))).toEqual({ ...none, media: [], entries: {} })
  expectSame(built({ ...LIBRARY, entries: { note: [] } }), { ...LIBRARY, entries: { note: [] } })
})

test('the schemas of a graph can be read without its rows', () => {
  const graph = built({ ...LIBRARY, entries: { note: [{}] } })
  const { contentTypes, components } = schemasOf(graph)
  expect({ contentTypes, components }).toEqual({
    contentTypes: LIBRARY.contentTypes,
    components: LIBRARY.components,
  })
  expect(schemasOf(graph)).not.toHaveProperty('entries')
})
