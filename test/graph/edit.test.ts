import { describe, expect, test } from 'vitest'
import { type EditableDataset, editGraph } from '../../src/reference/graph/edit.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { AUTHOR, BOOK, graphOf, library, linked, rowById, SHELF } from './library.ts'
import { tableOf } from './read.ts'

const BEFORE = {
  book: [{ title: 'one', author: 1 }, { title: 'two' }, { title: 'three', author: 2 }],
  author: [{ name: 'Ann' }, { name: 'Bob' }],
  shelf: [{}],
}

const rowsOf = (dataset: EditableDataset, stem: string) => dataset.entries[stem] ?? []

/** The first row of a file, which a recipe changes. */
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

  test('shows in the new graph alone', () => {
    expect(rowById(after, BOOK, 1).values['title']).toBe('changed')
    expect(rowById(before, BOOK, 1).values['title']).toBe('one')
  })

  test('shares every row and table it leaves as it was', () => {
    expect(tableOf(after, BOOK).rows.map((row) => row === rowById(before, BOOK, row.id))).toEqual([
      false,
      true,
      true,
    ])
    expect(tableOf(after, AUTHOR)).toBe(tableOf(before, AUTHOR))
    expect(after.schema).toBe(before.schema)
    expect(after.access).toBe(before.access)
  })

  test('equals loading the edited files', () => {
    const book = [{ ...BEFORE.book[0], title: 'changed' }, ...BEFORE.book.slice(1)]
    expect(after).toEqual(library({ ...BEFORE, book }))
  })

  test('can be edited again', () => {
    const again = editGraph(after, (dataset) => {
      firstOf(dataset, 'book')['title'] = 'one'
    })
    expect(again).toEqual(before)
  })

  test('yields what cannot be changed', () => {
    expect(() => Object.assign(rowById(after, BOOK, 1).values, { title: 'x' })).toThrow(TypeError)
    expect(() => Reflect.get(tableOf(after, BOOK).byId, 'clear')()).toThrow()
  })
})

test('a link changes the rows at both its ends, and no others', () => {
  const before = library(BEFORE)
  const after = editGraph(before, (dataset) => {
    firstOf(dataset, 'book')['author'] = 2
  })
  expect(tableOf(after, AUTHOR).rows.map((row) => linked(row, 'books'))).toEqual([[], [1, 3]])
  expect(rowById(after, BOOK, 2)).toBe(rowById(before, BOOK, 2))
  expect(tableOf(after, SHELF)).toBe(tableOf(before, SHELF))
})

test('rows can be added and taken away', () => {
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

test('files that the dataset lacks are there to be edited', () => {
  const after = editGraph(library(BEFORE), ({ settings, access, locales }) => {
    settings.rest = { maxLimit: 7 }
    access.roles['reader'] = { permissions: ['*.find'] }
    locales.locales.push({ code: 'de' })
  })
  expect(after.settings.maxLimit).toBe(7)
  expect(after.access.roles.has('reader')).toBe(true)
  expect(after.locales.codes).toHaveLength(3)
})

test('an edit of one schema keeps the others, and the tables of rows that do not change', () => {
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

test('attributes in another order make other rows, as answers show that order', () => {
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

test('an edit that changes nothing is no edit', () => {
  const graph = library(BEFORE)
  expect(editGraph(graph, () => {})).toBe(graph)
})

test('an edit that breaks the dataset is refused with every fault', () => {
  const graph = library(BEFORE)
  const refused = () =>
    editGraph(graph, (dataset) => {
      rowsOf(dataset, 'author').splice(0, 2, { id: 7 })
    })
  expect(refused).toThrow(DatasetError)
  expect(refused).toThrow(/book\.json#\/0\/author.*\n.*book\.json#\/2\/author/)
  expect(rowById(graph, BOOK, 1).values['title']).toBe('one')
})
