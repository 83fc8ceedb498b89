/**
 * Tests targets that hang, close the connection, end or write garbage: the report lists their requests, and the check
 * goes on.
 */
import { createServer, type Server as NodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type AnyServer,
  type CheckOptions,
  check,
  checkTarget,
  commandTarget,
  exitStatus,
  FORMAT_NAMES,
  httpTarget,
  serverTarget,
  type WireRequest,
  writeReport,
} from '../../src/oracle/index.ts'
import { GIVE_UP_AFTER, guard } from '../../src/oracle/target/guard.ts'
import { answered, failed } from '../../src/oracle/target/target.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'

const few = suite.filter((_one, at) => at % 60 === 0)
const options: CheckOptions = { graph, seed: SEED, suite: few, runs: 20, causes: 2 }
/** The options with a short timeout, which only checks of servers that never answer use. */
const IMPATIENT = { timeout: 150 }

/** Fakes the timers of pending requests, so that the requests time out only when the test advances the clock. */
const stopClock = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
afterEach(() => void vi.useRealTimers())
const request: WireRequest = { method: 'GET', url: '/api/authors', headers: {} }

/** Returns a command that runs a Node script. The script reads lines and runs `body` for each request `q`. */
const script = (body: string): string =>
  `exec '${process.execPath}' -e '${`require("node:readline").createInterface({input:process.stdin}).on("line",(line)=>{const q=JSON.parse(line);${body}})`}'`

describe('an HTTP target', () => {
  let server: NodeServer
  let url: string
  beforeAll(async () => {
    let asked = 0
    server = createServer((incoming, response) => {
      asked++
      if (incoming.url?.includes('about') === true) return void vi.advanceTimersByTime(IMPATIENT.timeout)
      if (asked % 11 === 0) return void incoming.socket.destroy()
      if (asked % 13 === 0) return void incoming.socket.end('no HTTP at all\r\n\r\n')
      const { status, headers, body } = api.answer({
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: {},
      })
      response.writeHead(status, headers).end(asked % 17 === 0 ? body.slice(0, 40) : body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('an unanswered request is a finding, and all other requests are compared', async () => {
    stopClock()
    const report = await checkTarget(httpTarget(url, { ...IMPATIENT, concurrency: 2 }), options)
    expect(report.verdict).toBe('different')
    expect(report.counts.passed).toBeGreaterThan(15)
    expect(report.causes.map(({ title }) => title).join('\n')).toMatch(/No answer/)
  })

  test('an HTTP target does not follow redirects', async () => {
    const elsewhere = createServer((_incoming, response) =>
      response.writeHead(302, { location: `${url}/api/authors` }).end(),
    )
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const target = httpTarget(`http://127.0.0.1:${port}`, { ...PATIENT, concurrency: 1 })
    expect(await target.ask(request)).toMatchObject({ kind: 'answered', answer: { status: 302 } })
    await target.close()
    elsewhere.close()
  })

  test('a check of an unreachable target has the verdict broken', async () => {
    const report = await checkTarget(
      httpTarget('http://127.0.0.1:9', { ...PATIENT, concurrency: 2 }),
      options,
    )
    expect(exitStatus(report)).toBe(2)
    expect(report.notices.join()).toMatch(/answered no request/)
    expect(report.sent).toBeLessThan(30)
  })
})

describe('a subprocess', () => {
  test('a subprocess as the target that ends is restarted, and its requests count as failed', async () => {
    const target = commandTarget(script('process.exit(3)'), PATIENT)
    expect(await target.ask(request)).toEqual(failed('crash', 'the process ended with 3'))
    expect(await target.ask(request)).toEqual(failed('crash', 'the process ended with 3'))
    await target.close()
  })

  test('a subprocess as the target that never answers runs into the timeout', async () => {
    const target = commandTarget(script(''), { ...IMPATIENT, start: 0 })
    expect(await target.ask(request)).toMatchObject({ kind: 'failed', why: 'timeout' })
    await target.close()
  })

  test('a subprocess as the target gets additional time for its start before the timeout of an answer begins', async () => {
    stopClock()
    const target = commandTarget(script('if(q.id===2)console.log("ready")'), { timeout: 100, start: 900 })
    const [first, second] = [target.ask(request), target.ask(request)]
    const settled: string[] = []
    void first.then(() => settled.push('first'))
    vi.advanceTimersByTime(500)
    await Promise.resolve()
    expect(settled).toEqual([])
    vi.advanceTimersByTime(500)
    for (const outcome of await Promise.all([first, second]))
      expect(outcome).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/^no answer within 100 ms/),
      })
    await target.close()
  })

  test('a subprocess as the target that answers with an unknown id fails, and the message quotes the answer', async () => {
    stopClock()
    const target = commandTarget(
      script(
        'console.error("who?");console.log(JSON.stringify({id:q.id===1?"one":String(q.id),status:200,body:""}))',
      ),
      IMPATIENT,
    )
    const first = target.ask(request)
    // The second request counts as answered, because the id in an answer may be a text.
    expect(await target.ask(request)).toMatchObject({ kind: 'answered' })
    vi.advanceTimersByTime(IMPATIENT.timeout)
    expect(await first).toMatchObject({
      why: 'garbage',
      message: expect.stringMatching(/an answer with the id NaN, which no open request has: \{"id":"one"/),
    })
    await target.close()
  })

  test('a subprocess as the target may write other lines, but an answer without a status fails with `garbage`', async () => {
    const answer = 'console.log(JSON.stringify({id:q.id,status:200,body:{data:[]}}))'
    const noisy = commandTarget(
      script(`console.error("x");console.log("ready");console.log("{}");${answer}`),
      PATIENT,
    )
    expect(await noisy.ask(request)).toMatchObject({
      kind: 'answered',
      answer: { status: 200, body: { data: [] } },
    })
    await noisy.close()
    const headless = commandTarget(script('console.log(JSON.stringify({id:q.id}))'), PATIENT)
    expect(await headless.ask(request)).toEqual(failed('garbage', 'the answer has no status'))
    await headless.close()
  })

  test('a subprocess as the target that writes only unknown lines fails with `garbage` at the timeout', async () => {
    stopClock()
    const late = commandTarget(
      script('console.log(q.id===1?"ready":JSON.stringify({id:q.id,status:200}))'),
      IMPATIENT,
    )
    const first = late.ask(request)
    // Lines of output arrive in order, so the line with an unknown id arrives before the answer to the second request.
    expect(await late.ask(request)).toMatchObject({ kind: 'answered' })
    vi.advanceTimersByTime(IMPATIENT.timeout)
    expect(await first).toMatchObject({ kind: 'failed', why: 'garbage' })
    await late.close()
  })

  test('a subprocess as the target that cannot be started fails with `crash`', async () => {
    const target = commandTarget('exec /nowhere/at/all', PATIENT)
    expect(await target.ask(request)).toMatchObject({ kind: 'failed', why: 'crash' })
    await target.close()
  })
})

describe('a target in this process', () => {
  test('a target in this process answers with a text, with JSON, or with a Response', async () => {
    const answers: readonly AnyServer[] = [
      () => ({ status: 200, headers: {}, body: '{"data":[]}' }),
      () => ({ status: 200, body: { data: [] } }),
      () => Response.json({ data: [] }),
      async () => new Response('{"data":[]}'),
    ]
    for (const server of answers) {
      const outcome = await serverTarget(server, PATIENT).ask(request)
      expect(outcome).toMatchObject({ kind: 'answered', answer: { status: 200, body: { data: [] } } })
    }
  })

  test('a check of a target in this process lets the event loop turn before it ends', async () => {
    let hasTurned = false
    setImmediate(() => {
      hasTurned = true
    })
    await check(api.answer, { ...options, suite: suite.slice(0, 1), runs: 0 })
    expect(hasTurned).toBe(true)
  })

  test('a target in this process that throws or hangs for some requests gets the verdict `different`', async () => {
    const report = await check(
      (given) => {
        if (given.url.includes('sort')) throw new Error('out of order')
        if (given.url.includes('/api/categories')) return new Promise(() => undefined)
        return api.answer(given)
      },
      { ...options, timeout: 30 },
    )
    expect(report.verdict).toBe('different')
    expect(report.causes.map(({ title }) => title).join()).toMatch(/out of order/)
    expect(report.causes.map(({ title }) => title).join()).toMatch(/no answer within 30 ms/)
  })

  test('a target in this process that sometimes throws or hangs is reported as flaky', async () => {
    let asked = 0
    const report = await check(
      (given) => {
        asked++
        if (asked % 17 === 0) throw new Error('out of order')
        if (asked % 50 === 0) return new Promise(() => undefined)
        return api.answer(given)
      },
      { ...options, timeout: 30 },
    )
    expect(report.verdict).toBe('different')
    expect(report.notices.join()).toMatch(/is flaky/)
  })

  test('a target in this process that answers with too deeply nested JSON is reported', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const report = await check(
      (given) => {
        const response = api.answer(given)
        return { ...response, body: response.body.replace('{"data":[{', `{"data":[{"deep":${deep},`) }
      },
      { ...options, causes: 1, timeout: 1000 },
    )
    expect(report.verdict).toBe('different')
    expect(report.causes[0]?.example.difference.found).toMatch(/more than 2000 nested lists and objects/)
    for (const format of FORMAT_NAMES) expect(writeReport(format, report)).not.toBe('')
  })

  test('a target in this process receives no more requests after too many failures', async () => {
    let asked = 0
    const dead = guard(
      { name: 'dead', ask: async () => failed('crash', `${++asked}`), close: async () => undefined },
      1,
    )
    for (let count = 0; count < 50; count++) await dead.ask(request)
    expect(asked).toBe(GIVE_UP_AFTER)
    expect(await dead.ask(request)).toMatchObject({ why: 'given up' })
  })

  test('a target in this process never receives more than `concurrency` requests at a time', async () => {
    let open = 0
    let most = 0
    const slow = guard(
      {
        name: 'slow',
        ask: async () => {
          most = Math.max(most, ++open)
          await new Promise((resolve) => setTimeout(resolve, 5))
          open--
          return answered(200, '')
        },
        close: async () => undefined,
      },
      3,
    )
    await Promise.all(Array.from({ length: 12 }, () => slow.ask(request)))
    expect(most).toBe(3)
  })
})

test('the report of a run with nothing to compare gives the reason', async () => {
  const own = await check(api.answer, { graph, dataset: 'mine', runs: 0 })
  expect(own.notices).toContain(
    'Nothing was compared: the suite has cases only for its own datasets, and the options exclude generated requests.',
  )
  expect(own.verdict).toBe('broken')
})
