/** Tests the model of the explorer without a browser: edits, history, URL, copied code, rows and differences. */
import { describe, expect, test } from 'vitest'
import { isOperator } from '../../src/reference/operators/operators.ts'
import {
  type DroppedFile,
  datasetIn,
  isArchive,
  isOfDataset,
} from '../../src/tools/explorer/backend/dropped.ts'
import { arcsOf } from '../../src/tools/explorer/model/arcs.ts'
import {
  ROOT,
  toggleBranch,
  toggleField,
  toggleKind,
  withBranch,
  withLevel,
  withPage,
} from '../../src/tools/explorer/model/change.ts'
import { type CopyKind, copyOf } from '../../src/tools/explorer/model/copy.ts'
import { differencesOf } from '../../src/tools/explorer/model/differences.ts'
import { changedTo, redone, startedWith, undone } from '../../src/tools/explorer/model/history.ts'
import { operandTyped, operatorsFor, typedOperand } from '../../src/tools/explorer/model/operators.ts'
import { EMPTY_LEVEL, emptyQuery, type Query, type QueryLevel } from '../../src/tools/explorer/model/query.ts'
import { writeUrl } from '../../src/tools/explorer/model/write.ts'
import {
  againstOf,
  type ExplorerView,
  hashOf,
  publicRequest,
  viewIn,
} from '../../src/util/url/explorer-url.ts'

const articles = emptyQuery('/api/articles')
const within = (
  query: Query,
  address: Parameters<typeof withLevel>[1],
  change: (level: QueryLevel) => QueryLevel,
): string => writeUrl(withLevel(query, address, change))
const into = (attribute: string, kind: string | null = null) => ({ attribute, kind })

describe('changes of the tree', () => {
  test('deselecting a field puts all other fields into the query, and selecting every field removes the parameter', () => {
    const all = ['title', 'slug', 'views']
    const without = toggleField(EMPTY_LEVEL, 'slug', all)
    expect(without.fields).toEqual(['title', 'views'])
    expect(toggleField(without, 'slug', all).fields).toBeNull()
    expect(toggleField({ ...EMPTY_LEVEL, fields: ['title'] }, 'title', all).fields).toEqual(['id'])
  })

  test('selecting a nested branch also adds the branches above it', () => {
    const address = [into('author'), into('mentor')]
    expect(within(articles, address, (level) => toggleBranch(level, 'avatar', []))).toBe(
      '/api/articles?populate[author][populate][mentor][populate][avatar]=true',
    )
  })

  test('removing an attribute from `populate=*` lists the other attributes', () => {
    const star: QueryLevel = { ...EMPTY_LEVEL, populate: { kind: 'all' } }
    expect(within(articles, ROOT, () => toggleBranch(star, 'cover', ['author', 'cover']))).toBe(
      '/api/articles?populate[author]=true',
    )
  })

  test('deselecting a component type lists the other types under `on`, and deselecting the last stops populating', () => {
    const kinds = ['blocks.hero', 'blocks.quote']
    const zone = toggleBranch(EMPTY_LEVEL, 'blocks', [])
    const level = toggleKind(zone, 'blocks', 'blocks.quote', kinds)
    const query: Query = { ...articles, level }
    expect(within(query, [into('blocks', 'blocks.hero')], (one) => ({ ...one, fields: ['title'] }))).toBe(
      '/api/articles?populate[blocks][on][blocks.hero][fields]=title',
    )
    expect(toggleKind(level, 'blocks', 'blocks.hero', kinds).populate).toEqual({ kind: 'none' })
  })

  test('removing a component type of a dynamic zone keeps the other types and their common options', () => {
    const kinds = ['blocks.hero', 'blocks.quote', 'blocks.related']
    const deep: QueryLevel = { ...EMPTY_LEVEL, populate: { kind: 'all' } }
    const zone = withBranch(EMPTY_LEVEL, 'blocks', (branch) => ({ ...branch, level: deep }))
    const level = toggleKind(zone, 'blocks', 'blocks.quote', kinds)
    expect(within({ ...articles, level }, ROOT, (one) => one)).toBe(
      '/api/articles?populate[blocks][on][blocks.hero][populate]=*&populate[blocks][on][blocks.related][populate]=*',
    )
    const again = toggleKind(level, 'blocks', 'blocks.quote', kinds)
    expect(within({ ...articles, level: again }, ROOT, (one) => one)).toContain(
      'populate[blocks][on][blocks.quote]=true',
    )
  })

  test('a new page is set either by number or by offset, and replaces the other form', () => {
    const paged = withPage(withPage(articles, 'page', '2'), 'pageSize', '5')
    expect(paged.page).toEqual({ page: '2', pageSize: '5' })
    expect(withPage(paged, 'start', '10').page).toEqual({ start: '10' })
    expect(withPage(paged, 'page', ' ').page).toEqual({ pageSize: '5' })
  })

  test('two filters on one attribute are combined with $and', () => {
    const test = { kind: 'test', path: ['title'], operator: '$ne' } as const
    const filters = ['a', 'b'].map((text) => ({ ...test, operand: { kind: 'one', text } as const }))
    expect(within(articles, ROOT, (level) => ({ ...level, filters }))).toBe(
      '/api/articles?filters[$and][0][title][$ne]=a&filters[$and][1][title][$ne]=b',
    )
  })
})

test('the history of edits goes back and forward, and a new edit discards the undone edits', () => {
  const two = changedTo(changedTo(startedWith('a'), 'b'), 'c')
  expect(undone(two).now).toBe('b')
  expect(redone(undone(two))).toEqual(two)
  expect(changedTo(undone(two), 'd')).toEqual({ past: ['a', 'b'], now: 'd', future: [] })
  expect(undone(startedWith('a'))).toEqual(startedWith('a'))
})

describe('the address of the page', () => {
  const shown: ExplorerView = {
    asking: { ...publicRequest('/api/a?filters[b][$eq]=c&url=d'), profile: 'strapi-5.54-sqlite', world: 'w' },
    against: { caller: { kind: 'role', role: 'editor' }, status: 'draft' },
  }

  test('the address of the page contains the whole state of the page', () => {
    expect(viewIn(hashOf(shown))).toEqual(shown)
    expect(viewIn(hashOf({ asking: publicRequest('/api/a'), against: {} }))).toEqual({
      asking: publicRequest('/api/a'),
      against: {},
    })
    expect(viewIn('')).toBeNull()
    expect(viewIn('#url=javascript:alert(1)')).toBeNull()
  })

  test('the address of the page never contains a token', () => {
    const asking = { ...shown.asking, caller: { kind: 'token', token: 'secret' } } as const
    expect(hashOf({ asking, against: { caller: asking.caller } })).not.toContain('secret')
  })

  test('the second request of a comparison has the other status, and the remaining parameters of the first request', () => {
    expect(againstOf(publicRequest('/api/a?status=published&fields=b'), { status: 'draft' }).url).toBe(
      '/api/a?fields=b&status=draft',
    )
  })
})

describe('copies', () => {
  const type = {
    path: 'articles',
    isSingle: false,
    uid: 'api::article.article',
    name: 'Article',
    draftAndPublish: true,
    localized: true,
    attributes: [],
  }
  const copied = {
    asking: {
      ...publicRequest("/api/articles?fields[0]=title&filters[title][$eq]=It's&pagination[pageSize]=5"),
      caller: { kind: 'token', token: 't' } as const,
    },
    origin: 'http://localhost:1337',
    prefix: '/api',
    type,
    documentId: null,
  }
  const QUERY = `{ fields: ['title'], filters: { title: { $eq: 'It\\'s' } }, pagination: { pageSize: 5 } }`

  test.each<readonly [CopyKind, string]>([
    [
      'URL',
      "http://localhost:1337/api/articles?fields[0]=title&filters[title][$eq]=It's&pagination[pageSize]=5",
    ],
    [
      'curl',
      `curl -g -H 'authorization: Bearer t' 'http://localhost:1337/api/articles?fields[0]=title&filters[title][$eq]=It'\\''s&pagination[pageSize]=5'`,
    ],
    ['qs', `${QUERY}`],
    ['@strapi/client', `client.collection('articles').find(`],
    ['TypeScript', `type Found = Answer<UidOf<'articles'>, typeof query>`],
  ])('%s', (kind, part) => {
    const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/, ([\]}])/g, ' $1')
    expect(flat(copyOf(kind, copied))).toContain(flat(part))
  })
})

describe('differences', () => {
  test('differences between two answers are marked in both answers, and on every level above the differing value', () => {
    const { left, right, count } = differencesOf({ data: [{ a: 1, b: 2 }] }, { data: [{ a: 1, c: 3 }, {}] })
    expect(count).toBe(3)
    expect(Object.fromEntries(left)).toEqual({ 'data.0.b': 'here', 'data.0': 'within', data: 'within' })
    expect(Object.fromEntries(right)).toEqual({
      'data.0.c': 'there',
      'data.1': 'there',
      'data.0': 'within',
      data: 'within',
    })
  })

  test('equal answers have no differences', () => {
    expect(differencesOf({ a: [1, null] }, { a: [1, null] }).count).toBe(0)
    expect(differencesOf(null, []).count).toBe(1)
  })
})

describe('operators', () => {
  test('the operators that the explorer offers for an attribute type exist and are unique', () => {
    for (const type of ['string', 'integer', 'boolean', 'enumeration', 'json', 'datetime', 'id'] as const) {
      const names = operatorsFor(type)
      expect(names.filter((name) => !isOperator(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('operators such as $in accept a list with commas', () => {
    expect(operandTyped('$in', 'a, b')).toEqual({ kind: 'list', texts: ['a', 'b'] })
    expect(typedOperand(operandTyped('$in', 'a, b'))).toBe('a, b')
    expect(operandTyped('$eq', 'a, b')).toEqual({ kind: 'one', text: 'a, b' })
  })
})

test('the picture of links has one arc for each pair of rows, within the size of the picture', () => {
  const { arcs, width, height } = arcsOf(
    [
      [0, 1],
      [1, 0],
      [2, 2],
      [0, 3],
    ],
    4,
    30,
  )
  expect(arcs.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [2, 2],
    [0, 3],
  ])
  const numbers = arcs.flatMap(({ path }) => path.match(/[\d.-]+/g) ?? []).map(Number)
  expect(numbers.every((one) => one >= -width / 3 && one <= height)).toBe(true)
})

describe('a dropped folder', () => {
  const file = (path: string, text = '{}'): DroppedFile => ({ path, text })

  test('a dataset is found at any depth of a dropped folder', () => {
    const read = datasetIn([
      file('a/b/content-types/x.json'),
      file('a/b/components/c/d.json'),
      file('a/b/access.json'),
      file('a/other.json'),
    ])
    expect(read).toEqual({ contentTypes: { x: {} }, components: { 'c/d': {} }, entries: {}, access: {} })
  })

  test('a dropped folder without content types is an error, and an error names a file with invalid JSON', () => {
    expect(() => datasetIn([file('a.json')])).toThrow('Expected a dataset folder')
    expect(() => datasetIn([file('content-types/x.json', '{')])).toThrow(
      'content-types/x.json: expected JSON',
    )
  })

  test('only JSON files outside hidden folders belong to a dataset', () => {
    expect(['a/x.json', '.git/x.json', 'x.md'].filter(isOfDataset)).toEqual(['a/x.json'])
  })

  test('the name of a file shows whether it is an archive', () => {
    expect(['e.tar.gz', 'e.tar.gz.enc', 'x.json'].filter(isArchive)).toEqual(['e.tar.gz', 'e.tar.gz.enc'])
  })
})
