/**
 * Requests that were made to be dear, by hand or by a climb: each is answered or refused, never thrown at, and takes no
 * more steps than the README says. Steps and not seconds, so that a busy machine changes nothing.
 */
import { describe, expect, test, vi } from 'vitest'
import { mostSteps, sizeOf } from '../../properties/fuzz/formula.ts'
import type { Json } from '../../src/ground/json.ts'
import { createContentApi } from '../../src/reference/api.ts'
import { buildGraph } from '../../src/reference/graph/build.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { BUILT, guide, heavy, path, SEEN, SQLITE } from './attack-list.ts'

vi.setConfig({ testTimeout: 60_000 })

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
  const some = `/api/pages?pagination[pageSize]=200&populate=${path(4, 'related')}`
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
    const wrapped = answer({ url: some, headers })
    expect(wrapped.status).toBe(200)
    const plain = answer({ url: some })
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
