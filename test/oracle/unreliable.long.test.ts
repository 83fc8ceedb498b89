/**
 * Tests checks of servers that fail often, and of heavy requests: the report describes each problem in one sentence.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiRequest } from '../../src/reference/api.ts'
import { api, PATIENT } from './conforming.ts'
import { examined, few, mortal, status } from './examined.ts'
import { heavy, stresses } from './heavy.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

describe('a server that is flaky', () => {
  test('a server that is flaky and answers 503 to every fortieth request causes one notice and no false cause', async () => {
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
})

describe('a server with a rate limit', () => {
  test('a server that only answers 429 ends the run, and one sentence in the report explains the end', async () => {
    let asked = 0
    const report = await examined((request) => (++asked > 30 ? status(429) : api.answer(request)))
    expect(report.verdict).toBe('broken')
    expect(report.notices[0]).toMatch(
      /^The target still answers 429 after 5 waits in a row .*\. The rest was not sent\.$/,
    )
    expect(report.causes).toEqual([])
    expect(asked).toBeLessThan(30 + 7 * 4)
  })

  test('a server that answers 429 and requests a wait of an hour ends the run at once', async () => {
    const report = await examined(() => status(429, { 'retry-after': '3600' }))
    expect(report.notices[0]).toMatch(/asks to wait for 3600 s; the check waits at most \d+ s/)
  })
})

describe('a server that crashes on one request', () => {
  const isDeadly = ({ url }: ApiRequest): boolean => url.includes('sort')

  test('a server that crashes on one request and does not restart is reported in one sentence that names the request', async () => {
    const report = await examined(mortal(isDeadly).server)
    expect(report.verdict).toBe('broken')
    expect(report.notices[0]).toMatch(
      /^The target ended after `GET .*, and did not come back; with `--restart CMD`.*\. The rest was not sent\.$/,
    )
    expect(report.notices[0]).toContain('sort')
    expect(report.causes).toEqual([])
  })

  test('a server that crashes on one request and then hangs is reported after a few timeouts', async () => {
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
  test('a heavy request is skipped and counted by default', async () => {
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

  test('a heavy request is sent last and alone with `stress`, followed by a health check', async () => {
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
