/**
 * Tests expensive requests, written by hand or found by search. Each request gets an answer within the documented
 * number of steps, and no request throws. The tests count steps instead of seconds, so that they pass on a busy
 * machine. `attacks.long.test.ts` has the requests that take seconds.
 */
import { describe, expect, test, vi } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { encodeSourceMaps, MAX_MARK_LENGTH } from '../../src/reference/respond/source-maps.ts'
import type { Json } from '../../src/util/json.ts'
import { mostSteps, sizeOf } from '../search/fuzz/formula.ts'
import { BUILT, guide, heavy, isLong, path, SEEN, SQLITE } from './attack-list.ts'
import { ask, expectBounded } from './bounded.ts'

vi.setConfig({ testTimeout: 60_000 })

describe.each([
  ['seen', SEEN],
  ['built', BUILT],
])('%s', (_name, attacks) => {
  test.each(attacks.filter((attack) => !isLong(attack)).map((attack) => [attack[0], attack] as const))(
    '%s',
    (_what, attack) => expectBounded(attack),
  )
})

test('a request whose work doubles with each level is stopped before it takes 100,000 steps', () => {
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
  ])('%s takes more steps if the values are longer', (_what, url, profile) => {
    expect(ask(long, url, profile).steps).toBeGreaterThan(20 * ask(short, url, profile).steps)
    expect(ask(long, url, profile).steps).toBeLessThanOrEqual(mostSteps(url, sizeOf(long)))
  })

  test('a long value that neither a filter nor a sort reads costs no step', () => {
    const url = '/api/posts?filters[title][$containsi]=x&sort=title'
    expect(ask(long, url).steps).toBe(ask(short, url).steps)
  })

  test('a search with many wildcards in long texts is stopped at the budget', () => {
    const spend = { budget: 100_000, profile: SQLITE } as const
    const { status, body } = createReferenceApi(long, spend).answer({
      url: `/api/posts?_q=${'a_'.repeat(7_500)}`,
    })
    expect([status, body]).toEqual([400, expect.stringContaining('Invalid _q: ')])
  })
})

describe('answers in formats that a header requests', () => {
  const { answer } = createReferenceApi(heavy)
  const some = `/api/pages?pagination[pageSize]=200&populate=${path(4, 'related')}`
  const few = `/api/pages?pagination[pageSize]=2&populate=${path(4, 'related')}`

  test('an answer contains source maps on request, and a source map that is too long is refused', () => {
    const marked = answer({ url: few, headers: { 'strapi-encode-source-maps': 'true' } })
    expect(marked.status).toBe(200)
    expect(marked.body.length).toBeGreaterThan(5 * answer({ url: few }).body.length)
    const page = heavy.schema.contentTypes.get('api::page.page')
    if (page === undefined) throw new Error('the world has pages')
    const marksOf = (documentId: string): unknown =>
      encodeSourceMaps([{ documentId, title: 'one', rank: 1 }], page, heavy.schema)
    expect(marksOf('x'.repeat(100))).toHaveLength(1)
    expect(marksOf('x'.repeat(MAX_MARK_LENGTH))).toBeUndefined()
  })

  test('the v4 format wraps each entry of an answer once, also entries at several places', () => {
    const headers = { 'strapi-response-format': 'v4' }
    const wrapped = answer({ url: some, headers })
    expect(wrapped.status).toBe(200)
    const plain = answer({ url: some })
    const entries = (text: string): number => text.split('"documentId"').length
    expect(entries(wrapped.body)).toBe(entries(plain.body))
    expect(wrapped.body.split('"attributes"').length).toBe(entries(wrapped.body))
  })
})

describe('values from an untyped caller', () => {
  const { answer } = createReferenceApi(guide)
  test.each([[undefined], [null], [7], [{}], [{ url: 7 }], [{ url: '/api/articles', headers: null }], [[]]])(
    'the value %j in place of a request gets an answer',
    (request) => {
      expect(Reflect.apply(answer, undefined, [request])).toMatchObject({ status: expect.any(Number) })
    },
  )

  test.each([['a\r\nset-cookie: b'], ['http://\u00e9.example'], ['\0'], ['\ud83c']])(
    'an answer does not repeat an origin that is not a valid header value: %j',
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
