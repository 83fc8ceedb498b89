/**
 * Requests that were made to be dear, by hand or by a climb: each is answered or refused, never thrown at, and takes no
 * more steps than the README says. Steps and not seconds, so that a busy machine changes nothing.
 */
import { describe, expect, test, vi } from 'vitest'
import { mostSteps, sizeOf } from '../../properties/fuzz/formula.ts'
import { heavyGraph } from '../../properties/fuzz/heavy.ts'
import type { Json } from '../../src/ground/json.ts'
import { createContentApi } from '../../src/reference/api.ts'
import { buildGraph } from '../../src/reference/graph/build.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { graphOf } from '../support/datasets.ts'

vi.setConfig({ testTimeout: 60_000 })

const SQLITE = 'strapi-5.54-sqlite'
const POSTGRES = 'strapi-5.54-postgres'
const PAGES = 1_000

const guide = graphOf('guide')
const heavy = heavyGraph(PAGES)
const DEFAULT_BUDGET = 10_000_000

interface Took {
  readonly status: number
  readonly body: string
  readonly steps: number
}

function ask(graph: Graph, url: string, profile = 'documented'): Took {
  let steps = 0
  const spent = (taken: number): void => {
    steps = taken
  }
  const { status, body } = createContentApi(graph, { profile, spent }).answer({ url })
  return { status, body, steps }
}

const path = (steps: number, ...names: readonly string[]): string =>
  Array.from({ length: steps }, (_, at) => names[at % names.length]).join('.')

type Attack = readonly [what: string, graph: Graph, url: string, status: number, profile?: string]

/** The first table: what once ended the process, or took seconds. */
const SEEN: readonly Attack[] = [
  ['a path of 1,980 steps', guide, `/api/articles?populate=${path(1980, 'blocks', 'articles')}`, 200],
  ['a search for 15,000 underscores', guide, `/api/articles?_q=${'_'.repeat(15_000)}`, 200, SQLITE],
  ['a search for half as many', guide, `/api/articles?_q=${'a_'.repeat(7_500)}`, 200, POSTGRES],
  [
    'a JSON operand 5,000 deep',
    guide,
    `/api/samplers?filters[json][$eq]=${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    200,
    POSTGRES,
  ],
  [
    'a JSON operand of 1,800 objects',
    guide,
    `/api/samplers?filters[json][$eq]=${'{"a":'.repeat(1_800)}1${'}'.repeat(1_800)}`,
    200,
    POSTGRES,
  ],
  [
    'a JSON superset 5,000 deep',
    guide,
    `/api/samplers?filters[json][$jsonSupersetOf]=${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    200,
    POSTGRES,
  ],
  ['18 steps through a zone', heavy, `/api/pages?populate=${path(18, 'zone', 'pages')}`, 200],
  ['22 steps through a zone', heavy, `/api/pages?populate=${path(22, 'zone', 'pages')}`, 200],
  [
    '200 steps through a zone to nowhere',
    heavy,
    `/api/pages?populate=${path(200, 'zone', 'pages')}.nope`,
    400,
  ],
  [
    'a sort through four relations',
    heavy,
    `/api/pages?fields=id&sort=${path(4, 'categories', 'pages')}.title`,
    200,
  ],
  ['a sort through ten', heavy, `/api/pages?fields=id&sort=${path(10, 'categories', 'pages')}.title`, 200],
  ['a sort through one', heavy, '/api/pages?fields=id&sort=categories.name', 200],
  [
    'a sort through 1,000',
    heavy,
    `/api/pages?fields=id&sort=${path(1_000, 'categories', 'pages')}.title`,
    200,
  ],
  ['1,000 times the same relation', heavy, `/api/pages?populate=${path(1_000, 'related')}`, 400],
  [
    '1,000 times the same relation of one row',
    heavy,
    `/api/pages?pagination[pageSize]=1&populate=${path(1_000, 'related')}`,
    400,
  ],
  ['15,900 nines and an x for an id', guide, `/api/articles?filters[id][$eq]=${'9'.repeat(15_900)}x`, 200],
  ['15,900 blanks and an x for an id', guide, `/api/articles?filters[id][$eq]=${'+'.repeat(15_900)}x`, 200],
  ['15,900 digits for an instant', guide, `/api/articles?filters[createdAt][$eq]=${'1'.repeat(15_900)}`, 400],
  [
    'a fraction of 15,800 digits',
    guide,
    `/api/articles?filters[createdAt][$eq]=2020-01-01T00:00:00.${'0'.repeat(15_800)}x`,
    400,
  ],
]

/** The second: built to use each part of the language as often as a URL has room. */
const BUILT: readonly Attack[] = [
  ['18 relations filtered through', heavy, `/api/pages?filters${'[related]'.repeat(18)}[title]=t1`, 200],
  [
    '300 conditions through a relation',
    heavy,
    `/api/pages?${Array.from({ length: 90 }, (_, at) => `filters[$or][${at}][related][title][$containsi]=t${at}`).join('&')}`,
    200,
  ],
  [
    'a zone that leads back to itself, as often as a URL can say',
    heavy,
    `/api/pages?populate=related.${path(2_760, 'zone', 'pages')}`,
    400,
  ],
  ['600 keys of a sort', heavy, `/api/pages?sort=${Array(600).fill('categories.name').join(',')}`, 400],
  [
    'everything, four levels deep',
    heavy,
    '/api/pages?populate[related][populate][related][populate][related][populate]=*',
    200,
  ],
]

describe.each([
  ['seen', SEEN],
  ['built', BUILT],
])('%s', (_name, attacks) => {
  test.each(attacks.map((attack) => [attack[0], attack] as const))(
    '%s',
    (_what, [, graph, url, status, profile]) => {
      const took = ask(graph, url, profile)
      expect(took.status, took.body.slice(0, 300)).toBe(status)
      expect(took.steps).toBeLessThanOrEqual(mostSteps(url, sizeOf(graph)))
      if (status === 200) expect(took.steps).toBeLessThanOrEqual(DEFAULT_BUDGET)
    },
  )
})

test('what doubles with every step is given up after a few of them', () => {
  const { status, steps } = ask(heavy, `/api/pages?populate=related.${path(2_760, 'zone', 'pages')}`)
  expect(status).toBe(400)
  expect(steps).toBeLessThan(100_000)
})

describe('long values', () => {
  const post = {
    kind: 'collectionType',
    info: { singularName: 'post', pluralName: 'posts' },
    attributes: { title: { type: 'string' }, body: { type: 'richtext' }, data: { type: 'json' } },
  }
  const words = (length: number): Json => 'aB '.repeat(length / 3)
  const worldOf = (length: number): Graph => {
    const data = Array.from({ length: length / 3 }, (_, at) => at % 10)
    const row = (_: unknown, at: number): Json => ({ id: at + 1, title: `t${at}`, body: words(length), data })
    const built = buildGraph({ contentTypes: { post }, entries: { post: Array.from({ length: 20 }, row) } })
    if ('faults' in built) throw new Error('the world is not sound')
    return built.graph
  }
  const short = worldOf(30)
  const long = worldOf(30_000)

  test.each<[string, string, string]>([
    ['a condition on a text', '/api/posts?filters[body][$containsi]=x', 'documented'],
    ['a condition on JSON', '/api/posts?filters[data][$contains]=x', 'documented'],
    ['a search', '/api/posts?_q=zzz', 'documented'],
    ['a search with wildcards', '/api/posts?_q=a_b', SQLITE],
    ['a sort', '/api/posts?sort=body', 'documented'],
    ['a sort by JSON', '/api/posts?sort=data', 'documented'],
  ])('%s takes the more steps the longer the values', (_what, url, profile) => {
    expect(ask(long, url, profile).steps).toBeGreaterThan(20 * ask(short, url, profile).steps)
    expect(ask(long, url, profile).steps).toBeLessThanOrEqual(mostSteps(url, sizeOf(long)))
  })

  test('what is not looked at costs nothing', () => {
    const url = '/api/posts?filters[title][$containsi]=x&sort=title'
    expect(ask(long, url).steps).toBe(ask(short, url).steps)
  })

  test('a search for half wildcards in long texts is given up', () => {
    const spend = { budget: 100_000, profile: SQLITE } as const
    const { status, body } = createContentApi(long, spend).answer({
      url: `/api/posts?_q=${'a_'.repeat(7_500)}`,
    })
    expect([status, body]).toEqual([400, expect.stringContaining('Invalid _q: ')])
  })
})

describe('shapes of an answer that are asked for by a header', () => {
  const { answer } = createContentApi(heavy)
  const url = `/api/pages?pagination[pageSize]=1000&populate=${path(4, 'related')}`
  const few = `/api/pages?pagination[pageSize]=2&populate=${path(4, 'related')}`

  test('marks on more texts than there may be are refused, not written', () => {
    const headers = { 'strapi-encode-source-maps': 'true' }
    const refused = answer({ url, headers })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('too long to write')
    expect(answer({ url: few, headers }).status).toBe(200)
  })

  test('what places share is wrapped once, and wrapped everywhere', () => {
    const headers = { 'strapi-response-format': 'v4' }
    const wrapped = answer({ url, headers })
    expect(wrapped.status).toBe(200)
    const plain = answer({ url })
    const entries = (text: string): number => text.split('"documentId"').length
    expect(entries(wrapped.body)).toBe(entries(plain.body))
    expect(wrapped.body.split('"attributes"').length).toBe(entries(wrapped.body))
  })
})

describe('what a caller without types hands in', () => {
  const { answer } = createContentApi(guide)
  test.each([[undefined], [null], [7], [{}], [{ url: 7 }], [{ url: '/api/articles', headers: null }], [[]]])(
    '%j has an answer',
    (request) => {
      expect(Reflect.apply(answer, undefined, [request])).toMatchObject({ status: expect.any(Number) })
    },
  )

  test.each([['a\r\nset-cookie: b'], ['http://\u00e9.example'], ['\0'], ['\ud83c']])(
    'an origin that no header can hold is not repeated: %j',
    (origin) => {
      const url = '/api/restaurants?fields=name'
      expect(answer({ url, headers: { origin } })).toEqual(answer({ url }))
      const method = 'OPTIONS'
      const asks = { origin: 'http://a', 'access-control-request-method': 'GET' }
      const preflight = { ...asks, 'access-control-request-headers': origin }
      expect(answer({ method, url, headers: preflight })).toEqual(answer({ method, url, headers: asks }))
    },
  )
})
