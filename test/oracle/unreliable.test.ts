/**
 * Tests checks of unreliable servers: the report describes each problem in one correct sentence, and has no false
 * findings.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isStress } from '../../src/oracle/exchange/load.ts'
import { createReference } from '../../src/oracle/exchange/reference.ts'
import { type CheckOptions, check, type Report, type Server } from '../../src/oracle/index.ts'
import { retryAfter } from '../../src/oracle/target/limits/rate-limit.ts'
import { onWire } from '../../src/oracle/target/wire.ts'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'

const few = suite.filter((_one, at) => at % 25 === 0)
const options: CheckOptions = { graph, seed: SEED, suite: few, runs: 40, causes: 2, timeout: 5000 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Options for fewer requests, which still meet each fault often. */
const AT_A_GLANCE: CheckOptions = { suite: few.filter((_one, at) => at % 2 === 0), runs: 20, causes: 1 }

/** Checks a server with fake timers. */
async function examined(server: Server, more: CheckOptions = {}): Promise<Report> {
  let report: Report | undefined
  const checking = check(server, { ...options, ...more }).then((done) => {
    report = done
  })
  while (report === undefined) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await checking
  return report
}

const status = (code: number, headers: Readonly<Record<string, string>> = {}): ApiResponse => ({
  status: code,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{"data":null,"error":{"status":503,"name":"Error","message":"out of order","details":{}}}',
})

describe('a server that is flaky', () => {
  test('and answers 503 to every fortieth request causes one notice and no false cause', async () => {
    let asked = 0
    const report = await examined((request) => (++asked % 40 === 0 ? status(503) : api.answer(request)))
    expect(report.causes).toEqual([])
    expect(report.verdict).toBe('different')
    expect(report.flaky?.count).toBeGreaterThan(2)
    expect(report.flaky?.got).toBe('status 503')
    expect(
      report.notices.filter((notice) => /is flaky: \d+ answers were wrong at first and right/.test(notice)),
    ).toHaveLength(1)
  })

  test('is distinguished from a steady fault', async () => {
    let asked = 0
    const report = await examined((request) => {
      if (++asked % 20 === 0) return status(503)
      return request.url.includes('sort') ? status(500) : api.answer(request)
    }, AT_A_GLANCE)
    expect(report.flaky?.count).toBeGreaterThan(0)
    expect(report.causes.length).toBeGreaterThan(0)
    for (const { example } of report.causes) expect(example.request.url).toContain('sort')
  })

  test('a server that is right each time is not reported as flaky', async () => {
    const report = await examined(api.answer)
    expect([report.verdict, report.flaky]).toEqual(['conformant', undefined])
  })
})

describe('a server with a rate limit', () => {
  test('is retried after the requested time, and conforms', async () => {
    let free = 20
    const report = await examined((request) => {
      if (free-- > 0) return api.answer(request)
      setTimeout(() => {
        free = 20
      }, 900)
      return status(429, { 'retry-after': '1' })
    })
    expect(report.verdict).toBe('conformant')
    expect(report.notices.join('\n')).toMatch(/answered 429 \d+ times, so the check waited \d+\.0 s/)
  })

  test('that only answers 429 ends the run, and one sentence explains it', async () => {
    let asked = 0
    const report = await examined((request) => (++asked > 30 ? status(429) : api.answer(request)))
    expect(report.verdict).toBe('broken')
    expect(report.notices[0]).toMatch(
      /^The target still answers 429 after 5 waits in a row .*\. The rest was not sent\.$/,
    )
    expect(report.causes).toEqual([])
    expect(asked).toBeLessThan(30 + 7 * 4)
  })

  test('that requests a wait of an hour ends the run at once', async () => {
    const report = await examined(() => status(429, { 'retry-after': '3600' }))
    expect(report.notices[0]).toMatch(/asks to wait for 3600 s; the check waits at most \d+ s/)
  })

  test('may send `retry-after` in seconds or as a date', () => {
    const now = Date.UTC(2026, 0, 1)
    expect(retryAfter('7', now)).toBe(7000)
    expect(retryAfter(new Date(now + 9000).toUTCString(), now)).toBe(9000)
    expect(retryAfter(new Date(now - 9000).toUTCString(), now)).toBe(0)
    for (const text of [undefined, '', 'soon', '-1', '1.5', '1e3'])
      expect(retryAfter(text, now)).toBeUndefined()
  })

  test('receives at most `rate` requests per second', async () => {
    const times: number[] = []
    const start = Date.now()
    await examined(
      (request) => {
        times.push(Date.now() - start)
        return api.answer(request)
      },
      { suite: few.slice(0, 20), runs: 0, ids: 'exact', rate: 10 },
    )
    expect(times.length).toBeGreaterThan(10)
    for (const [at, time] of times.entries()) expect(time).toBeGreaterThanOrEqual(at * 100)
  })
})

/** A server that crashes on one request, until it is restarted. */
function mortal(isDeadly: (request: ApiRequest) => boolean, isHanging = false) {
  let isDead = false
  let starts = 0
  const dead = (): Promise<ApiResponse> =>
    isHanging ? new Promise(() => undefined) : Promise.reject(new Error('connect ECONNREFUSED'))
  const server: Server = async (request) => {
    // Delays the answer, so that other requests are open when the server crashes.
    await new Promise((resolve) => setImmediate(resolve))
    isDead ||= isDeadly(request)
    return isDead ? dead() : api.answer(request)
  }
  const restart = async (): Promise<void> => {
    isDead = false
    starts++
  }
  return { server, restart, starts: () => starts }
}

describe('a server that crashes on one request', () => {
  const isDeadly = ({ url }: ApiRequest): boolean => url.includes('sort')
  const named = (report: Report) => report.notices.filter((notice) => notice.includes('makes the target end'))

  test.each([false, true])(
    'and restarts has that request as its only culprit (hanging: %s)',
    async (isHanging) => {
      const one = few.findIndex(({ request }) => isDeadly(request))
      const cases = few.filter((each, at) => !isDeadly(each.request) || at === one)
      const { server, restart, starts } = mortal(isDeadly, isHanging)
      const report = await examined(server, { suite: cases, runs: 0, restart })
      expect(starts()).toBeGreaterThan(1)
      expect(named(report)).toHaveLength(1)
      expect(named(report)[0]).toContain('sort')
      expect(report.causes.map(({ example }) => isDeadly(example.request))).toEqual([true])
      expect(report.flaky).toBeUndefined()
      expect(report.counts.failed).toBe(1)
    },
  )

  test('and does not restart is reported in one sentence that names the request', async () => {
    const report = await examined(mortal(isDeadly).server)
    expect(report.verdict).toBe('broken')
    expect(report.notices[0]).toMatch(
      /^The target ended after `GET .*, and did not come back; with `--restart CMD`.*\. The rest was not sent\.$/,
    )
    expect(report.notices[0]).toContain('sort')
    expect(report.causes).toEqual([])
  })

  test('and then hangs is reported after a few timeouts', async () => {
    let late = 0
    const { server } = mortal(isDeadly, true)
    const report = await examined((request) => {
      const answer = server(request)
      void Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve('late'), 4999))]).then(
        (first) => {
          if (first === 'late') late++
        },
      )
      return answer
    })
    expect(report.notices[0]).toMatch(/^The target stopped answering after `GET/)
    expect(late).toBeLessThan(12)
  })
})

describe('a heavy request', () => {
  const reference = createReference(graph, 'documented')
  const stresses = (request: ApiRequest): boolean => {
    const wired = onWire(request)
    return isStress(wired, reference.ask(wired))
  }
  const heavy = suite.filter(({ request }) => stresses(request) && request.method === 'GET')

  test('is recognized, and only a few cases of the suite are heavy', () => {
    expect(heavy.map(({ id }) => id)).toContain('limits.answer-size.children')
    expect(heavy.length).toBeLessThan(suite.length / 50)
  })

  test('is skipped and counted by default', async () => {
    const sent: ApiRequest[] = []
    const report = await examined(
      (request) => {
        sent.push(request)
        return api.answer(request)
      },
      { suite: [...few.slice(0, 40), ...heavy], runs: 30 },
    )
    expect(sent.filter(stresses)).toEqual([])
    const left = report.cases.filter(
      ({ outcome, note }) => outcome === 'skipped' && /overload/.test(note ?? ''),
    )
    expect(left.length).toBeGreaterThanOrEqual(heavy.length)
    expect(report.notices.join('\n')).toMatch(
      /^Not sent, because it may overload the target: \d+\. `--stress`/,
    )
  })

  test('is sent last and alone with `stress`, followed by a health check', async () => {
    const sent: ApiRequest[] = []
    let most = 0
    let open = 0
    const report = await examined(
      async (request) => {
        sent.push(request)
        open++
        if (stresses(request)) most = Math.max(most, open)
        await new Promise((resolve) => setImmediate(resolve))
        open--
        return api.answer(request)
      },
      { suite: [...heavy, ...few.slice(0, 40)], runs: 30, stress: true, ...PATIENT },
    )
    const first = sent.findIndex(stresses)
    const tail = sent.slice(first)
    expect(most).toBe(1)
    expect(tail.length).toBe(2 * tail.filter(stresses).length)
    expect(tail.filter(stresses).length).toBeGreaterThanOrEqual(heavy.length - 3)
    expect(report.verdict).toBe('conformant')
  })
})

test('a run that is stopped early reports the findings so far', async () => {
  const ending = new AbortController()
  let asked = 0
  const report = await examined(
    (request) => {
      if (++asked === 150) ending.abort()
      return request.url.includes('sort') ? status(500) : api.answer(request)
    },
    { signal: ending.signal },
  )
  expect(report.notices[0]).toMatch(
    /^The run ended early: \d+ of \d+ cases and \d+ of \d+ generated requests were compared\. The rest was not sent\.$/,
  )
  expect(report.verdict).toBe('different')
  expect(report.causes.length).toBeGreaterThan(0)
  expect(asked).toBeLessThan(156)
})
