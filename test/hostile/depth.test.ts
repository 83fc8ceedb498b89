/** Tests that deeply nested input is rejected before any recursive function reads it. */
import { afterAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { collection, graphOf, LIBRARY, library } from '../graph/library.ts'
import { faultsOfFolder, folderOf, removeFolders, THING } from './folders.ts'

afterAll(removeFolders)

import { withHalfTheStack } from './stack.ts'

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Returns the rows of books as JSON text, with components nested to the given level. */
const chapters = (levels: number): string =>
  `[{"title": "deep", "chapter": ${'{"inner": ['.repeat(levels)}${']}'.repeat(levels)}}]`

describe('a file of 50,000 levels', () => {
  test.each([
    ['entries/thing.json', nested(50_000), { line: 1, column: 1001 }],
    ['entries/thing.json', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, { line: 1, column: 5001 }],
    ['content-types/thing.json', nested(50_000), { line: 1, column: 1001 }],
    ['settings.json', nested(50_000), { line: 1, column: 1001 }],
    ['entries/thing.json', `\n\n  ${nested(50_000)}`, { line: 3, column: 1003 }],
  ])('%s', (file, text, position) => {
    const faults = faultsOfFolder({ 'content-types/thing.json': THING, [file]: text })
    const expected = 'at most 1000 nested lists and objects'
    expect(faults).toEqual([
      { file, pointer: '', position, message: 'too deep', expected, found: 'one more' },
    ])
  })
})

test('a lower limit of depth accepts only less nesting', () => {
  const files = { 'content-types/thing.json': THING, 'entries/thing.json': '[{"data": [[[[]]]]}]' }
  expect(faultsOfFolder(files, { limits: { depth: 6 } })).toEqual([])
  expect(faultsOfFolder(files, { limits: { depth: 5 } })).toMatchObject([{ message: 'too deep' }])
})

describe('1000 levels, with half of the stack in use', () => {
  test('a value of 998 nested lists is loaded, filtered, answered, and preserved by an edit', () => {
    const dir = folderOf({
      'content-types/thing.json': THING,
      'entries/thing.json': `[{"data": ${nested(998)}}]`,
    })
    withHalfTheStack(() => {
      const graph = loadDataset(dir)
      const url = '/api/things?filters[data][$contains]=[[[&sort=data'
      const { status, body } = createReferenceApi(graph).answer({ url })
      expect(status).toBe(200)
      expect(body).toContain(nested(998))
      const edited = editGraph(graph, ({ entries }) => {
        entries['thing']?.push({ data: JSON.parse(nested(990)) })
      })
      const [before] = graph.tables.get('api::thing.thing')?.rows ?? []
      const rows = edited.tables.get('api::thing.thing')?.rows ?? []
      expect(rows).toHaveLength(2)
      expect(rows[0]).toBe(before)
    })
  })

  test('rows without a value get a default value of 990 nested lists', () => {
    const data = { type: 'json', default: JSON.parse(nested(990)) }
    const files = { contentTypes: { thing: collection('thing', { data }) }, entries: { thing: [{}, {}] } }
    withHalfTheStack(() => {
      const graph = graphOf(files)
      const { body } = createReferenceApi(graph).answer({ url: '/api/things?fields=data' })
      expect(body.split(nested(990))).toHaveLength(3)
      const edited = editGraph(graph, ({ entries }) => {
        entries['thing']?.push({})
      })
      expect(edited.schema).toBe(graph.schema)
    })
  })

  test('498 nested components are loaded and answered, and an edit preserves them', () => {
    const graph = library({ book: JSON.parse(chapters(498)) })
    withHalfTheStack(() => {
      const again = library({ book: JSON.parse(chapters(498)) })
      const url = '/api/books?populate[chapter][populate][inner][populate]=inner'
      expect(createReferenceApi(again).answer({ url })).toEqual(createReferenceApi(graph).answer({ url }))
      const edited = editGraph(again, ({ entries }) => {
        entries['book']?.push({ title: 'another' })
      })
      expect(edited.tables.get('api::book.book')?.rows[0]).toBe(again.tables.get('api::book.book')?.rows[0])
    })
  })

  test('a component that contains itself is loaded with 990 levels', () => {
    const levels = 990
    const part = {
      attributes: { name: { type: 'string' }, part: { type: 'component', component: 'a.part' } },
    }
    const thing = collection('thing', { part: { type: 'component', component: 'a.part' } })
    const rows = JSON.parse(`[${'{"part":'.repeat(levels)}{}${'}'.repeat(levels)}]`)
    withHalfTheStack(() => {
      const graph = graphOf({
        contentTypes: { thing },
        components: { 'a/part': part },
        entries: { thing: rows },
      })
      let [node] = graph.tables.get('api::thing.thing')?.rows[0]?.components['part'] ?? []
      let count = 0
      for (; node !== undefined; node = node.components['part']?.[0]) {
        count++
        expect(node.id).toBe(count)
        expect(Object.isFrozen(node)).toBe(true)
      }
      expect(count).toBe(levels)
    })
  })

  test('a fault inside 497 nested components is reported with its full pointer', () => {
    const text = chapters(497).replace('[]', '[{"heading": 1}]')
    withHalfTheStack(() => {
      const result = buildGraph({ ...LIBRARY, entries: { book: JSON.parse(text) } })
      const [fault] = 'faults' in result ? result.faults : []
      expect(fault).toMatchObject({ message: 'wrong value', found: '1' })
      expect(fault?.pointer.split('/')).toHaveLength(3 + 2 * 497 + 1)
    })
  })
})

describe('values of 50,000 levels in memory', () => {
  const deep = (wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = 1
    for (let level = 0; level < 50_000; level++) value = wrap(value)
    return value
  }

  test.each([
    ['lists', deep((inner) => [inner])],
    ['objects', deep((inner) => ({ inner }))],
  ])('values of 50,000 levels of nested %s are a fault', (_, data) => {
    const files = { contentTypes: { thing: JSON.parse(THING) }, entries: { thing: [{ data }] } }
    const result = Reflect.apply(buildGraph, undefined, [files])
    expect(result).toMatchObject({ faults: [{ file: 'entries/thing.json', message: 'too deep' }] })
  })

  test('values of 50,000 levels are rejected in an edit', () => {
    const graph = graphOf({ contentTypes: { thing: JSON.parse(THING) } })
    const edit = (): unknown =>
      editGraph(graph, ({ entries }) => {
        entries['thing'] = [{ data: JSON.parse(nested(50_000)) }]
      })
    expect(edit).toThrow(DatasetError)
  })
})
