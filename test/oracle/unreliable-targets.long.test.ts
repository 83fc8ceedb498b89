/**
 * Tests checks of unreliable servers: the report describes each problem in one correct sentence, and has no false
 * findings.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckOptions, Report } from '../../src/oracle/index.ts'
import { retryAfter } from '../../src/oracle/target/limits/rate-limit.ts'
import type { ApiRequest } from '../../src/reference/api.ts'
import { api, suite } from './conforming.ts'
import { examined, few, mortal, status } from './examined.ts'
import { heavy } from './heavy.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** The options of a check with few requests, which still meet each fault often. */
const AT_A_GLANCE: CheckOptions = { suite: few.filter((_one, at) => at % 2 === 0), runs: 20, causes: 1 }

describe('a server that is flaky', () => {
  test('a server that is flaky is distinguished from a steady fault', async () => {
    let asked = 0
    const report = await examined((request) => {
      if (++asked % 20 === 0) return status(503)
      return request.url.includes('sort') ? status(500) : api.answer(request)
    }, AT_A_GLANCE)
    expect(report.flaky?.count).toBeGreaterThan(0)
    expect(report.causes.length).toBeGreaterThan(0)
    for (const { example } of report.causes) expect(example.request.url).toContain('sort')
  })

  test('a server that gives the right answer each time is not reported as flaky', async () => {
    const report = await examined(api.answer, AT_A_GLANCE)
    expect([report.verdict, report.flaky]).toEqual(['conformant', undefined])
  })
})

describe('a server whose data changes during the run', () => {
  const CHANGED = 'The target changed during the run'
  const changing = (isChanged: (asked: number, url: string) => boolean): Promise<Report> => {
    let asked = 0
    return examined((request) => {
      const answer = api.answer(request)
      return isChanged(++asked, request.url)
        ? { ...answer, body: answer.body.replace('"total":', '"total":1') }
        : answer
    }, AT_A_GLANCE)
  }

  test('the report about a server whose data changes during the run has a notice that names a request', async () => {
    const notices = (await changing((asked) => asked > 70)).notices.filter((one) => one.includes(CHANGED))
    expect(notices.length).toBe(1)
    expect(notices[0]).toContain('GET /api/')
  })

  test('the report about a server with other data in all answers or in one answer has no notice about changed data', async () => {
    let lists = 0
    // The check repeats one of the first ten requests for a type, so a later answer is wrong here.
    const isLate = (_asked: number, url: string): boolean =>
      url.startsWith('/api/restaurants?') && ++lists === 12
    for (const isChanged of [() => true, isLate])
      expect((await changing(isChanged)).notices.join(' ')).not.toContain(CHANGED)
    expect(lists).toBeGreaterThan(12)
  })
})

describe('a server with a rate limit', () => {
  test('the check repeats a request to a server with a rate limit after the requested time, and the server conforms', async () => {
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

  test('a server with a rate limit may send `retry-after` in seconds or as a date', () => {
    const now = Date.UTC(2026, 0, 1)
    expect(retryAfter('7', now)).toBe(7000)
    expect(retryAfter(new Date(now + 9000).toUTCString(), now)).toBe(9000)
    expect(retryAfter(new Date(now - 9000).toUTCString(), now)).toBe(0)
    for (const text of [undefined, '', 'soon', '-1', '1.5', '1e3'])
      expect(retryAfter(text, now)).toBeUndefined()
  })

  test('a server with a rate limit receives at most `rate` requests per second', async () => {
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

describe('a server that crashes on one request', () => {
  const isDeadly = ({ url }: ApiRequest): boolean => url.includes('sort')
  const named = (report: Report) => report.notices.filter((notice) => notice.includes('makes the target end'))

  test.each([false, true])(
    'if a server crashes on one request and restarts, this request is its only culprit (hanging: %s)',
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
})

describe('a heavy request', () => {
  test('a heavy request is recognized, and only a few cases of the suite are heavy', () => {
    expect(heavy.map(({ id }) => id)).toContain('limits.answer-size.children')
    expect(heavy.length).toBeLessThan(suite.length / 50)
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
