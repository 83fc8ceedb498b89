import { describe, expect, test } from 'vitest'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import {
  AUTHOR,
  allLinked,
  BOOK,
  faultsIn,
  LIBRARY,
  library,
  linked,
  NOTE,
  relatedOf,
  rowById,
  SHELF,
} from './library.ts'

describe('a two-sided relation', () => {
  test('if only the owning side of a relation is written, the inverse side is derived in row order', () => {
    const book = [{ id: 3, author: 2 }, { id: 1, author: 2 }, { id: 2 }]
    expect(allLinked(library({ book, author: [{}, {}] }), AUTHOR, 'books')).toEqual([[], [1, 3]])
  })

  test('if only the inverse side of a relation is written, the owning side is derived', () => {
    const graph = library({ book: [{}, {}], author: [{ books: [2, 1] }] })
    expect(allLinked(graph, BOOK, 'author')).toEqual([[1], [1]])
    expect(allLinked(graph, AUTHOR, 'books')).toEqual([[2, 1]])
  })

  test('if both sides of a relation are written, each side keeps its own order of links', () => {
    const graph = library({
      book: [{ shelves: [2, 1] }, { shelves: [1, 2] }],
      shelf: [{ books: [2, 1] }, { books: [1, 2] }],
    })
    expect(allLinked(graph, BOOK, 'shelves')).toEqual([
      [2, 1],
      [1, 2],
    ])
    expect(allLinked(graph, SHELF, 'books')).toEqual([
      [2, 1],
      [1, 2],
    ])
  })

  test('a row that lists no links gets derived links, even if other rows of its type list their links', () => {
    const graph = library({ book: [{ shelves: [1, 2] }, {}], shelf: [{ books: [2, 1] }, {}] })
    expect(allLinked(graph, SHELF, 'books')).toEqual([[2, 1], [1]])
    expect(allLinked(graph, BOOK, 'shelves')).toEqual([[1, 2], [1]])
  })

  test('if the two sides of a relation disagree, the fault is reported at the side where the link is missing', () => {
    expect(faultsIn({ book: [{ author: 1 }, { author: null }], author: [{ books: [2] }] })).toEqual([
      'entries/book.json#/1/author two sides of a relation disagree',
      'entries/author.json#/0/books two sides of a relation disagree',
    ])
  })

  test('a derived to-one relation that two documents claim is a fault', () => {
    expect(faultsIn({ book: [{}], author: [{ books: [1] }, { books: [1] }] })).toEqual([
      'entries/book.json#/0/author ambiguous reference',
    ])
  })
})

describe('a morph relation', () => {
  const about = { __type: BOOK, id: 1 }

  test('a morph relation is derived from the morphTo side', () => {
    const note = [{ about }, { about, also: [{ __type: AUTHOR, id: 1 }, about] }]
    const graph = library({ book: [{}], author: [{}], note })
    expect(linked(rowById(graph, BOOK, 1), 'notes')).toEqual([1, 2])
    expect(linked(rowById(graph, BOOK, 1), 'lists')).toEqual([2])
  })

  test('a link that only the inverse side has is added to an empty morphTo relation', () => {
    const graph = library({ book: [{ notes: [1], lists: [1] }, { lists: [1] }], note: [{}] })
    const { links } = rowById(graph, NOTE, 1)
    expect(links['about']).toEqual([{ type: BOOK, id: 1 }])
    expect(links['also']).toEqual([
      { type: BOOK, id: 1 },
      { type: BOOK, id: 2 },
    ])
  })

  test('a morphToOne whose sides disagree is a fault', () => {
    expect(faultsIn({ book: [{ notes: [] }, { notes: [1] }], note: [{ about }] })).toEqual([
      'entries/note.json#/0/about two sides of a relation disagree',
      'entries/book.json#/0/notes two sides of a relation disagree',
    ])
  })

  test('the inverse side of a morphToMany may omit links of the owning side, but not add links', () => {
    const note = [{ also: [about] }, { also: [about] }]
    const graph = library({ book: [{ lists: [2] }, {}], note })
    expect(allLinked(graph, BOOK, 'lists')).toEqual([[2], []])
    expect(faultsIn({ book: [{}, { lists: [1] }], note })).toEqual([
      'entries/note.json#/0/also two sides of a relation disagree',
    ])
  })

  test('a morphToOne that two documents claim is a fault', () => {
    expect(faultsIn({ book: [{ notes: [1] }, { notes: [1] }], note: [{}] })).toEqual([
      'entries/note.json#/0/about ambiguous reference',
    ])
  })
})

describe('`related` of a file', () => {
  const book = [
    { scans: [2, 1], chapter: { id: 5, picture: 1 } },
    { cover: 1, scans: [1] },
  ]

  test('`related` of a file is sorted by position, then type, then id', () => {
    const graph = library({ book }, { media: [{}, {}] })
    expect(relatedOf(graph, 1)).toEqual([`${BOOK} 2`, `${BOOK} 2`, 'parts.chapter 5', `${BOOK} 1`])
    expect(relatedOf(graph, 2)).toEqual([`${BOOK} 1`])
  })

  test('`related` of a file keeps the order of `__related`, and other uses follow those of the same position', () => {
    const __related = [
      { __type: 'parts.chapter', id: 5, field: 'picture', order: 1 },
      { __type: BOOK, id: 1, field: 'scans', order: 2 },
    ]
    const graph = library({ book }, { media: [{ __related }, {}] })
    expect(relatedOf(graph, 1)).toEqual(['parts.chapter 5', `${BOOK} 2`, `${BOOK} 2`, `${BOOK} 1`])
  })

  test('links of a private attribute are private, even if `__related` lists them', () => {
    const { contentTypes: types } = LIBRARY
    const options = { draftAndPublish: true, privateAttributes: ['cover'] }
    const contentTypes = { ...types, book: { ...types.book, options } }
    const __related = [{ __type: BOOK, id: 2, field: 'cover' }]
    const graph = library({ book }, { contentTypes, media: [{ __related }, {}] })
    const related = rowById(graph, FILE_UID, 1).links.related ?? []
    expect(related.map(({ id, isPrivate }) => [id, isPrivate === true])).toEqual([
      [2, true],
      [2, false],
      [5, false],
      [1, false],
    ])
  })

  test('`related` in a file row is a fault; an item of `__related` is a fault if its attribute does not contain the file', () => {
    const __related = [{ __type: BOOK, id: 1, field: 'cover' }, { id: 1 }]
    expect(faultsIn({ book }, { media: [{ __related, related: [] }, {}] })).toEqual([
      'media.json#/0/related derived attribute',
      'media.json#/0/__related/0 file not shown there',
      'media.json#/0/__related/1 wrong type',
    ])
  })
})
