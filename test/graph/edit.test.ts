import { describe, expect, test } from 'vitest'
import { buildGraph, filesOf } from '../../src/reference/load/build.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { type EditableDataset, editGraph, editWith } from '../../src/writing/edit/edit.ts'
import {
  AUTHOR,
  allLinked,
  BOOK,
  graphOf,
  library,
  linked,
  NOTE,
  relatedOf,
  rowById,
  SHELF,
} from './library.ts'
import { tableOf } from './read.ts'

const BEFORE = {
  book: [{ title: 'one', author: 1 }, { title: 'two' }, { title: 'three', author: 2 }],
  author: [{ name: 'Ann' }, { name: 'Bob' }],
  shelf: [{}],
}

const rowsOf = (dataset: EditableDataset, stem: string) => dataset.entries[stem] ?? []

/** Returns the first row of a file, so that a recipe can change it. */
function firstOf(dataset: EditableDataset, stem: string) {
  const [first] = rowsOf(dataset, stem)
  if (first === undefined) throw new Error(`no row of ${stem}`)
  return first
}

describe('an edit', () => {
  const before = library(BEFORE)
  const after = editGraph(before, (dataset) => {
    firstOf(dataset, 'book')['title'] = 'changed'
  })

  test('an edit changes only the graph that it returns', () => {
    expect(rowById(after, BOOK, 1).values['title']).toBe('changed')
    expect(rowById(before, BOOK, 1).values['title']).toBe('one')
  })

  test('an edit shares every unchanged row and table with the old graph', () => {
    expect(tableOf(after, BOOK).rows.map((row) => row === rowById(before, BOOK, row.id))).toEqual([
      false,
      true,
      true,
    ])
    expect(tableOf(after, AUTHOR)).toBe(tableOf(before, AUTHOR))
    expect(after.schema).toBe(before.schema)
    expect(after.access).toBe(before.access)
  })

  test('an edit gives the same graph as loading the edited files', () => {
    const book = [{ ...BEFORE.book[0], title: 'changed' }, ...BEFORE.book.slice(1)]
    expect(after).toEqual(library({ ...BEFORE, book }))
  })

  test('an edit gives a graph that can be edited again', () => {
    const again = editGraph(after, (dataset) => {
      firstOf(dataset, 'book')['title'] = 'one'
    })
    expect(again).toEqual(before)
  })

  test('an edit returns immutable rows', () => {
    expect(() => Object.assign(rowById(after, BOOK, 1).values, { title: 'x' })).toThrow(TypeError)
    expect(() => Reflect.get(tableOf(after, BOOK).byId, 'clear')()).toThrow()
  })
})

test('a new link replaces only the rows at both of its ends', () => {
  const before = library(BEFORE)
  const after = editGraph(before, (dataset) => {
    firstOf(dataset, 'book')['author'] = 2
  })
  expect(tableOf(after, AUTHOR).rows.map((row) => linked(row, 'books'))).toEqual([[], [1, 3]])
  expect(rowById(after, BOOK, 2)).toBe(rowById(before, BOOK, 2))
  expect(tableOf(after, SHELF)).toBe(tableOf(before, SHELF))
})

test('a recipe can add and remove rows', () => {
  const before = library(BEFORE)
  const after = editGraph(before, (dataset) => {
    rowsOf(dataset, 'book').push({ title: 'four' })
    rowsOf(dataset, 'shelf').length = 0
    dataset.entries['note'] = [{}]
    dataset.media.push({ name: 'a.png' })
  })
  expect(tableOf(after, BOOK).rows).toHaveLength(4)
  expect(tableOf(after, SHELF).rows).toHaveLength(0)
  expect(rowById(after, BOOK, 3)).toBe(rowById(before, BOOK, 3))
})

test('a recipe can add settings, roles and locales to a dataset without these files', () => {
  const after = editGraph(library(BEFORE), ({ settings, access, locales }) => {
    settings.rest = { maxLimit: 7 }
    access.roles['reader'] = { permissions: ['*.find'] }
    locales.locales.push({ code: 'de' })
  })
  expect(after.settings.maxLimit).toBe(7)
  expect(after.access.roles.has('reader')).toBe(true)
  expect(after.locales.codes).toHaveLength(3)
})

test('an edit of one schema keeps the other schemas, and the tables whose rows do not change', () => {
  const before = library(BEFORE)
  const after = editGraph(before, (dataset) => {
    dataset.contentTypes['shelf'] = {
      ...dataset.contentTypes['shelf'],
      options: { populateCreatorFields: true },
    }
  })
  expect(after.schema.contentTypes.get(SHELF)?.populateCreatorFields).toBe(true)
  expect(after.schema.contentTypes.get(BOOK)).toBe(before.schema.contentTypes.get(BOOK))
  expect(tableOf(after, BOOK)).toBe(tableOf(before, BOOK))
  expect(rowById(after, SHELF, 1)).toBe(rowById(before, SHELF, 1))
})

test('another order of attributes replaces the rows, because answers show that order', () => {
  const info = { singularName: 'thing', pluralName: 'things' }
  const [a, b] = [{ type: 'string' }, { type: 'string' }]
  const before = graphOf({
    contentTypes: { thing: { info, attributes: { a, b } } },
    entries: { thing: [{}] },
  })
  const after = editGraph(before, (dataset) => {
    dataset.contentTypes['thing'] = { info, attributes: { b, a } }
  })
  expect(Object.keys(rowById(after, 'api::thing.thing', 1).values).slice(0, 2)).toEqual(['b', 'a'])
})

test('an edit that changes nothing returns the same graph object', () => {
  const graph = library(BEFORE)
  expect(editGraph(graph, () => {})).toBe(graph)
})

test('an edit that breaks the dataset is rejected with every fault', () => {
  const graph = library(BEFORE)
  const refused = () =>
    editGraph(graph, (dataset) => {
      for (const at of [0, 2]) Object.assign(dataset.entries['book']?.[at] ?? {}, { author: 7 })
    })
  expect(refused).toThrow(DatasetError)
  expect(refused).toThrow(/book\.json#\/0\/author.*\n.*book\.json#\/2\/author/)
  expect(rowById(graph, BOOK, 1).values['title']).toBe('one')
})

describe('an edit that adds or removes rows keeps the ids of the other rows', () => {
  const before = library(BEFORE)

  test('the other rows keep their ids if a row is inserted in front of them', () => {
    const after = editGraph(before, (dataset) => {
      rowsOf(dataset, 'book').unshift({ title: 'zero' })
    })
    expect(tableOf(after, BOOK).rows.map(({ id, values }) => [id, values['title']])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
      [4, 'zero'],
    ])
    expect(rowById(after, BOOK, 2)).toBe(rowById(before, BOOK, 2))
    const documents = tableOf(after, BOOK).rows.map(({ documentId }) => documentId)
    expect(new Set(documents).size).toBe(4)
  })

  test('an id or documentId is never reused', () => {
    const after = editGraph(before, (dataset) => {
      rowsOf(dataset, 'author').splice(0, 1, { name: 'Eve' })
    })
    expect(tableOf(after, AUTHOR).rows.map(({ id }) => id)).toEqual([2, 3])
    expect(allLinked(after, BOOK, 'author')).toEqual([[], [], [2]])
  })

  test('the rows of a list that replaces a whole file get ids from 1', () => {
    const after = editGraph(before, (dataset) => {
      dataset.entries['author'] = [{ name: 'Eve' }, { name: 'Ida' }]
    })
    expect(allLinked(after, BOOK, 'author')).toEqual([[1], [], [2]])
  })
})

describe('links to removed rows are removed', () => {
  const before = library(
    {
      book: [
        { documentId: 'b', author: 'ann', sequel: 2, chapter: { mentions: ['c'], picture: 1 }, cover: 1 },
        { documentId: 'c', shelves: [1] },
        { documentId: 'b', publishedAt: null, chapter: { picture: 1 } },
      ],
      author: [{ documentId: 'ann', picks: ['b', 'c'] }],
      shelf: [{ books: [2] }],
      note: [
        {
          about: { __type: BOOK, documentId: 'c' },
          also: [
            { __type: BOOK, id: 1 },
            { __type: BOOK, id: 2 },
          ],
        },
      ],
    },
    { media: [{ name: 'a.png', __related: [{ __type: BOOK, id: 1, field: 'cover' }] }] },
  )
  const without = (test: (row: { readonly [key: string]: unknown }) => boolean) =>
    editGraph(before, (dataset) => {
      const rows = rowsOf(dataset, 'book')
      rows.splice(rows.findIndex(test), 1)
    })
  const builtAgain = (graph: Parameters<typeof filesOf>[0]) =>
    buildGraph(filesOf(graph) ?? { contentTypes: {} })

  test('links to removed rows are removed: by id, by documentId, in components and from morph relations', () => {
    const after = without(({ id }) => id === 2)
    expect(linked(rowById(after, BOOK, 1), 'sequel')).toEqual([])
    expect(rowById(after, BOOK, 1).components['chapter']?.map((part) => linked(part, 'mentions'))).toEqual([
      [],
    ])
    expect(linked(rowById(after, NOTE, 1), 'about')).toEqual([])
    expect(linked(rowById(after, NOTE, 1), 'also')).toEqual([1])
    expect(linked(rowById(after, SHELF, 1), 'books')).toEqual([])
    expect(linked(rowById(after, AUTHOR, 1), 'picks')).toEqual([1, 3])
    expect(builtAgain(after)).toEqual({ graph: after })
  })

  test('a link by documentId stays while another version of the document exists', () => {
    const after = without(({ id }) => id === 1)
    expect(linked(rowById(after, AUTHOR, 1), 'picks')).toEqual([3, 2])
    expect(builtAgain(after)).toEqual({ graph: after })
  })

  test('the `related` of a file also loses removed rows', () => {
    const after = without(({ id }) => id === 1)
    expect(relatedOf(before, 1)[0]).toBe(`${BOOK} 1`)
    expect(relatedOf(after, 1)).toEqual(['parts.chapter 2'])
    expect(filesOf(after)?.media).toMatchObject([{ __related: [] }])
  })

  test('links to removed rows are also removed when the whole dataset is loaded', () => {
    const recipe = (dataset: EditableDataset) => void rowsOf(dataset, 'book').splice(0, 2)
    expect(editWith(before, recipe, { isWhole: true })).toEqual(editWith(before, recipe))
  })
})

describe('a recipe', () => {
  const graph = library(BEFORE)

  test('a recipe that is async is rejected', () => {
    expect(() => editGraph(graph, async () => {})).toThrow(/returned a promise/)
  })

  test('a recipe that reads an unknown file gets an error with the nearest name', () => {
    expect(() => editGraph(graph, ({ entries }) => void entries['boook'])).toThrow(/"boook".*"book"/)
    expect(() => editGraph(graph, (dataset) => void Reflect.get(dataset, 'setings'))).toThrow(
      /"setings".*"settings"/,
    )
    expect(editGraph(graph, ({ entries }) => void entries['note']?.push())).toBe(graph)
  })

  test('a recipe can use rows like any array', () => {
    const seen: unknown[] = []
    const after = editGraph(graph, (dataset) => {
      const rows = rowsOf(dataset, 'book')
      seen.push(
        Array.isArray(rows),
        rows.length,
        [...rows].length,
        rows.at(-1)?.['title'],
        rows.some(({ id }) => id === 2),
      )
      seen.push(
        rows.find(({ id }) => id === 3) === rows[2],
        rows.indexOf(rows[1] ?? {}),
        JSON.stringify(rows[1]),
      )
      dataset.entries['book'] = rows.filter(({ title }) => title !== 'two').reverse()
      const [first] = rowsOf(dataset, 'book')
      if (first !== undefined) first['title'] = 'last'
    })
    expect(seen.slice(0, 7)).toEqual([true, 3, 3, 'three', true, true, 1])
    expect(tableOf(after, BOOK).rows.map(({ values }) => values['title'])).toEqual(['one', 'last'])
    expect(Object.keys(filesOf(after)?.entries?.['book'] ?? [])).toEqual(['0', '1'])
  })
})

describe('a table in layers', () => {
  const before = library(BEFORE)
  let after = before
  for (const title of ['a', 'b', 'c']) {
    after = editWith(after, (dataset) => void rowsOf(dataset, 'book').unshift({ title, author: 1 }), {
      few: 0,
    })
  }
  after = editWith(after, (dataset) => void rowsOf(dataset, 'book').pop(), { few: 0 })
  const { rows, byId, byDocument } = tableOf(after, BOOK)

  test('a table that edits have built in layers gives the same rows as a table that was built at once', () => {
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 4, 5, 6])
    expect([...byId.keys()]).toEqual([1, 2, 4, 5, 6])
    expect([byId.size, byDocument.size, byId.has(3), byId.get(3)]).toEqual([5, 5, false, undefined])
    expect(rows.every((row) => byDocument.get(row.documentId)?.[0] === row)).toBe(true)
    const called: unknown[] = []
    byId.forEach((row, id) => {
      called.push([id, row])
    })
    expect(called).toEqual([...byId.entries()])
    expect([...byDocument.values()].flat()).toEqual(rows)
    expect(linked(rowById(after, AUTHOR, 1), 'books')).toEqual([1, 4, 5, 6])
  })

  test('a table in layers cannot be changed', () => {
    expect(() => Reflect.get(byId, 'set')(1, rows[0])).toThrow()
    expect(Object.isFrozen(rows) && Object.isFrozen(byId) && Object.isFrozen(tableOf(after, BOOK))).toBe(true)
  })
})
