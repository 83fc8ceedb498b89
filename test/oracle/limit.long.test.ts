/**
 * Tests the early end of a run, as by `--max-time` or Ctrl-C: no more requests are sent, and the run does not wait for
 * answers. Some requests are never answered, so a run that waits would hang.
 */
import { performance } from 'node:perf_hooks'
import { setImmediate as setImmediateOf } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { type CheckOptions, checkTarget, type Report } from '../../src/oracle/index.ts'
import {
  answered,
  failed,
  type Outcome,
  type Target,
  type WireRequest,
} from '../../src/oracle/target/target.ts'
import { api, graph, PATIENT, some, suite } from './conforming.ts'

const right = (request: WireRequest): Outcome => {
  const { status, headers, body } = api.answer(request)
  return answered(status, body, headers)
}
const never = new Promise<never>(() => undefined)

interface Ended {
  readonly report: Report
  /** The number of requests that the target received after the end of the run. */
  readonly late: number
}

/** Checks a target, and ends the run at the request with number `end`. */
async function endedAt(
  end: number,
  answer: (request: WireRequest, at: number) => Outcome | Promise<Outcome>,
  options: CheckOptions = {},
): Promise<Ended> {
  const ending = new AbortController()
  let sent = 0
  let late = 0
  const target: Target = {
    name: 'a target',
    ask: async (request) => {
      if (ending.signal.aborted) late++
      const at = ++sent
      const outcome = answer(request, at)
      if (at === end) ending.abort()
      return outcome
    },
    close: async () => undefined,
  }
  const report = await checkTarget(target, {
    ...{ graph, suite: some, runs: 40, look: true, signal: ending.signal, ...PATIENT },
    ...options,
  })
  return { report, late }
}

/**
 * The numbers of the requests at which the run ends: during the probe, the pairing of ids, the suite and the generated
 * requests.
 */
const ENDS = [1, 8, 30, 200, some.length + 30]

describe('after the end of a run', () => {
  test.each(ENDS)('after request %i ends the run, the server receives no further request', async (end) => {
    const { report, late } = await endedAt(end, right)
    expect(late).toBe(0)
    expect(report.notices.join(' ')).toMatch(
      /ended early: (nothing was compared|\d+ of \d+ cases and \d+ of 40 generated requests)/,
    )
  })

  test.each(ENDS)(
    'a run that is ended does not wait for a server that stops answering at request %i',
    async (end) => {
      const { late } = await endedAt(end, (request, at) => (at < end ? right(request) : never))
      expect(late).toBe(0)
    },
  )

  const failingFrom30 = (request: WireRequest, at: number): Outcome =>
    at < 30 ? right(request) : failed('timeout', 'no answer within 60000 ms')

  test('after the end of a run, the check does not investigate the failures of a server', async () => {
    const { late, report } = await endedAt(34, failingFrom30)
    expect(late).toBe(0)
    expect(report.notices.join(' ')).toContain('ended early')
  })

  test('a run that is ended does not wait for a restart that never ends', async () => {
    const ending = new AbortController()
    const restart = (): Promise<void> => {
      ending.abort()
      return never
    }
    const { report } = await endedAt(0, failingFrom30, { restart, signal: ending.signal })
    expect(report.notices.join(' ')).toContain('ended early')
  })

  test('a run that is ended does not wait for a server that is starting', async () => {
    const { late, report } = await endedAt(2, () => failed('crash', 'connection refused'), {
      waitForTarget: 3600,
    })
    expect(late).toBe(0)
    expect(report.verdict).toBe('broken')
  })

  test('after the end of a run, the check does not shrink the request of a wrong answer', async () => {
    const isWrong = ({ url }: WireRequest): boolean => url.includes('sort')
    const { late, report } = await endedAt(400, (request) =>
      isWrong(request) ? answered(200, '{"data":[],"meta":{}}', {}) : right(request),
    )
    expect(late).toBe(0)
    expect(report.causes.length).toBeGreaterThan(0)
  })
})

describe('a slow server with a time limit', () => {
  /**
   * The response time of the slow server in milliseconds. The time limit of the run suffices for ten rounds of four
   * requests.
   */
  const PACE = 3000
  const LIMIT = 10 * PACE
  /** The number of turns of the event loop in which the check sends the other requests of a round. */
  const TURNS = 20

  /** Checks a server with a fake clock, which advances only while requests wait. */
  const inTime = async (answer: (request: WireRequest) => Outcome): Promise<Report> => {
    const ending = new AbortController()
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const waiting: { readonly at: number; readonly wake: () => void }[] = []
    const target: Target = {
      name: 'a target',
      ask: async (request) => {
        await new Promise<void>((wake) => void waiting.push({ at: now + PACE, wake }))
        return answer(request)
      },
      close: async () => undefined,
    }
    let isOver = false
    const checking = checkTarget(target, {
      ...{ graph, suite, runs: 1000, look: true, profile: 'guess', signal: ending.signal, ...PATIENT },
      endsAt: LIMIT,
    }).finally(() => {
      isOver = true
    })
    while (!isOver) {
      for (let turn = 0; turn < TURNS; turn++) await setImmediateOf()
      now = Math.min(...waiting.map(({ at }) => at), LIMIT)
      if (now >= LIMIT) ending.abort()
      for (const { wake } of waiting.splice(0)) wake()
    }
    clock.mockRestore()
    return checking
  }

  test('a slow server with a time limit first receives requests that together follow most rules, and the report lists the other rules', async () => {
    const { counts, notices } = await inTime(right)
    expect(counts.passed).toBeGreaterThanOrEqual(20)
    expect(counts.failed).toBe(0)
    const [, followed = 0, all = 0] =
      /follow (\d+) of (\d+) rules of reading\. Not reached: /.exec(notices.join(' ')) ?? []
    expect(Number(followed) / Number(all)).toBeGreaterThan(0.6)
  })

  test('with a time limit, the check compares the complete answers of a slow server, so that few requests find the fault', async () => {
    const { causes } = await inTime((request) => {
      const outcome = right(request)
      return outcome.kind === 'answered' && outcome.answer.status === 200
        ? answered(200, outcome.text.replaceAll('"documentId"', '"document"'), outcome.answer.headers ?? {})
        : outcome
    })
    expect(causes[0]?.example.difference.path).toMatch(/\/documentId$/)
    expect(['entry.document-id', 'fields.keeps-ids']).toContain(causes[0]?.rule)
  })
})
