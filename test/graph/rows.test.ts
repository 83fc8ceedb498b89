import { describe, expect, test } from 'vitest'
import { AUTHOR, BOOK, faultsIn, library, linked, onlyComponent, rowById } from './library.ts'
import { tableOf } from './read.ts'

const INSTANT = '2024-01-01T00:00:00.000Z'

describe('the defaults of a row', () => {
  test('the defaults of a row fill timestamps, locale, scalars and links', () => {
    const row = rowById(library({ book: [{}] }), BOOK, 1)
    expect(row).toMatchObject({
      uid: BOOK,
      id: 1,
      locale: 'en',
      status: 'published',
      components: { zone: [] },
    })
    expect(Object.entries(row.values)).toEqual([
      ['title', 'untitled'],
      ['genre', null],
      ['pages', null],
      ['createdAt', INSTANT],
      ['updatedAt', INSTANT],
      ['publishedAt', INSTANT],
      ['locale', 'en'],
    ])
    expect(row.links).toMatchObject({ author: [], notes: [], createdBy: [], localizations: [] })
  })

  test('the defaults of a row do not replace an explicit null', () => {
    expect(rowById(library({ book: [{ title: null }] }), BOOK, 1).values['title']).toBeNull()
  })

  test('publishedAt defaults to createdAt, and null makes the row a draft', () => {
    const graph = library({ book: [{ createdAt: '2020-02-02T02:02Z' }, { publishedAt: null }] })
    expect(rowById(graph, BOOK, 1).values['publishedAt']).toBe('2020-02-02T02:02:00.000Z')
    expect(rowById(graph, BOOK, 2)).toMatchObject({ status: 'draft', values: { publishedAt: null } })
  })

  test('generated documentIds depend only on the type and the position of the row', () => {
    const ids = (graph = library({ book: [{}, {}], author: [{}] })) =>
      [BOOK, AUTHOR].flatMap((uid) => tableOf(graph, uid).rows.map((row) => row.documentId))
    expect(ids()).toEqual(ids(library({ book: [{ title: 'x' }, {}], author: [{}] })))
    expect(new Set(ids()).size).toBe(3)
    for (const id of ids()) expect(id).toMatch(/^[a-z][a-z0-9]{23}$/)
  })

  test('rows without an id get the next free ids in file order, and a table is sorted by id', () => {
    const rows = [{ name: 'a', id: 2 }, { name: 'b' }, { name: 'c', id: 1 }, { name: 'd' }]
    const table = tableOf(library({ author: rows }), AUTHOR)
    expect(table.rows.map(({ id, values }) => [id, values['name']])).toEqual([
      [1, 'c'],
      [2, 'a'],
      [3, 'b'],
      [4, 'd'],
    ])
  })

  test('the ids of a component type are counted over the whole dataset, outer components first', () => {
    const chapter = { inner: [{}, { id: 1 }] }
    const graph = library({ book: [{ chapter }, { zone: [{ __component: 'parts.chapter' }] }] })
    const first = onlyComponent(rowById(graph, BOOK, 1), 'chapter')
    expect([first.id, ...(first.components['inner'] ?? []).map(({ id }) => id)]).toEqual([2, 3, 1])
    expect(onlyComponent(rowById(graph, BOOK, 2), 'zone')).toMatchObject({ id: 4, values: { done: false } })
  })
})

test('a component keeps its documentId', () => {
  const graph = library({ book: [{ chapters: [{ documentId: 'c1' }], chapter: {} }] })
  expect(onlyComponent(rowById(graph, BOOK, 1), 'chapters')).toMatchObject({ documentId: 'c1' })
  expect(onlyComponent(rowById(graph, BOOK, 1), 'chapter')).not.toHaveProperty('documentId')
})

test('the rows of a document are sorted by locale, then by id', () => {
  const rows = [
    { documentId: 'd', locale: 'fr' },
    { documentId: 'd', locale: 'en' },
    { documentId: 'd', locale: 'en', publishedAt: null },
  ]
  const document = tableOf(library({ book: rows }), BOOK).byDocument.get('d')
  expect(document?.map(({ id, locale }) => [id, locale])).toEqual([
    [2, 'en'],
    [3, 'en'],
    [1, 'fr'],
  ])
})

test('a file of rows may have the singular name or the uid of its type as its name', () => {
  const graph = library({ 'api-author-author': [{}], 'admin-user': [{}], book: [{ createdBy: 1 }] })
  expect(tableOf(graph, AUTHOR).rows).toHaveLength(1)
  expect(linked(rowById(graph, BOOK, 1), 'createdBy')).toEqual([1])
})

describe('refused', () => {
  test.each([
    [
      'a file of rows without a type of this name',
      { books: [] },
      ['entries/books.json# rows of an unknown type'],
    ],
    [
      'a second file of rows for one type',
      { author: [], 'api-author-author': [] },
      ['# second file of one type'],
    ],
    ['a row that is not an object', { book: [1] }, ['entries/book.json#/0 wrong type']],
    ['an id that is not an integer', { book: [{ id: '1' }] }, ['entries/book.json#/0/id wrong id']],
    ['a duplicate id', { book: [{ id: 1 }, { id: 1 }] }, ['entries/book.json#/1/id duplicate id']],
    [
      'a duplicate component id',
      { book: [{ chapters: [{ id: 1 }, { inner: [{ id: 1 }] }] }] },
      ['entries/book.json#/0/chapters/1/inner/0/id duplicate id'],
    ],
    [
      'two rows of one document, locale and status',
      { book: [{ documentId: 'd' }, { documentId: 'd', locale: 'fr' }, { documentId: 'd', locale: 'en' }] },
      ['entries/book.json#/2 duplicate row'],
    ],
    [
      'an empty documentId',
      { book: [{ documentId: '' }] },
      ['entries/book.json#/0/documentId wrong documentId'],
    ],
    ['a locale that locales.json lacks', { book: [{ locale: 'de' }] }, ['/0/locale unknown locale']],
    [
      'a locale in a row of a type without locales',
      { author: [{ locale: 'en' }] },
      ['entries/author.json#/0/locale locale'],
    ],
    ['a locale that is not a text', { book: [{ locale: 5 }] }, ['entries/book.json#/0/locale locale']],
    ['a draft without draft & publish', { author: [{ publishedAt: null }] }, ['/0/publishedAt draft row']],
    [
      'a timestamp that is not a time',
      { author: [{ createdAt: 5 }] },
      ['entries/author.json#/0/createdAt wrong value'],
    ],
    ['an unknown attribute', { book: [{ titel: 'x' }] }, ['entries/book.json#/0/titel unknown attribute']],
    ['what every object inherits', { book: [{ toString: 'x' }] }, ['/0/toString unknown attribute']],
    ['a file of rows whose name fits no type', { 'b/~': [] }, ['entries/b/~.json# rows of an unknown type']],
    ['a scalar of the wrong type', { book: [{ pages: '5' }] }, ['entries/book.json#/0/pages wrong value']],
    ['a value outside its list', { book: [{ genre: 'Poem' }] }, ['entries/book.json#/0/genre wrong value']],
    ['localizations written', { book: [{ localizations: [] }] }, ['/0/localizations derived attribute']],
    ['a list for one component', { book: [{ chapter: [] }] }, ['entries/book.json#/0/chapter wrong type']],
    ['one component for a list', { book: [{ chapters: {} }] }, ['entries/book.json#/0/chapters wrong type']],
    [
      'an attribute that the schema of the component lacks',
      { book: [{ chapters: [{}, { x: 1 }] }] },
      ['entries/book.json#/0/chapters/1/x unknown attribute'],
    ],
    [
      'a component that the schema of the zone does not allow',
      { book: [{ zone: [{ __component: 'parts.other' }, {}, null] }] },
      ['/0/zone/0/__component component not', '/0/zone/1/__component component not', '/0/zone/2 wrong type'],
    ],
  ])('%s', (_, entries, expected) => {
    const faults = faultsIn(entries)
    expect(faults).toHaveLength(expected.length)
    for (const [index, part] of expected.entries()) expect(faults[index]).toContain(part)
  })
})

test('all faults of all files are reported in one run, with escaped pointers', () => {
  const faults = faultsIn(
    { book: [{ 'a/b~c': 1, pages: 1.5 }, { genre: 'x' }], author: [{ name: 1 }] },
    { settings: { rest: { defaultLimit: 0 } }, access: { roles: {} } },
  )
  expect(faults).toEqual([
    'settings.json#/rest/defaultLimit not a limit',
    'access.json#/publicRole unknown role',
    'entries/author.json#/0/name wrong value',
    'entries/book.json#/0/a~1b~0c unknown attribute',
    'entries/book.json#/0/pages wrong value',
    'entries/book.json#/1/genre wrong value',
  ])
})
