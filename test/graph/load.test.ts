import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ref } from '../../src/reference/graph/graph.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { DatasetError, type Fault, formatFault } from '../../src/reference/schema/fault.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import {
  AUTHOR,
  allLinked,
  BOOK,
  brief,
  collection,
  graphOf,
  library,
  linked,
  rowById,
  SHELF,
} from './library.ts'
import { rowOf, tableOf } from './read.ts'

const BISTRO = join(import.meta.dirname, '../../fixtures/strapi-5.54/dataset')
let scratch = ''
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'populace-'))
})
afterAll(() => rmSync(scratch, { recursive: true }))

/** Returns the faults of a dataset folder with the given files. */
function faultsOfFolder(files: Readonly<Record<string, string>>): readonly Fault[] {
  const dir = mkdtempSync(join(scratch, 'dataset-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  try {
    loadDataset(dir)
    return []
  } catch (error) {
    if (error instanceof DatasetError) return error.faults
    throw error
  }
}

const thing = JSON.stringify(collection('thing', { name: { type: 'string' } }))

describe('the dataset of the recordings', () => {
  const graph = loadDataset(BISTRO)

  test('the dataset of the recordings has the expected number of articles, files and locales', () => {
    expect(tableOf(graph, 'api::article.article').rows).toHaveLength(185)
    expect(tableOf(graph, FILE_UID).rows).toHaveLength(30)
    expect(graph.locales.codes.map(({ code }) => code)).toEqual(['en', 'fr', 'de'])
  })

  test('the dataset of the recordings preserves the order of the articles of an author', () => {
    expect(linked(rowById(graph, 'api::author.author', 1), 'articles').slice(0, 5)).toEqual([1, 4, 2, 5, 3])
  })

  test('every link in the dataset of the recordings leads to an existing row or to a component type', () => {
    const refs = [...graph.tables.values()].flatMap(({ rows }) =>
      rows.flatMap(({ links }) => Object.values(links).flat()),
    )
    expect(refs.length).toBeGreaterThan(100)
    const isThere = (ref: Ref): boolean =>
      rowOf(graph, ref) !== undefined || graph.schema.components.has(ref.type)
    expect(refs.filter((ref) => !isThere(ref))).toEqual([])
  })

  test('an uploaded file lists the recorded row first in `related`', () => {
    const [first] = rowById(graph, FILE_UID, 1).links['related'] ?? []
    expect(first).toEqual({ type: 'api::category.category', id: 1 })
  })
})

describe('text that is not JSON', () => {
  test.each([
    ['', 1, 1, 'the end of the file'],
    ['{\n  "a": 1,\n}', 3, 1, '"}"'],
    ['[1, 2', 1, 6, 'the end of the file'],
    ['[1 2]', 1, 4, '"2"'],
    ['{"a" 1}', 1, 6, '"1"'],
    ['{a: 1}', 1, 2, '"a"'],
    ['["a\nb"]', 1, 2, '"\\""'],
    ['[1]]', 1, 4, '"]"'],
    ['[1}', 1, 3, '"}"'],
    ['[01]', 1, 3, '"1"'],
    ['[nul]', 1, 2, '"n"'],
    ['{"a": ["\\x"]}', 1, 8, '"\\""'],
  ])('%j', (text, line, column, found) => {
    const faults = faultsOfFolder({ 'content-types/thing.json': thing, 'entries/thing.json': text })
    const fault = { file: 'entries/thing.json', position: { line, column }, message: 'not JSON', found }
    expect(faults).toMatchObject([fault])
  })

  test('a byte order mark is accepted', () => {
    expect(faultsOfFolder({ 'content-types/thing.json': `\uFEFF${thing}` })).toEqual([])
  })

  test('text that is not JSON is one fault, not one for each of its names; faults of other files are also reported', () => {
    const other = JSON.stringify(
      collection('other', { thing: { type: 'relation', relation: 'oneToOne', target: 'api::thing.thing' } }),
    )
    const faults = faultsOfFolder({
      'content-types/other.json': other,
      'content-types/thing.json': '{',
      'entries/other.json': '[{"thing": 1, "x": 1}]',
      'entries/thing.json': '[{"name": 1}]',
    })
    expect(faults.map(brief)).toEqual([
      'content-types/thing.json# not JSON',
      'entries/other.json#/0/x unknown attribute',
    ])
  })
})

test('an unknown file is a fault with a suggestion', () => {
  const files = { 'content-types/thing.json': thing, 'setings.json': '{}', 'README.md': '' }
  expect(faultsOfFolder(files)).toMatchObject([
    {
      file: 'setings.json',
      message: 'unknown file',
      expected: 'a file of the dataset format, perhaps "settings.json"',
    },
  ])
})

test('a missing folder is a fault', () => {
  expect(() => loadDataset(join(scratch, 'nowhere'))).toThrow(DatasetError)
})

test('a fault is formatted as one line', () => {
  const [fault] = faultsOfFolder({ 'content-types/thing.json': thing, 'entries/thing.json': '[{"nam": 1}]' })
  expect(fault === undefined ? '' : formatFault(fault)).toBe(
    'entries/thing.json#/0/nam: unknown attribute: expected an attribute of api::thing.thing, perhaps "name", found "nam"',
  )
  const text = faultsOfFolder({ 'content-types/thing.json': '[' }).map(formatFault)
  expect(text).toEqual(['content-types/thing.json:1:2: not JSON: expected JSON, found the end of the file'])
})

describe('a graph', () => {
  test('a graph cannot be changed', () => {
    const graph = library({ book: [{ chapter: {}, author: 1 }], author: [{}] })
    const row = rowById(graph, 'api::book.book', 1)
    expect(() => Object.assign(row.values, { title: 'x' })).toThrow(TypeError)
    expect(() => Object.assign(row.links['author'] ?? [], [])).not.toThrow()
    expect(() => Reflect.apply(Array.prototype.push, row.links['author'], [1])).toThrow(TypeError)
    for (const map of [graph.tables, graph.schema.contentTypes, graph.access.roles]) {
      expect(() => Object.getOwnPropertyDescriptor(map, 'clear')?.value()).toThrow()
      expect(() => Reflect.get(map, 'set')('x', 1)).toThrow()
    }
    const { byId, byDocument } = tableOf(graph, row.uid)
    for (const map of [byId, byDocument]) {
      expect(Object.isFrozen(map)).toBe(true)
      expect(['set', 'delete', 'clear'].filter((name) => name in map)).toEqual([])
    }
    const rows = byDocument.get(row.documentId) ?? []
    expect(() => Reflect.apply(Array.prototype.push, rows, [row])).toThrow(TypeError)
  })

  test('the values, links and components of a row inherit no members such as `constructor`', () => {
    const { values, links, components } = rowById(library({ book: [{}] }), 'api::book.book', 1)
    for (const record of [values, links, components]) {
      for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
        expect(Reflect.get(record, name)).toBeUndefined()
      expect(Reflect.ownKeys(Object.getPrototypeOf(record))).toEqual([])
    }
  })

  test('a graph does not share objects with the dataset from which it is built', () => {
    const thing = {
      info: { singularName: 'thing', pluralName: 'things' },
      attributes: { data: { type: 'json' } },
    }
    const rows = [{ data: { deep: [1] } }]
    const graph = graphOf({ contentTypes: { thing }, entries: { thing: rows } })
    rows[0]?.data.deep.push(2)
    expect(rowById(graph, 'api::thing.thing', 1).values['data']).toEqual({ deep: [1] })
  })

  test('a graph of 3000 rows contains all rows, with both sides of their relations', () => {
    const book = Array.from({ length: 3000 }, (_, index) => ({ author: 1 + (index % 30), shelves: [1] }))
    const author = Array.from({ length: 30 }, () => ({}))
    const graph = library({ book, author, shelf: [{}] })
    expect(tableOf(graph, BOOK).rows).toHaveLength(3000)
    expect(linked(rowById(graph, SHELF, 1), 'books')).toHaveLength(3000)
    expect(allLinked(graph, AUTHOR, 'books').map(({ length }) => length)).toEqual(author.map(() => 100))
  })
})
