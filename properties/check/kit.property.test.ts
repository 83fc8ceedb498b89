/**
 * Tests the functions of the package for tests of a server: `serverAt`, laws of your own, settings, and reports with
 * which you can repeat a failure.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ApiRequest, createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../test/support/datasets.ts'
import { liveLaw } from '../../test/support/laws.ts'
import { SEED } from '../../test/support/seed.ts'
import { anyRequests } from '../arbitraries/broken.ts'
import { asksFor, requestOf } from '../arbitraries/request.ts'
import { expectSame, experimentInputs, law, replyOf } from '../laws/law.ts'
import { type Server, serverAt, UnsentError } from '../server.ts'
import { checkLaw } from './law.ts'
import { asProperty, exampleOf } from './property.ts'
import { report } from './report.ts'
import { checkServer } from './server.ts'

const graph = graphOf('guide')
const { answer } = createReferenceApi(graph)
const HOSTS_TRIED = Number(process.env['POPULACE_URLS'] ?? 800)

describe('serverAt', () => {
  test('`serverAt` sends only GET and HEAD, and only to its origin, even if the URL has another host', async () => {
    const sent = new Set<string>()
    const record: typeof fetch = async (request) => {
      const { url, method } = new Request(request)
      sent.add(`${method} ${new URL(url).origin}`)
      return new Response('{}')
    }
    const server = serverAt('https://cms.example.org', { fetch: record })
    let unsent = 0
    await fc.assert(
      fc.asyncProperty(anyRequests, async (request) => {
        await server(request).catch((error: unknown) => {
          expect(error).toBeInstanceOf(UnsentError)
          unsent++
        })
      }),
      { seed: SEED, numRuns: HOSTS_TRIED },
    )
    expect([...sent].toSorted()).toEqual(['GET https://cms.example.org', 'HEAD https://cms.example.org'])
    expect(unsent).toBeGreaterThan(0)
  })

  test('`serverAt` sends a GET again after a closed connection, and reports an error if the connection closes again', async () => {
    const closed = Object.assign(new Error('read'), { code: 'ECONNRESET' })
    const failing = (failures: number): { readonly server: Server; readonly count: () => number } => {
      let sent = 0
      const send = async (): Promise<Response> => {
        if (sent++ < failures) throw new TypeError('fetch failed', { cause: closed })
        return new Response('{}')
      }
      const server = serverAt('http://localhost:1', { fetch: send, methods: ['GET', 'POST'] })
      return { server, count: () => sent }
    }
    const once = failing(1)
    expect((await once.server({ url: '/api/articles' })).status).toBe(200)
    expect(once.count()).toBe(2)
    const always = failing(9)
    await expect(always.server({ url: '/api/articles' })).rejects.toThrow('gives no answer: ECONNRESET')
    expect(always.count()).toBe(2)
    const writing = failing(1)
    await expect(writing.server({ method: 'POST', url: '/api/articles' })).rejects.toThrow('ECONNRESET')
    expect(writing.count()).toBe(1)
  })

  test.each(['cms.example.org', 'ftp://a', 'http://a/path', 'http://me:secret@a', ''])(
    'serverAt refuses %j',
    (text) => {
      expect(() => serverAt(text)).toThrow('is not an origin')
    },
  )
})

/** A law that every answer with the letter `e` in a member `name` breaks. */
const noLetter = law({
  id: 'own.no-e',
  says: 'No answer has the letter e in a name.',
  experiment: (all, { ask }) => {
    const { type, ...rest } = ask(all, { listsOnly: true, publicOnly: true })
    return {
      requests: [requestOf({ ...rest, type })],
      judge: ([reply]) => (/"name":"[^"]*e/.test(reply?.body ?? '') ? 'a name has the letter e' : undefined),
    }
  },
})

test('pages that repeat an entry break the law `pages.total-order`, even in a list that is longer than the pages that the law reads', () => {
  const [input] = fc.sample(experimentInputs, { seed: SEED, numRuns: 1 })
  const experiment = input && liveLaw('pages.total-order').experiment(graph, input)
  const listOf = (ids: readonly number[], start: number, limit: number, total: number) => {
    const meta = { pagination: { start, limit, total } }
    return replyOf(
      { status: 200, headers: {}, body: JSON.stringify({ data: ids.map((id) => ({ id })), meta }) },
      0,
    )
  }
  const faultOf = (total: number, page: (start: number) => number) => {
    const all = Array.from({ length: total }, (_, at) => at + 1)
    const pages = [0, 1, 2, 3, 4, 5].map((start) => listOf([page(start)], start, 1, total))
    return experiment?.judge([listOf(all, 0, 100, total), ...pages])
  }
  for (const total of [6, 7, 12]) {
    expect(faultOf(total, (start) => start + 1)).toBeUndefined()
    expect(faultOf(total, () => 1)).toMatch(/pages with one entry each|one page with one entry/)
  }
})

describe('a law made with `law()`', () => {
  test('a broken law made with `law()` has a report of at most 40 lines, whose seed and path repeat the failure', async () => {
    const verdict = await checkLaw(noLetter, answer, graph, { seed: SEED })
    expect(verdict.outcome).toBe('broken')
    if (verdict.outcome !== 'broken') return
    const { seed, path } = verdict.failure
    const text = report(verdict.failure, 'https://cms.example.org')
    expect(text.split('\n').length).toBeLessThanOrEqual(40)
    expect(text).toContain("curl -g 'https://cms.example.org/api/")
    expect(text).toContain('  200 {"data"')
    const again = await checkLaw(noLetter, answer, graph, { seed, path })
    expect(again.outcome === 'broken' && again.failure.requests).toEqual(verdict.failure.requests)
  })

  test('if a failure is repeated on a corrected server, the law holds, and the reason states that the law holds for this input', async () => {
    const how = { seed: SEED, bias: false, parameters: ['filters', 'sort'] } as const
    const verdict = await checkLaw(noLetter, answer, graph, { ...how, runs: 60 })
    expect(verdict.reason).toMatch(
      /\nrepeat: \{ seed: \d+, path: "[\d:]+", bias: false, parameters: \["filters","sort"\] \}$/,
    )
    if (verdict.outcome !== 'broken') return
    const { path, settings } = verdict.failure
    const again = await checkLaw(noLetter, answer, graph, { seed: SEED, path, ...settings })
    expect(again.reason).toBe(verdict.reason)
    const repaired = (request: ApiRequest) => {
      const { body, ...rest } = answer(request)
      return { ...rest, body: body.replaceAll('"name":', '"called":') }
    }
    const { counts, reason } = await checkLaw(noLetter, repaired, graph, { seed: SEED, path, ...settings })
    expect(reason).toMatch(/^it holds for this input/)
    expect(counts.runs).toBe(1)
  })

  test('a law made with `law()` stops shrinking at the limit of requests', async () => {
    let sent = 0
    const counted = (request: ApiRequest) => {
      sent++
      return answer(request)
    }
    const verdict = await checkLaw(noLetter, counted, graph, { seed: SEED, shrinkRequests: 5 })
    expect(verdict.reason).toContain('The limit `shrinkRequests` ended')
    expect(sent - verdict.counts.requests).toBe(5)
    if (verdict.outcome !== 'broken') throw new Error('the law is broken')
    const again = await checkLaw(noLetter, answer, graph, { seed: SEED, path: verdict.failure.path })
    expect(again.reason).not.toContain('The limit')
    await expect(checkLaw(noLetter, answer, graph, { shrinkRequests: -1 })).rejects.toThrow(
      '`shrinkRequests` is -1',
    )
  })

  test('a law made with `law()` reports a mistake in its own code in one sentence', async () => {
    const { experiment } = noLetter
    const asked: typeof experiment = (from, input) => {
      const found = experiment(from, input)
      return found && { ...found, judge: Object(async () => undefined) }
    }
    const async = await checkLaw(law({ ...noLetter, experiment: asked }), answer, graph, {
      seed: SEED,
      runs: 20,
    })
    expect(async.reason).toContain('the judge returned a promise: it must return a text or undefined')
    const throwing = law({
      ...noLetter,
      experiment: () => {
        throw new Error('boom')
      },
    })
    await expect(checkLaw(throwing, answer, graph, { seed: SEED })).rejects.toThrow(
      `the experiment of ${noLetter.id} throws: boom`,
    )
  })

  test('a law made with `law()` shrinks without sending the same requests twice', async () => {
    const sent: string[] = []
    const recorded = (request: ApiRequest) => {
      sent.push(JSON.stringify(request))
      return answer(request)
    }
    const { outcome, counts } = await checkLaw(noLetter, recorded, graph, { seed: SEED })
    const shrinking = sent.slice(counts.requests)
    expect(outcome).toBe('broken')
    expect(shrinking.length).toBeGreaterThan(0)
    expect(new Set(shrinking).size).toBe(shrinking.length)
  })

  test('a law made with `law()` can be used as a property of fast-check, with examples', async () => {
    const asks = fc.sample(asksFor(graph, { listsOnly: true, publicOnly: true }), { seed: SEED, numRuns: 50 })
    const ask = asks.find((one) => /"name":"[^"]*e/.test(String(answer(requestOf(one)).body)))
    if (ask === undefined) throw new Error('there is a request')
    const property = asProperty(noLetter, answer, graph, { origin: 'https://cms.example.org' })
    const found = await fc.check(property, { seed: SEED, numRuns: 100, examples: [[exampleOf(ask)]] })
    expect(found.failed).toBe(true)
    const text = fc.defaultReportMessage(found) ?? ''
    expect(text).toContain('own.no-e does not hold')
    expect(text).toContain('an example, which is never made smaller')
    expect(text).toContain("curl -g 'https://cms.example.org/api/")
    const [counterexample = ''] = /Counterexample: [\s\S]*?\nShrunk/.exec(text) ?? []
    expect(counterexample.split('\n').length).toBeLessThanOrEqual(40)
  })
})

describe('a report', () => {
  test('a report prints the origin of the server, or the origin that the setting `origin` returns', async () => {
    const origin = 'https://cms.example.org'
    const server = serverAt(origin, {
      fetch: async ({ url, headers }) => {
        const { pathname, search } = new URL(url)
        const { status, body } = answer({ url: `${pathname}${search}`, headers: Object.fromEntries(headers) })
        return new Response(body, { status })
      },
    })
    const found = checkServer(server, graph, { laws: [noLetter], seed: SEED, failOn: 'broken' })
    await expect(found).rejects.toThrow(`curl -g '${origin}/api/`)
    const named = checkServer(server, graph, {
      laws: [noLetter],
      seed: SEED,
      failOn: 'broken',
      origin: ({ url }) => `https://${url.split('/')[2]?.split('?')[0]}.example.org`,
    })
    await expect(named).rejects.toThrow(/curl -g 'https:\/\/(\w+)\.example\.org\/api\/\1/)
  })

  const texts = (count: number) =>
    law({
      id: 'own.texts',
      says: 'All answers are alike.',
      looksAt: 'answers',
      experiment: () => ({
        requests: Array.from({ length: count }, (_, at) => ({ url: `/api/texts?at=${at}` })),
        judge: (replies) => {
          const odd = replies.findIndex(({ body }, at) => at > 0 && body !== replies[at - 1]?.body)
          return odd < 0 ? undefined : `answers ${odd - 1} and ${odd}:\n  ${replies[odd]?.body}`
        },
      }),
    })
  const lettersOf =
    (wrong: number, length: number): Server =>
    ({ url }) => {
      const isLate = Number(url.split('=')[1]) >= wrong
      return {
        status: 200,
        headers: {},
        body: JSON.stringify({ data: ['x'.repeat(length), isLate ? 'late' : 'soon'] }),
      }
    }

  test.each([
    [10, 9],
    [40, 2],
    [40, 39],
  ])(
    'a report of %i requests shows the two requests with different answers, at position %i',
    async (count, wrong) => {
      const { reason } = await checkLaw(texts(count), lettersOf(wrong, 20), graph, { seed: SEED })
      const lines = reason.split('\n')
      expect(lines.length).toBeLessThanOrEqual(40)
      expect(lines.filter((line) => /\?at=/.test(line)).length).toBe(Math.min(count, 17))
      for (const at of [wrong - 1, wrong]) expect(reason).toContain(`?at=${at}'  # compared`)
      expect(reason).toContain('late')
    },
  )

  test('a report cuts long answers around their first difference', async () => {
    const { reason } = await checkLaw(texts(2), lettersOf(1, 9000), graph, { seed: SEED })
    expect(reason.length).toBeLessThan(5000)
    expect(reason).toMatch(/\n {2}200 …x+","soon"\]\}\n/)
    expect(reason).toMatch(/\n {2}200 …x+","late"\]\}\n/)
  })

  test('a report cuts long values around their first difference', () => {
    const fault = expectSame('texts', `${'x'.repeat(4000)}a`, `${'x'.repeat(4000)}b`) ?? ''
    expect(fault).toMatch(/^texts:\n {2}…x+a"\n {2}…x+b"$/)
  })
})
