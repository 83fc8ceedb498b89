/** Tests dataset folders whose files of rows are pasted answers of a server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { filesOf } from '../../src/reference/load/build.ts'
import { writeDataset } from '../../src/reference/load/files/folder.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { openDataset } from '../../src/sources/dataset.ts'
import { noteText } from '../../src/sources/note.ts'
import { graphOf } from '../support/datasets.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** Creates a folder with the schemas of a graph and with the given files. */
function folderWith(files: Readonly<Record<string, unknown>>, schemas: Graph = graphOf('guide')): string {
  const folder = mkdtempSync(join(tmpdir(), 'populace-rest-'))
  made.push(folder)
  const { contentTypes = {}, components = {}, locales, settings, access } = filesOf(schemas) ?? {}
  writeDataset(folder, {
    contentTypes,
    components,
    ...(locales === undefined ? {} : { locales }),
    ...(settings === undefined ? {} : { settings }),
    ...(access === undefined ? {} : { access }),
  })
  for (const [path, json] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(json))
  }
  return folder
}

type Answer = { readonly data: unknown; readonly meta?: unknown }
const asked = (graph: Graph, url: string, token?: string): Answer => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return JSON.parse(
    createReferenceApi(graph, { profile: 'strapi-5.54-sqlite' }).answer({ url, headers }).body,
  )
}

/** Returns the faults of a folder as texts, one for each fault. */
async function faultsOf(folder: string): Promise<readonly string[]> {
  try {
    await openDataset(folder)
    return []
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    return error.faults.map(({ file, pointer, message }) => `${file}#${pointer} ${message}`)
  }
}

const everyRow = (graph: Graph, plural: string, token: string): readonly unknown[] =>
  ['published', 'draft'].flatMap((status) => {
    const { data } = asked(
      graph,
      `/api/${plural}?populate=*&status=${status}&locale=*&sort=id&pagination[pageSize]=100`,
      token,
    )
    return Array.isArray(data) ? data : [data]
  })

describe('answers as rows', () => {
  const source = graphOf('guide')

  test('a folder of pasted answers gives the same answers as the server from which they come', async () => {
    const types = {
      restaurant: 'restaurants',
      article: 'articles',
      author: 'authors',
      category: 'categories',
    }
    const files = Object.fromEntries(
      Object.entries(types).map(([stem, plural]) => {
        // A type without draft & publish is answered for any status, and its links then have the requested status.
        return [`entries/${stem}.json`, { data: everyRow(source, plural, 'editor-token'), meta: {} }]
      }),
    )
    const { graph } = await openDataset(folderWith(files))
    if (graph === undefined) throw new Error('no graph')
    let answers = 0
    for (const plural of Object.values(types)) {
      for (const query of [
        'populate=*',
        'populate=*&status=draft',
        'sort=id:desc&fields=documentId',
        'populate=*&locale=fr',
      ]) {
        const url = `/api/${plural}?${query}`
        const expected = asked(source, url, 'editor-token')
        expect(asked(graph, url, 'editor-token'), url).toEqual(expected)
        answers += Array.isArray(expected.data) ? expected.data.length : 0
      }
    }
    expect(answers).toBeGreaterThan(40)
  })

  test('a pasted answer with a single entry is read with its media, components and zones', async () => {
    const url =
      '/api/articles?populate[cover]=true&populate[seo][populate]=*&populate[blocks][populate]=*&sort=id&pagination[pageSize]=1'
    const { data } = asked(source, url)
    const [first] = Array.isArray(data) ? data : []
    const { graph } = await openDataset(folderWith({ 'entries/article.json': { data: first, meta: {} } }))
    if (graph === undefined) throw new Error('no graph')
    expect(asked(graph, url).data).toEqual([first])
    expect(JSON.stringify(first)).toContain('__component')
    expect(graph.tables.get('plugin::upload.file')?.rows.length).toBeGreaterThan(0)
  })

  test('populated localizations in a pasted answer become rows of the same document', async () => {
    const article = {
      id: 1,
      documentId: 'a',
      locale: 'en',
      title: 'One',
      publishedAt: '2024-01-01T00:00:00.000Z',
    }
    const other = {
      id: 2,
      documentId: 'a',
      locale: 'fr',
      title: 'Un',
      publishedAt: '2024-01-01T00:00:00.000Z',
    }
    const folder = folderWith({ 'entries/article.json': { data: [{ ...article, localizations: [other] }] } })
    const { graph, notes } = await openDataset(folder)
    if (graph === undefined) throw new Error('no graph')
    expect(asked(graph, '/api/articles?fields=title&locale=fr').data).toEqual([
      { id: 2, documentId: 'a', title: 'Un' },
    ])
    expect(asked(graph, '/api/articles?fields=title&populate[localizations][fields]=title').data).toEqual([
      { id: 1, documentId: 'a', title: 'One', localizations: [{ id: 2, documentId: 'a', title: 'Un' }] },
    ])
    expect(notes.map(noteText)).toEqual([
      expect.stringContaining('one entry of api::article.article is known only'),
    ])
  })

  test('an entry in two pasted answers is merged, and the list of its own type has precedence', async () => {
    const category = { id: 5, documentId: 'c', name: 'Food' }
    const folder = folderWith({
      'entries/article.json': {
        data: [
          {
            id: 1,
            documentId: 'a',
            title: 'One',
            categories: [{ ...category, name: 'Old', slug: 'all-of-it' }],
          },
        ],
      },
      'entries/category.json': { data: [category] },
    })
    const { graph, notes } = await openDataset(folder)
    if (graph === undefined) throw new Error('no graph')
    expect(asked(graph, '/api/categories?fields=name&fields=slug').data).toEqual([
      { ...category, slug: 'all-of-it' },
    ])
    expect(notes.map(noteText)).toEqual([
      'entries/article.json#/data/0/categories/0/name: "Old" here, "Food" at entries/category.json#/data/0/name: two answers differ about one entry; the value at the second place is used',
    ])
  })

  test('hand-written rows are linked by documentId', async () => {
    const folder = folderWith({
      'entries/article.json': {
        data: [
          {
            id: 1,
            documentId: 'a',
            locale: 'fr',
            title: 'Un',
            publishedAt: null,
            categories: [{ id: 9, documentId: 'second' }],
          },
        ],
      },
      'entries/category.json': [
        { documentId: 'first', name: 'A' },
        { documentId: 'second', name: 'B' },
      ],
    })
    const { graph } = await openDataset(folder)
    if (graph === undefined) throw new Error('no graph')
    const url = '/api/articles?fields=title&status=draft&locale=fr&populate[categories][fields]=name'
    expect(asked(graph, url).data).toEqual([
      { id: 1, documentId: 'a', title: 'Un', categories: [{ id: 9, documentId: 'second', name: 'B' }] },
    ])
  })
})

describe('faults of answers', () => {
  const article = { id: 1, documentId: 'a', title: 'One' }

  test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    [
      'an unknown member of an entry',
      { 'entries/article.json': { data: [article, { ...article, id: 2, documentId: 'b', nope: 1 }] } },
      ['entries/article.json#/data/1/nope unknown attribute'],
    ],
    [
      'an unknown member of a nested entry whose attribute and type have different names',
      {
        'entries/article.json': { data: [{ ...article, categories: [{ id: 1, documentId: 'c', nope: 1 }] }] },
      },
      ['entries/article.json#/data/0/categories/0/nope unknown attribute'],
    ],
    [
      'a wrong value within a component',
      { 'entries/article.json': { data: { ...article, seo: { id: 1, metaTitle: { deep: [1] } } } } },
      ['entries/article.json#/data/seo/metaTitle wrong value'],
    ],
    [
      'a component that the schema of the zone does not allow',
      { 'entries/article.json': { data: [{ ...article, blocks: [{ __component: 'no.such', id: 1 }] }] } },
      ['entries/article.json#/data/0/blocks/0/__component component not allowed in this zone'],
    ],
    [
      'the shape of Strapi 4',
      { 'entries/article.json': { data: [{ id: 1, attributes: { title: 'One' } }], meta: {} } },
      ['entries/article.json#/data/0 an answer of Strapi 4'],
    ],
    [
      'the shape of Strapi 4 in a relation',
      { 'entries/article.json': { data: [{ ...article, author: { data: { id: 1, attributes: {} } } }] } },
      ['entries/article.json#/data/0/author an answer of Strapi 4'],
    ],
    [
      'the answer is an error',
      { 'entries/article.json': { data: null, error: { status: 403, name: 'ForbiddenError' } } },
      ['entries/article.json#/ the answer is an error'],
    ],
    [
      'no entries',
      { 'entries/article.json': { data: null } },
      ['entries/article.json#/data an answer without entries'],
    ],
    [
      'entries that are none',
      { 'entries/article.json': { data: [1, {}] } },
      ['entries/article.json#/data/0 not an entry', 'entries/article.json#/data/1 not an entry'],
    ],
    [
      'a number of entries in place of the entries',
      { 'entries/article.json': { data: [{ ...article, categories: { count: 3 } }] } },
      ['entries/article.json#/data/0/categories not an entry'],
    ],
    [
      'a member beside the data',
      { 'entries/article.json': { data: [], rows: [] } },
      ['entries/article.json#/rows unknown key'],
    ],
    [
      'an object that is not an answer',
      { 'entries/article.json': { rows: [] } },
      ['entries/article.json# wrong type'],
    ],
    [
      'a type that does not exist',
      { 'entries/nothing.json': { data: [article] } },
      ['entries/nothing.json# rows of an unknown type'],
    ],
    [
      'a fault of another file',
      { 'entries/article.json': { data: [article] }, 'entries/category.json': [{ name: 1 }] },
      ['entries/category.json#/0/name wrong value'],
    ],
  ])('%s', async (_name, files, expected) => {
    const faults = await faultsOf(folderWith(files))
    expect(faults).toEqual(expected.map((line) => line.replace('#/ ', '# ')))
  })

  test('a pasted answer with 400 levels of nested entries is read', async () => {
    let author: unknown = { id: 400, documentId: 'd400', name: 'last' }
    for (let id = 399; id > 0; id--) author = { id, documentId: `d${id}`, name: 'one', mentor: author }
    const { graph } = await openDataset(folderWith({ 'entries/author.json': { data: [author] } }))
    expect(graph?.tables.get('api::author.author')?.rows).toHaveLength(400)
  })
})
