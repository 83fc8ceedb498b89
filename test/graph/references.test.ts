import { describe, expect, test } from 'vitest'
import {
  AUTHOR,
  allLinked,
  BOOK,
  faultsIn,
  library,
  linked,
  NOTE,
  onlyComponent,
  rowById,
} from './library.ts'

/** The book with documentId `b`: row 1 is the draft in en, 2 published in en, 3 the draft in fr, 4 published in fr. */
const BOOKS = [
  { documentId: 'b', publishedAt: null },
  { documentId: 'b' },
  { documentId: 'b', publishedAt: null, locale: 'fr' },
  { documentId: 'b', locale: 'fr' },
]

describe('forms', () => {
  test.each([
    ['a row id', 2, [2]],
    ['null', null, []],
    ['a list of row ids of one document', [1, 2], [1, 2]],
    [
      'a documentId, to a type with draft & publish from one without: both rows, in the default locale',
      'b',
      [1, 2],
    ],
    ['a documentId and a status', { documentId: 'b', status: 'published' }, [2]],
    ['a documentId and a locale', { documentId: 'b', locale: 'fr' }, [3, 4]],
    ['a documentId, a locale and a status', { documentId: 'b', locale: 'fr', status: 'draft' }, [3]],
  ])('%s', (_, favourite, expected) => {
    const graph = library({ book: BOOKS, author: [{ favourite }] })
    expect(linked(rowById(graph, AUTHOR, 1), 'favourite')).toEqual(expected)
  })

  test('a to-one relation with a list of row ids links exactly these rows', () => {
    const graph = library({ book: [...BOOKS, {}], author: [{ favourite: [5, 2] }] })
    expect(linked(rowById(graph, AUTHOR, 1), 'favourite')).toEqual([5, 2])
  })

  test('a to-many relation keeps the order of its list', () => {
    const picks = [4, { documentId: 'b', status: 'published' }, 1]
    const graph = library({ book: BOOKS, author: [{ picks }] })
    expect(linked(rowById(graph, AUTHOR, 1), 'picks')).toEqual([4, 2, 1])
  })

  test('a documentId finds the row of the same status and locale, if the types have drafts and locales', () => {
    const sequel = 'b'
    const others = [{ sequel }, { sequel, publishedAt: null }, { sequel, locale: 'fr' }]
    const graph = library({ book: [...BOOKS, ...others] })
    expect(allLinked(graph, BOOK, 'sequel').slice(4)).toEqual([[2], [1], [4]])
  })

  test('a documentId of a type without draft & publish finds its only row', () => {
    const graph = library({ book: [{ author: 'a', publishedAt: null }], author: [{ documentId: 'a' }] })
    expect(linked(rowById(graph, BOOK, 1), 'author')).toEqual([1])
  })

  test('a reference inside a component finds the row with the status and locale of the outer row', () => {
    const chapter = { inner: [{ mentions: ['b'] }] }
    const graph = library({ book: [...BOOKS, { locale: 'fr', publishedAt: null, chapter }] })
    const inner = onlyComponent(onlyComponent(rowById(graph, BOOK, 5), 'chapter'), 'inner')
    expect(linked(inner, 'mentions')).toEqual([3])
  })

  test('a morph reference contains its type', () => {
    const also = [
      { __type: AUTHOR, id: 1 },
      { __type: BOOK, documentId: 'b', status: 'draft' },
    ]
    const note = [{ about: { __type: BOOK, id: 4 }, also }]
    const { links } = rowById(library({ book: BOOKS, author: [{}], note }), NOTE, 1)
    expect(links['about']).toEqual([{ type: BOOK, id: 4 }])
    expect(links['also']).toEqual([
      { type: AUTHOR, id: 1 },
      { type: BOOK, id: 1 },
    ])
  })

  test('a file may refer to its creators and its folder in the form of Strapi exports', () => {
    const media = [{ createdBy: { relation: [1] }, folder: { relation: [7] } }]
    const graph = library({ 'admin-user': [{}] }, { media })
    const { links } = rowById(graph, 'plugin::upload.file', 1)
    expect(links).toMatchObject({ createdBy: [{ type: 'admin::user', id: 1 }], folder: [] })
  })
})

describe('refused', () => {
  test.each([
    ['an id of no row', { favourite: 9 }, '/favourite dangling reference'],
    ['a documentId of no document', { favourite: 'x' }, '/favourite dangling reference'],
    [
      'a locale the document lacks',
      { favourite: { documentId: 'b', locale: 'de' } },
      '/favourite dangling reference',
    ],
    ['a status that is none', { favourite: { documentId: 'b', status: 'x' } }, '/favourite not a reference'],
    ['a key that is none', { favourite: { documentId: 'b', id: 1 } }, '/favourite not a reference'],
    ['a boolean', { favourite: true }, '/favourite not a reference'],
    ['one for a list', { picks: 1 }, '/picks wrong type'],
    ['null for a list', { picks: null }, '/picks wrong type'],
    ['a dangling item', { picks: [1, 9] }, '/picks/1 dangling reference'],
    ['an item twice', { picks: [1, 'b'] }, '/picks duplicate reference'],
    ['an id twice', { picks: [2, 1, 2] }, '/picks duplicate reference'],
    ['an id twice in order', { picks: [1, 1] }, '/picks duplicate reference'],
    ['two documents for one', { favourite: ['b', 5] }, '/favourite ambiguous reference'],
  ])('%s', (_, author, expected) => {
    const book = [...BOOKS, { publishedAt: null }]
    expect(faultsIn({ book, author: [author] })).toEqual([`entries/author.json#/0${expected}`])
  })

  test.each([
    ['no type', { id: 1 }, '/about not a reference'],
    ['an unknown type', { __type: 'api::x.x', id: 1 }, '/about/__type unknown type'],
    ['an id of no row', { __type: BOOK, id: 9 }, '/about dangling reference'],
    ['a key that is none', { __type: BOOK, documentId: 'b', x: 1 }, '/about not a reference'],
  ])('morph: %s', (_, about, expected) => {
    expect(faultsIn({ book: BOOKS, note: [{ about }] })).toEqual([`entries/note.json#/0${expected}`])
  })

  test('a fault inside a component has the complete pointer', () => {
    const book = [{ chapter: { inner: [{}, { mentions: [1, 7] }] } }]
    expect(faultsIn({ book })).toEqual(['entries/book.json#/0/chapter/inner/1/mentions/1 dangling reference'])
  })

  test('a media reference to a missing file is a fault', () => {
    expect(faultsIn({ book: [{ cover: 1 }] })).toEqual(['entries/book.json#/0/cover dangling reference'])
  })

  test('a reference in the form of Strapi exports at any other place is a fault', () => {
    expect(faultsIn({ book: [{ createdBy: { relation: [1] } }] })).toEqual([
      'entries/book.json#/0/createdBy not a reference',
    ])
  })
})
