/** Tests raw SQL of a project with SQLite: the tables of the served data, and the statements that may read them. */
import { expect, test } from 'vitest'
import { buildGraph } from '../../../src/reference/load/build.ts'
import { tablesFor } from '../../../src/server/code/sql/answer.ts'
import type { TablesCall } from '../../../src/sources/runner/tables-call.ts'
import { createRaw } from '../../../src/sources/runner/thread/strapi/sql/raw.ts'
import { isRead, statementOf } from '../../../src/sources/runner/thread/strapi/sql/statement.ts'
import { editGraph } from '../../../src/writing/edit/edit.ts'

const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
})

const built = buildGraph({
  contentTypes: {
    article: {
      info: { singularName: 'article', pluralName: 'articles' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        isOpen: { type: 'boolean' },
        readAt: { type: 'datetime' },
        big: { type: 'biginteger' },
        extra: { type: 'json' },
        author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
        alike: relation('manyToMany', 'article', { inversedBy: 'alikeOf' }),
        alikeOf: relation('manyToMany', 'article', { mappedBy: 'alike' }),
        cover: { type: 'media', multiple: false },
        seo: { type: 'component', component: 'shared.seo', repeatable: true },
      },
    },
    author: {
      info: { singularName: 'author', pluralName: 'authors' },
      attributes: {
        name: { type: 'string' },
        articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
      },
    },
  },
  components: { 'shared/seo': { attributes: { metaTitle: { type: 'string' } } } },
  media: [{ id: 5, documentId: 'file5', name: 'a.png', url: '/uploads/a.png', mime: 'image/png' }],
  entries: {
    article: [
      {
        ...{
          id: 1,
          documentId: 'one',
          title: "It's",
          isOpen: true,
          readAt: '2024-01-01T00:00:00.000Z',
          big: '7',
        },
        ...{ extra: { a: [1] }, author: 9, alike: [2, 1], cover: 5, publishedAt: null },
        ...{ createdAt: '2024-01-02T00:00:00.000Z', updatedAt: '2024-01-03T00:00:00.000Z' },
        seo: [
          { id: 4, metaTitle: 'x' },
          { id: 3, metaTitle: 'y' },
        ],
      },
      {
        id: 2,
        documentId: 'two',
        title: 'B',
        isOpen: false,
        author: 9,
        publishedAt: '2024-02-01T00:00:00.000Z',
      },
    ],
    author: [{ id: 9, documentId: 'nine', name: 'N' }],
  },
})
if (!('graph' in built)) throw new Error(JSON.stringify(built.faults))
const first = built.graph

const MODELS = [
  { uid: 'api::article.article', collectionName: 'articles' },
  { uid: 'api::author.author', collectionName: 'authors' },
  { uid: 'shared.seo', collectionName: 'components_shared_seos' },
  { uid: 'plugin::upload.file', collectionName: 'files' },
]

/** Creates the method `raw` with the tables of a graph, and records each call that requests tables. */
function opened(graphOf = () => first, waiting: () => Promise<void> | undefined = () => undefined) {
  const asked: TablesCall[] = []
  const raw = createRaw({
    ask: async (call) => {
      asked.push(call)
      const answer = tablesFor(graphOf(), call)
      await waiting()
      return answer
    },
    models: () => MODELS,
    refusal: (path, what = 'refused') => `${what}: ${path} at src/x.js:1`,
  })
  return { raw, asked }
}

test.each([
  [
    'SELECT * FROM articles WHERE id = ?',
    [1],
    [
      {
        ...{ id: 1, document_id: 'one', title: "It's", is_open: 1, read_at: 1704067200000, big: 7 },
        ...{ extra: '{"a":[1]}', created_at: 1704153600000, updated_at: 1704240000000, published_at: null },
        ...{ created_by_id: null, updated_by_id: null, locale: null },
      },
    ],
  ],
  ['select title from articles where is_open = :open', { open: false }, [{ title: 'B' }]],
  [
    'SELECT * FROM articles_author_lnk',
    undefined,
    [
      { id: 1, article_id: 1, author_id: 9, article_ord: 1 },
      { id: 2, article_id: 2, author_id: 9, article_ord: 2 },
    ],
  ],
  [
    'SELECT inv_article_id, article_ord FROM articles_alike_lnk ORDER BY article_ord',
    [],
    [
      { inv_article_id: 2, article_ord: 1 },
      { inv_article_id: 1, article_ord: 2 },
    ],
  ],
  [
    'SELECT cmp_id, "order" FROM articles_cmps WHERE field = ?',
    ['seo'],
    [
      { cmp_id: 4, order: 1 },
      { cmp_id: 3, order: 2 },
    ],
  ],
  [
    'SELECT meta_title FROM components_shared_seos ORDER BY id',
    [],
    [{ meta_title: 'y' }, { meta_title: 'x' }],
  ],
  [
    'SELECT f.name, m.field FROM files f JOIN files_related_mph m ON m.file_id = f.id WHERE related_type = ?',
    ['api::article.article'],
    [{ name: 'a.png', field: 'cover' }],
  ],
  ['WITH a AS (SELECT name FROM authors) SELECT count(*) AS n FROM a', [], [{ n: 1 }]],
  ['SELECT ?? FROM `authors` -- ;', ['authors.name'], [{ name: 'N' }]],
])('the statement %s reads the tables as Strapi stores them', async (sql, bindings, rows) => {
  expect(await opened().raw(sql, bindings)).toEqual(rows)
})

test('raw SQL fetches each table only once for each version of the data', async () => {
  let graph = first
  const { raw, asked } = opened(() => graph)
  await raw('SELECT 1 FROM articles')
  await raw('SELECT 1 FROM articles, authors')
  expect(asked.map(({ has }) => has.tables)).toEqual([[], ['articles']])
  graph = editGraph(first, (dataset) => {
    dataset.entries.author = [{ id: 9, documentId: 'nine', name: 'M' }]
  })
  expect(await raw('SELECT name FROM authors')).toEqual([{ name: 'M' }])
})

test('a statement fetches its tables again if another statement changed the version of the data meanwhile', async () => {
  const other = editGraph(first, (dataset) => {
    dataset.entries.author = [{ id: 9, documentId: 'nine', name: 'M' }]
  })
  let graph = first
  let release = (): void => undefined
  let waits: Promise<void> | undefined
  const { raw, asked } = opened(
    () => graph,
    () => waits,
  )
  await raw('SELECT name FROM authors')
  waits = new Promise((resolve) => {
    release = resolve
  })
  const late = raw('SELECT name FROM authors')
  await new Promise(setImmediate)
  graph = other
  waits = undefined
  expect(await raw('SELECT name FROM authors')).toEqual([{ name: 'M' }])
  graph = first
  release()
  expect(await late).toEqual([{ name: 'N' }])
  expect(asked).toHaveLength(4)
})

test.each([
  'DELETE FROM articles',
  'UPDATE articles SET title = 1',
  "PRAGMA table_info('articles')",
  "ATTACH 'x' AS y",
  'SELECT 1 FROM articles; DELETE FROM articles',
  "/* SELECT */ insert into articles select ';'",
  '',
])('the statement "%s" is refused with the place of the call', async (sql) => {
  await expect(opened().raw(sql)).rejects.toThrow(
    'raw SQL on the data of a mock can only be one SELECT statement: strapi.db.connection.raw at src/x.js:1',
  )
})

test('SQLite refuses a write inside WITH, and the tables stay', async () => {
  const { raw } = opened()
  await expect(raw('WITH a AS (SELECT 1) DELETE FROM authors')).rejects.toThrow('readonly')
  expect(await raw('SELECT count(*) AS n FROM authors')).toEqual([{ n: 1 }])
})

test('raw SQL fails for a missing table, a syntax error, a missing binding and a statement that is too long', async () => {
  const { raw } = opened()
  await expect(raw('SELECT * FROM strapi_webhooks')).rejects.toThrow(
    'lacks (no such table: strapi_webhooks): ',
  )
  await expect(raw('SELECT FROM')).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
  await expect(raw('SELECT ?', [])).rejects.toThrow('Expected 0 bindings, saw 1')
  await expect(raw(`SELECT '${'x'.repeat(100_000)}'`)).rejects.toThrow('at most 100000 characters')
})

test('placeholders in raw SQL are replaced in the same way as by Knex', () => {
  const day = new Date(5)
  expect(statementOf('a = ? and b \\? ??', [true, 'x.*'])).toEqual({
    sql: 'a = ? and b ? `x`.*',
    values: [1],
  })
  expect(statementOf('a = :a, :b: = ::c, \\:a', { a: day, b: 'n`' })).toEqual({
    sql: 'a = ?, `n``` = ::c, :a',
    values: [5],
  })
  expect(statementOf('a = ?', 3)).toEqual({ sql: 'a = ?', values: [3] })
  expect(() => statementOf('?', [{}])).toThrow(TypeError)
})

test('only a single statement that begins with select, values or with may run', () => {
  expect(
    ["select ';'", '-- x\nselect 1;', 'values (1); ;', 'with "a;" as (select 1) select 1'].map(isRead),
  ).toEqual([true, true, true, true])
  expect(["select '; drop table a", 'selects', 'explain select 1', 'select 1;;a'].map(isRead)).toEqual([
    true,
    ...[false, false, false],
  ])
})
