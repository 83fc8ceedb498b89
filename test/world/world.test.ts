/** Tests worlds: entries are created, updated and deleted by the names of their types. */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph, filesOf } from '../../src/reference/load/build.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { type World, type WorldData, world } from '../../src/server/world/index.ts'
import { AUTHOR, BOOK, library, linked, rowById, SHELF } from '../graph/library.ts'
import { tableOf } from '../graph/read.ts'

interface Types {
  readonly books: {
    readonly title: string | null
    readonly pages: number
    readonly author: unknown
    readonly shelves: unknown
    readonly chapters: readonly { readonly heading: string }[]
  }
  readonly author: { readonly name: string }
  readonly shelves: { readonly books: unknown }
  readonly 'api::note.note': { readonly about: unknown }
}

const graph = library({
  book: [
    { title: 'one', author: 1, documentId: 'book1', publishedAt: null },
    { title: 'one', author: 1, documentId: 'book1' },
    { title: 'two', documentId: 'book2' },
  ],
  author: [{ name: 'Ann', documentId: 'ann' }, { name: 'Bob' }],
  shelf: [{ books: [1, 2] }],
})
const base = world<Types>(graph)

/** Checks that a world equals the graph built from its files. */
function graphOf({ graph: edited }: World<Types>): Graph {
  const built = buildGraph(filesOf(edited) ?? { contentTypes: {} })
  expect('graph' in built && built.graph).toEqual(edited)
  return edited
}

type Written = keyof NonNullable<Parameters<WorldData<Types>['books']['create']>[0]>

/** A compile-time check: with a wrong type or attribute, the value would have the type never. */
const KNOWN: {
  readonly type: 'boks' extends keyof WorldData<Types> ? never : 'refused'
  readonly attribute: 'titel' extends Written ? never : 'refused'
  readonly title: 'title' extends Written ? 'known' : never
} = { type: 'refused', attribute: 'refused', title: 'known' }

test('the compiler checks the declared types of a world', () => {
  expect(Object.values(KNOWN)).toEqual(['refused', 'refused', 'known'])
})

const titles = (edited: Graph) =>
  tableOf(edited, BOOK).rows.map(({ values, status }) => [values['title'], status])

describe('create', () => {
  test('`create` makes a draft whose ids and times depend only on the world', () => {
    let made: { readonly id: number; readonly documentId: string } | undefined
    const after = base.with(({ books }) => {
      made = books.create({ title: 'new', author: 'ann', chapters: [{ heading: 'a' }, { heading: 'b' }] })
    })
    const row = rowById(graphOf(after), BOOK, 4)
    expect(made).toMatchObject({ id: 4, status: 'draft', locale: 'en', title: 'new' })
    expect(made?.documentId).toMatch(/^d[a-z0-9]{23}$/)
    expect(row.values['createdAt']).toBe('2024-01-01T00:00:01.000Z')
    expect(row.components['chapters']?.map(({ id }) => id)).toEqual([1, 2])
    expect(linked(row, 'author')).toEqual([1])
    expect(linked(rowById(after.graph, AUTHOR, 1), 'books')).toEqual([1, 2, 4])
    const again = base.with(
      ({ books }) =>
        void books.create({ title: 'new', author: 'ann', chapters: [{ heading: 'a' }, { heading: 'b' }] }),
    )
    expect(again.graph).toEqual(after.graph)
  })

  test('`create` can publish, set times, and link entries as objects', () => {
    const after = world<Types>(graph, { now: '2030-01-01T00:00:00.000Z' }).with(({ books, author }) => {
      const eve = author.create({ name: 'Eve' })
      books.create({ title: 'new', author: eve }, { publish: true, locale: 'fr' })
    })
    const rows = tableOf(graphOf(after), BOOK).rows.slice(3)
    expect(rows.map(({ status, locale }) => [status, locale])).toEqual([
      ['draft', 'fr'],
      ['published', 'fr'],
    ])
    expect(rows[0]?.documentId).toBe(rows[1]?.documentId)
    expect(rows[1]?.values['publishedAt']).toBe('2030-01-01T00:00:00.000Z')
    expect(rows.map((row) => linked(row, 'author'))).toEqual([[3], [3]])
  })
})

test('update changes the draft, and publish copies the draft to the published version', () => {
  const changed = base.with(({ books }) => books.update('book1', { title: 'changed' }))
  expect(titles(graphOf(changed))).toEqual([
    ['changed', 'draft'],
    ['one', 'published'],
    ['two', 'published'],
  ])
  const published = changed.with(({ books }) => books.publish('book1'))
  expect(titles(graphOf(published)).slice(0, 2)).toEqual([
    ['changed', 'draft'],
    ['changed', 'published'],
  ])
  expect(linked(rowById(published.graph, SHELF, 1), 'books')).toEqual([1, 2])
  const where = base.with(({ books }) => books.update({ title: 'two' }, { pages: 7 }, { publish: true }))
  expect(rowById(graphOf(where), BOOK, 3).values['pages']).toBe(7)
})

test('unpublish keeps the draft, or creates one from the published version', () => {
  const after = base.with(({ books }) => {
    books.unpublish('book1')
    books.unpublish('book2')
  })
  expect(titles(graphOf(after))).toEqual([
    ['one', 'draft'],
    ['two', 'draft'],
  ])
  expect(linked(rowById(after.graph, SHELF, 1), 'books')).toEqual([1])
})

test('delete removes the document and all links to it', () => {
  const after = base.with(({ books }) => books.delete({ title: 'one' }))
  expect(tableOf(graphOf(after), BOOK).rows.map(({ id }) => id)).toEqual([3])
  expect(linked(rowById(after.graph, SHELF, 1), 'books')).toEqual([])
  expect(linked(rowById(after.graph, AUTHOR, 1), 'books')).toEqual([])
  expect(titles(graph)).toHaveLength(3)
})

test('clear and find accept singular names, plural names and uids', () => {
  const after = base.with((data) => data.author.clear())
  expect(tableOf(graphOf(after), AUTHOR).rows).toEqual([])
  expect(base.data.books.find('book1').map(({ status }) => status)).toEqual(['draft', 'published'])
  expect(base.data.books.find({ title: 'two', status: 'published' }).map(({ id }) => id)).toEqual([3])
  expect(base.data.author.find()).toHaveLength(2)
  const noted = base.with((data) => void data['api::note.note'].create({ about: { __type: BOOK, id: 1 } }))
  expect(tableOf(graphOf(noted), 'api::note.note').rows).toHaveLength(1)
})

describe('the first change of a newly built graph gives the same result as a later change', () => {
  const files = filesOf(graph) ?? { contentTypes: {} }
  const fresh = (): World<Types> => {
    const built = buildGraph(files)
    if ('graph' in built) return world<Types>(built.graph)
    throw new DatasetError(built.faults)
  }
  test.each<[string, (data: WorldData<Types>) => void]>([
    ['create', ({ books }) => void books.create({ title: 'new', chapters: [{ heading: 'a' }] })],
    ['update', ({ books }) => books.update('book1', { pages: 7, chapters: [{ heading: 'a' }] })],
    ['publish', ({ books }) => books.publish('book1')],
    ['unpublish', ({ books }) => books.unpublish('book2')],
    ['delete', ({ author }) => author.delete('ann')],
  ])('%s', (_, change) => {
    const after = fresh().with(change)
    expect(graphOf(after)).toEqual(base.with(change).graph)
    expect(rowById(after.graph, BOOK, 1).values['title']).toBe('one')
  })
})

describe('unknown names are reported', () => {
  test.each<[string, (one: World<Types>) => unknown, RegExp | typeof DatasetError]>([
    ['a type', (one) => Reflect.get(one.data, 'boks'), /"boks": unknown name; perhaps "books"/],
    [
      'an attribute',
      (one) => one.with(({ books }) => void Reflect.apply(books.create, undefined, [{ titel: 'x' }])),
      /"titel".*"title"/,
    ],
    [
      'an entry',
      (one) => one.with(({ books }) => books.delete('none')),
      /books\.delete: there is no entry "none"/,
    ],
    [
      'a locale of an entry',
      (one) => one.with(({ books }) => books.update('book1', { pages: 7 }, { locale: 'fr' })),
      /books\.update: "book1" has no version in the locale "fr"; to add the locale, create an entry/,
    ],
    [
      'a locale of a type without locales',
      (one) => one.with(({ author }) => author.update('ann', { name: 'Eve' }, { locale: 'en' })),
      /author\.update: "ann" has no version in the locale "en"; the type has no locales/,
    ],
    [
      'one to link',
      (one) => one.with(({ books }) => books.update('book1', { author: 'none' })),
      DatasetError,
    ],
    ['a version to publish', (one) => one.with(({ author }) => author.publish('ann')), /no draft & publish/],
    ['JSON', (one) => one.with(({ books }) => void books.create({ author: new Date() })), DatasetError],
    ['a change outside', (one) => one.data.books.clear(), /only inside `with`/],
    ['an end', (one) => one.with(async () => {}), /promise/],
  ])('%s', (_, change, expected) => {
    expect(() => change(base)).toThrow(expected)
    expect(base.graph).toBe(graph)
  })
})

test('a change that changes nothing returns the same world object, and a changed title is answered', () => {
  expect(base.with(() => {})).toBe(base)
  const { graph: edited } = base.with(({ books }) => books.update('book2', { title: 'three' }))
  const { body } = createReferenceApi(edited).answer({ url: '/api/books?fields=title&sort=id' })
  expect(JSON.parse(body).data.map(({ title }: { readonly title: string }) => title)).toEqual([
    'one',
    'three',
  ])
})
