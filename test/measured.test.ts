/** Tests measured answers of the real server that the recordings do not contain. */
import { expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import { type Json, parseJson } from '../src/util/json.ts'
import { graphOf as built, collection } from './graph/library.ts'
import { graphOf } from './support/datasets.ts'

const api = createReferenceApi(graphOf('corners'), { profile: 'strapi-5.54-sqlite' })

function ask(url: string): { readonly status: number; readonly body: unknown } {
  const { status, body } = api.answer({ url, headers: { authorization: 'Bearer clerk-token' } })
  return { status, body: parseJson(body) }
}

test.each([
  ['[$contains][0][name]=a', []],
  ['[$contains][0]=a&filters[sleeve][$contains][1][name]=b', []],
  ['[$contains][0][0][name]=a', []],
  ['[$contains][0][$and]=a', []],
  ['[$eqi][0][name]=a', []],
  ['[$in][0][0][name]=a', []],
  ['[$notContains][0][name]=a', [2, 6]],
  ['[$notContains][0][name]=a&filters[sleeve][$notContains][1]=1', [2, 6]],
  ['[$nei][0][name]=a', [2, 6]],
  ['[$notIn][0][0][name]=a', [2, 6]],
])('filters[sleeve]%s treats an object in a list as a text', (filter, ids) => {
  const { status, body } = ask(`/content/records?fields=id&filters[sleeve]${filter}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ data: ids.map((id) => ({ id })) })
})

test.each(['[$lt][0][0][name]=a', '[$ne][0][name]=a', '[$contains][size]=a', '[$not][$contains][0][name]=a'])(
  'the server answers 500 to an object in a list of filters[sleeve]%s',
  (filter) => {
    expect(ask(`/content/records?filters[sleeve]${filter}`).status).toBe(500)
  },
)

test('an object within a list of lists is treated as a text, also by filters on an id', () => {
  expect(ask('/content/records?fields=id&filters[id][$contains][0][0][$eq]=a').body).toMatchObject({
    data: [],
  })
  expect(ask('/content/records?filters[id][$gt][0][0][$eq]=a').status).toBe(500)
})

test.each([
  ['filters[id][$in][0][0]=1', 200],
  ['filters[id][$in][0][0]=a', 500],
  ['filters[id][$notIn][0][0][$eq]=a', 500],
  ['filters[id][$containsi][0][0]=1', 200],
  ['filters[id][$contains][0][0]=1', 500],
  ['filters[stars][$containsi][0][0]=1', 200],
  ['filters[stars][$contains][0][0]=1', 500],
  ['filters[documentId][$in][0][0]=a', 200],
])('PostgreSQL compares the text of a list within a list, or fails: %s', (filter, status) => {
  const { answer } = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.54-postgres' })
  expect(answer({ url: `/api/restaurants?${filter}` }).status).toBe(status)
})

test.each([
  ['filters[meta][$in][0]=null', false],
  ['filters[meta][$notIn][0]=null', true],
  ['filters[$not][meta][$in][0]=null&filters[$not][meta][$in][1]=1', true],
  ['filters[$not][meta][$between][0]=null&filters[$not][meta][$between][1]=null', true],
  // The last parameter has no `=`, so it has no value.
  ['filters[meta][$notIn][0]=null&filters[meta][$notIn][1]', false],
])('PostgreSQL treats the null of JSON as a value: %s', (filter, isFound) => {
  const { answer } = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.54-postgres' })
  const body = parseJson(answer({ url: `/api/articles?fields=id&pagination[pageSize]=1&${filter}` }).body)
  expect(body).toHaveProperty('data.length', Number(isFound))
})

test('`localizations` of an entry omits rows that the same request has read through a to-one relation', () => {
  const records = '/content/records?fields=id&filters[id]=2&populate=localizations'
  expect(ask(records).body).toMatchObject({ data: [{ id: 2, localizations: [{ id: 4 }] }] })
  const shops = '/content/shops?fields=id&populate=bestseller.localizations'
  expect(ask(shops).body).toMatchObject({
    data: [
      { id: 1, bestseller: { id: 2, localizations: [] } },
      { id: 2, bestseller: { id: 6, localizations: [] } },
    ],
  })
})

test.each([
  [false, { id: 1, order: 1 }],
  [true, { id: 1 }],
])(
  'the position of a component stands in for its `order`, but not where that is private: %s',
  (isPrivate, core) => {
    const graph = built({
      contentTypes: { cheese: collection('cheese', { core: { type: 'component', component: 'part.core' } }) },
      components: { 'part/core': { attributes: { order: { type: 'integer', private: isPrivate } } } },
      entries: { cheese: [{ core: { order: 7 } }] },
    })
    const { answer } = createReferenceApi(graph, { profile: 'strapi-5.54-sqlite' })
    const { body } = answer({ url: '/api/cheeses?fields=id&populate[core][fields]=id' })
    expect(parseJson(body)).toHaveProperty('data', [{ id: 1, documentId: expect.any(String), core }])
  },
)

const ARTICLE = 'articles/x43okx602rewr3siteoss9va?filters[locale][$ne]=a'
const HOMEPAGE = 'homepage?status=draft&filters[locale][$ne]=a'

/** Each row of the table has a path, and the ids in the answers of SQLite, PostgreSQL and MariaDB. */
test.each([
  [ARTICLE, 102, 100, 102],
  ['articles/x43okx602rewr3siteoss9va?filters[locale][$ne]=en', 102, 101, 102],
  ['articles/x43okx602rewr3siteoss9va?status=draft&filters[locale][$ne]=a', 99, 97, 99],
  ['tags/n3udwx3ffcnil7cug5jm4szl?filters[locale][$ne]=a', 3, 1, 3],
  [`${ARTICLE}&filters[author][id][$gt]=0`, 102, 100, 102],
  [`${ARTICLE}&filters[id][$gt]=100`, 102, 101, 102],
  [`${ARTICLE}&filters[id][$in]=100&filters[id][$in]=102`, 100, 100, 100],
  [`${ARTICLE}&sort=kind`, 102, 100, 100],
  [`${ARTICLE}&sort=documentId:desc`, 102, 100, 100],
  [`${ARTICLE}&sort=author.name`, 100, 100, 100],
  [`${ARTICLE}&sort=id:desc`, 102, 102, 102],
  [HOMEPAGE, 1, 1, 1],
  [`${HOMEPAGE}&fields=title`, 1, 1, 1],
  [`${HOMEPAGE}&fields=locale`, 5, 1, 5],
  [`${HOMEPAGE}&fields=locale&filters[id][$gt]=0`, 1, 1, 1],
  [`${HOMEPAGE}&fields=locale&filters[title][$ne]=a`, 1, 1, 1],
  [`${HOMEPAGE}&filters[documentId]=bmlrw2dumxefm5joffjsr3hh`, 5, 1, 5],
  [`${HOMEPAGE}&filters[documentId][$contains]=b`, 1, 1, 1],
  [`${HOMEPAGE}&sort=documentId`, 5, 1, 5],
  [`${HOMEPAGE}&sort=publishedAt`, 1, 1, 1],
  [`${HOMEPAGE}&sort=publishedAt&fields=id`, 5, 1, 1],
])(
  'if filters match several locales, each database chooses one for /api/%s',
  (path, sqlite, postgres, mariadb) => {
    const graph = graphOf('strapi-5.54')
    const found = ['sqlite', 'postgres', 'mariadb'].map((database) => {
      const { answer } = createReferenceApi(graph, { profile: `strapi-5.54-${database}` })
      return parseJson(answer({ url: `/api/${path}` }).body)
    })
    expect(found).toMatchObject([sqlite, postgres, mariadb].map((id) => ({ data: { id } })))
  },
)

/** SQLite reads the index, which begins with the locale of a document, only if the index is smaller than the table. */
test.each<[string, Json, number]>([
  ['no column', {}, 1],
  ['one text', { a: { type: 'text' } }, 1],
  ['nine small columns', Object.fromEntries([...'abcdefghi'].map((name) => [name, { type: 'json' }])), 1],
  ['a string', { a: { type: 'string' } }, 2],
  ['two texts', { a: { type: 'text' }, b: { type: 'richtext' } }, 2],
  ['ten small columns', Object.fromEntries([...'abcdefghij'].map((name) => [name, { type: 'json' }])), 2],
])(
  'a single type with %s and several matching locales has the row that SQLite reads first',
  (_, attributes, id) => {
    const note = {
      ...Object(collection('note', Object(attributes), { pluginOptions: { i18n: { localized: true } } })),
      kind: 'singleType',
    }
    const documentId = 'a'.repeat(24)
    const graph = built({
      contentTypes: { note },
      entries: { note: ['fr', 'en'].map((locale, at) => ({ id: at + 1, documentId, locale })) },
      locales: { default: 'en', locales: ['en', 'fr'].map((code) => ({ code, name: code })) },
    })
    const { answer } = createReferenceApi(graph, { profile: 'strapi-5.54-sqlite' })
    const { body } = answer({ url: '/api/note?fields=locale&filters[locale][$notContains]=a' })
    expect(parseJson(body)).toMatchObject({ data: { id } })
  },
)

test.each([
  ['articles?populate[author][]=nope', 400, 'Invalid key nope at author'],
  ['articles?populate[author][]=profile&populate[author][]=name', 400, 'Invalid key name at author.name'],
  ['articles?populate[author][]=profile', 500, 'Internal Server Error'],
  ['articles?populate[author][]=*', 500, 'Internal Server Error'],
  ['articles?populate[author]=nope', 400, 'Invalid key nope at author'],
  ['articles?populate[author]=sort&fields=id&filters[id]=4', 200, undefined],
])('before 5.2.0, names in place of options are checked: /api/%s', (path, status, message) => {
  const { answer } = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.1.1-sqlite' })
  const found = answer({ url: `/api/${path}` })
  expect([found.status, Object(parseJson(found.body)).error?.message]).toEqual([status, message])
})

test.each([
  ['5.1.1', 200],
  ['5.2.0', 400],
])(
  '`[on][kind]=` without a value shows the kind before 5.2.0, and is an error in %s: %i',
  (release, status) => {
    const { answer } = createReferenceApi(graphOf('strapi-5.54'), { profile: `strapi-${release}-sqlite` })
    const found = answer({
      url: '/api/restaurants?fields=id&filters[id]=2&populate[blocks][on][blocks.quote]=',
    })
    expect(found.status).toBe(status)
    if (status === 200)
      expect(parseJson(found.body)).toMatchObject({ data: [{ blocks: [{ id: 69 }, { id: 70 }] }] })
  },
)

test.each([
  ['sort[0][0]=name', 500, 'Internal Server Error'],
  ['sort[0][0]=zz', 400, 'Invalid key zz'],
  ['sort[0][0][0]=zz', 400, 'Invalid key zz'],
  ['sort[0][0]', 400, 'Invalid key 0'],
  ['sort[0][0]=', 200, undefined],
  ['sort[0][zz]=', 400, 'Invalid key zz'],
  ['sort[0][name]=', 500, 'Internal Server Error'],
  ['populate[chef][sort][0][0]=zz', 400, 'Invalid key zz'],
])('before 5.48.0, a list without an order is checked: %s', (query, status, message) => {
  const url = `/api/restaurants?fields=id&pagination[limit]=1&${query}`
  const [older, newer] = ['5.23.6', '5.48.0'].map((release) =>
    createReferenceApi(graphOf('strapi-5.54'), { profile: `strapi-${release}-sqlite` }).answer({
      ...{ url, headers: { authorization: 'Bearer tokenFull' } },
    }),
  )
  expect([older?.status, Object(parseJson(older?.body ?? '')).error?.message]).toEqual([status, message])
  expect(newer?.status).toBe(200)
})

/**
 * The ids in the answers of release 5.23.6. Release 5.23.6 drops an unknown operator, and then each name and list item
 * that is left empty.
 */
test.each<[string, number, readonly number[] | string]>([
  ['restaurants?filters[address][city][$neq]=x', 200, [4, 2, 18]],
  ['restaurants?filters[chef][profile][nickname][$neq]=x', 200, [4, 2, 18]],
  ['restaurants?filters[$not][name][$neq]=x', 200, [4, 2, 18]],
  ['restaurants?filters[$or][0][name][$neq]=x&filters[$or][1][id]=3', 200, [3]],
  ['restaurants?filters[address][city][$neq]=x&filters[id][$gt]=3', 200, [4, 5, 6]],
  ['bookmarks?filters[hush][$neq]=x', 400, 'Invalid key hush'],
])('before 5.42.0, an unknown operator leaves no condition: /api/%s', (path, status, expected) => {
  const url = `/api/${path}&fields=id&pagination[limit]=3`
  const found = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.23.6-sqlite' }).answer({
    url,
  })
  const { data, error } = Object(parseJson(found.body))
  const seen = data === null ? error.message : data.map(({ id }: { readonly id: number }) => id)
  expect([found.status, seen]).toEqual([status, expected])
})

/** The ids of unsorted lists of release 5.23.6, for which SQLite reads several ranges of ids one after the other. */
test.each([
  ['articles?filters[id][$gt][0]=164&filters[id][$gt][1]=1', [166, 170, 175, 177, 179, 183, 4, 9, 13]],
  [
    'articles?filters[$or][0][id][$gte]=170&filters[$or][1][id][$lte]=20',
    [170, 175, 177, 179, 183, 4, 9, 13, 17],
  ],
  [
    'articles?fields=id&filters[$or][0][id]=65&filters[$or][1][id][$lt]=20&filters[$or][2][id][$gt]=176',
    [65, 4, 9, 13, 17, 177, 179, 183],
  ],
  [
    'articles?fields=id&filters[$or][0][id][$gte]=175&filters[$or][1][id][$lte]=17&filters[$or][2][id][$lt]=10',
    [17, 13, 179, 175, 9, 183, 177, 4],
  ],
  [
    'restaurants?filters[$or][0][id][$gt]=36&filters[$or][1][id][$lt]=3&filters[$or][2][id][$lt]=2&filters[$or][3][id][$gt]=37',
    [1, 2, 37, 38, 39, 40],
  ],
  ['restaurants?filters[$or][0][id]=7&filters[$or][1][id]=4', [4, 7]],
  [
    'restaurants?filters[$or][0][id][$in][0]=7&filters[$or][0][id][$in][1]=5&filters[$or][1][id]=4',
    [5, 7, 4],
  ],
])('before 5.46.0, ranges of ids decide the order of an unsorted list: /api/%s', (path, ids) => {
  const url = `/api/${path}&pagination[pageSize]=9`
  const { answer } = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.23.6-sqlite' })
  const { data } = Object(parseJson(answer({ url }).body))
  expect(data.map(({ id }: { readonly id: number }) => id)).toEqual(ids)
})

/** The number of restaurants in the answers of release 5.23.6, or the status of an error. */
test.each<[string, number]>([
  ['filters[name][$or][0][nope]=1', 500],
  ['filters[$or][0][name][$and][0][nope]=1', 500],
  ['filters[name][$or][nope]=1', 3],
  ['filters[name][$eq][$in][0][nope]=1', 500],
  ['filters[name][$in][0][nope]=1', 0],
  ['filters[name][0][0][nope]=1', 0],
  ['filters[name][$not][$in][0][nope]=1', 3],
  ['filters[name][$null][0][nope]=1', 0],
  ['filters[name][$eq][0][nope]=1', 3],
  ['filters[name][$not][0][nope]=1', 3],
  ['filters[name][$between][0][nope]=1', 500],
])(
  'before 5.42.0, a list without its unknown names keeps its objects, if the operator reads the list: %s',
  (query, expected) => {
    const { answer } = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.23.6-sqlite' })
    const { status, body } = answer({ url: `/api/restaurants?fields=id&pagination[limit]=3&${query}` })
    expect(status === 200 ? Object(parseJson(body)).data.length : status).toBe(expected)
  },
)

/** With a sort, SQLite finds the rows of a join by their ids. */
test.each<[string, readonly number[]]>([
  ['sort=score&filters[restaurant][id]=1', [38, 80, 168, 210, 86, 204, 2, 122]],
  ['filters[restaurant][id]=1', [204, 168, 210, 122, 38, 2, 80, 86]],
  ['sort=score:desc&filters[article][id][$notIn][0]=1&pagination[limit]=3', [6, 28, 38]],
])(
  'before 5.46.0, ties in a list with a filter on a relation are ordered by id only with a sort: /api/reviews?%s',
  (query, ids) => {
    const { answer } = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.23.6-sqlite' })
    const { body } = answer({ url: `/api/reviews?${query}` })
    expect(parseJson(body)).toMatchObject({ data: ids.map((id) => ({ id })) })
  },
)

/** In a list with a filter on a relation, SQLite also scans the index only if it is smaller than the table. */
test.each<[string, Json, readonly number[]]>([
  ['only a relation', {}, [1, 2]],
  ['a text', { a: { type: 'text' } }, [1, 2]],
  ['a string', { a: { type: 'string' } }, [2, 1]],
])('before 5.46.0, a list of a type with %s is in the order in which SQLite reads', (_, attributes, ids) => {
  const target = { type: 'relation', relation: 'manyToMany', target: 'api::note.note' }
  const documentIds = ['b', 'a'].map((letter) => letter.repeat(24))
  const graph = built({
    contentTypes: { note: collection('note', { ...Object(attributes), notes: target }) },
    entries: { note: documentIds.map((documentId, at) => ({ id: at + 1, documentId, notes: [1] })) },
  })
  const { answer } = createReferenceApi(graph, { profile: 'strapi-5.36.0-sqlite' })
  const query = 'filters[publishedAt][$notNull]=true&filters[notes][id][$gt]=0'
  expect(parseJson(answer({ url: `/api/notes?${query}` }).body)).toMatchObject({
    data: ids.map((id) => ({ id })),
  })
})
