/**
 * Tests that `checkServer` detects several wrong servers: a wrong server breaks a law, or the error states in one
 * sentence why no law can run.
 */
import { describe, expect, test } from 'vitest'
import { type ApiRequest, type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../test/support/datasets.ts'
import { liveLaw } from '../../test/support/laws.ts'
import { SEED } from '../../test/support/seed.ts'
import { liveLaws } from '../laws/laws.ts'
import type { Server } from '../server.ts'
import { checkLaw } from './law.ts'
import { checkServer, type ServerReport, UnfitServerError } from './server.ts'

const graph = graphOf('guide')
const { answer } = createReferenceApi(graph)
const TYPED = { 'content-type': 'application/json' }
const always =
  (status: number, body: string, headers: ApiResponse['headers'] = TYPED): Server =>
  () => ({ status, headers, body })

const path = ({ url }: ApiRequest): string => url.split('?')[0] ?? ''
/** Returns a server that ignores the filters whose decoded name matches a pattern, and otherwise answers correctly. */
const ignoring =
  (pattern: RegExp): Server =>
  (request) => {
    const [to = '', search = ''] = request.url.split('?')
    const parts = search.split('&').map((part) => {
      const [name = ''] = decodeURIComponent(part).split('=')
      const [filters] = pattern.exec(name) ?? []
      return filters === undefined
        ? part
        : `${filters.replace(/\[?filters\]?$/, (end) => end.replace('filters', 'sort'))}=id`
    })
    // The wrong server still refuses invalid requests, so that only the entries in its answers are wrong.
    return answer(request).status === 200
      ? answer({ ...request, url: `${to}?${parts.join('&')}` })
      : answer(request)
  }

const emptied = (request: ApiRequest): ApiResponse => {
  const response = answer(request)
  const json = response.status === 200 && response.body !== '' ? JSON.parse(response.body) : undefined
  if (!Array.isArray(json?.data)) return response
  const pagination = { page: 1, pageSize: 25, pageCount: 0, total: 0 }
  return { ...response, body: JSON.stringify({ data: [], meta: { pagination } }) }
}

const firstAnswer = new Map<string, ApiResponse>()
const stale: Server = (request) => {
  const known = firstAnswer.get(path(request)) ?? answer(request)
  if (known.status === 200) firstAnswer.set(path(request), known)
  return known
}

const cutPages: Server = (request) => {
  const response = answer(request)
  const json = response.status === 200 && response.body !== '' ? JSON.parse(response.body) : undefined
  if (!Array.isArray(json?.data)) return response
  return { ...response, body: JSON.stringify({ ...json, data: json.data.slice(0, 1) }) }
}

const NESTED = /^populate\[\w+\]\[filters\]/
const IN_ZONE = /^populate\[\w+\]\[on\]\[[\w.]+\]\[filters\]/

const UNFIT: readonly (readonly [string, Server, RegExp])[] = [
  ['HTML', always(200, '<html>', { 'content-type': 'text/html' }), /without JSON.*address of the API/],
  ['{}', always(200, '{}'), /without a list in `data`/],
  ['403', always(403, JSON.stringify({ data: null, error: { status: 403 } })), /403: the roles and tokens/],
  ['500', always(500, JSON.stringify({ data: null, error: { status: 500 } })), /500: the server fails/],
  ['empty', emptied, /without an entry/],
]

const BROKEN: readonly (readonly [string, Server, string])[] = [
  ['all alike', always(200, answer({ url: '/api/restaurants' }).body), 'filters.ids'],
  ['cut pages', cutPages, 'pages.full'],
  ['stale cache', stale, 'filters.ids'],
  ['filters ignored at the top', ignoring(/^filters/), 'filters.ids'],
  ['filters ignored in a populate', ignoring(NESTED), 'populate.filters-cut'],
  ['filters ignored in a zone', ignoring(IN_ZONE), 'populate.on-filters'],
]

describe(`sick servers, seed ${SEED}`, () => {
  test.each(UNFIT)(
    '`checkServer` reports the wrong server "%s" in one sentence',
    async (_name, server, sentence) => {
      const failure = await checkServer(server, graph, { runs: 5 }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(UnfitServerError)
      expect(String(failure)).toMatch(sentence)
      expect(String(failure).split('\n')).toHaveLength(1)
    },
  )

  test.each(BROKEN)('the wrong server "%s" breaks a law', async (_name, server, id) => {
    const laws = liveLaws.filter((law) => law.id === id)
    const { broken } = await checkServer(server, graph, { runs: 60, seed: SEED, laws })
    expect(broken.map(({ law }) => law.id)).toEqual([id])
    expect(broken[0]?.failure.path).toMatch(/^\d/)
  })

  test('`checkServer` reports an unreachable server in one sentence', async () => {
    const dead: Server = () => {
      throw new Error('http://127.0.0.1:1 gives no answer: ECONNREFUSED')
    }
    await expect(checkServer(dead, graph)).rejects.toThrow(/^GET \S+ has no answer: .* ECONNREFUSED$/)
    const { outcome, reason } = await checkLaw(liveLaw('shape.identity'), dead, graph, { runs: 20, seed: 1 })
    expect(outcome).toBe('not tested')
    expect(reason).toMatch(/^GET \/api has no answer: .* ECONNREFUSED$/)
  })

  test('`checkServer` throws a RangeError if `runs` is 0', async () => {
    await expect(checkServer(answer, graph, { runs: 0 })).rejects.toThrow('`runs` is 0')
  })
})

describe('the reference', () => {
  const sum = ({ held, broken, notTested }: ServerReport) => held.length + broken.length + notTested.length

  test('`checkServer` counts a law as held only after enough experiments that could have failed', async () => {
    const laws = liveLaws.filter(({ id }) => /^(filters\.i|shape\.i|pages\.c)/.test(id))
    const found = await checkServer(answer, graph, { runs: 40, seed: SEED, laws, enough: 3 })
    expect(found.broken).toEqual([])
    expect(sum(found)).toBe(laws.length)
    expect(found.held.length).toBeGreaterThan(2)
    for (const { counts } of found.held) expect(counts.experiments).toBeGreaterThanOrEqual(3)
    const few = await checkServer(answer, graph, { runs: 2, seed: SEED, laws, enough: 3 })
    expect(few.held).toEqual([])
    expect(few.notTested.every(({ reason }) => reason !== '')).toBe(true)
  })

  test('with the option `failOn` set to "not tested", `checkServer` throws if a law is not tested', async () => {
    const laws = liveLaws.filter(({ id }) => id === 'filters.ids')
    await expect(checkServer(answer, graph, { runs: 1, laws, failOn: 'not tested' })).rejects.toThrow(
      'filters.ids is not tested: ',
    )
  })
})
