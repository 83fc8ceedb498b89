/** Servers that are right, however they are reached and whatever they call their entries: nothing is found. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Running, serve } from '../../src/mock/serve.ts'
import {
  type CheckOptions,
  check,
  checkTarget,
  commandTarget,
  httpTarget,
  type Report,
  serverTarget,
} from '../../src/oracle/index.ts'
import { fetchHandler } from '../../src/reference/fetch.ts'
import { api, graph, RUNS, suite } from './conforming.ts'
import { renamedServer } from './renamed.ts'

vi.setConfig({ testTimeout: 3_600_000 })

const options: CheckOptions = { graph, suite, runs: RUNS, timeout: 20_000, methods: 'all' }

/** Nothing differs, and not because nothing was looked at. */
function expectConformant(report: Report, cases = suite.length): void {
  const told = report.causes.map(({ key, example }) => [key, example.sent.url, example.difference])
  expect(told).toEqual([])
  expect(report.verdict).toBe('conformant')
  expect(report.cases.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(cases * 0.9)
  expect(report.counts.passed).toBeGreaterThan(RUNS / 2)
}

describe('the reference itself', () => {
  let running: Running
  beforeAll(async () => {
    running = await serve(api, { port: 0 })
  })
  afterAll(() => running.stop())

  test('as a function', async () => {
    expectConformant(await check(api.answer, options))
  })

  test('as a function, compared to the letter', async () => {
    expectConformant(await check(api.answer, { ...options, ids: 'exact', times: 'exact', seed: 2 }))
  })

  test('as a fetch handler', async () => {
    const handle = fetchHandler(api)
    const target = serverTarget(
      async ({ method = 'GET', url, headers }) => {
        const response = await handle(
          new Request(`http://localhost${url}`, {
            method,
            headers: { ...headers } as Record<string, string>,
          }),
        )
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        }
      },
      { timeout: 5000 },
    )
    expectConformant(await checkTarget(target, { ...options, seed: 3 }))
  })

  test('over HTTP', async () => {
    const target = httpTarget(running.url, { timeout: 20_000, concurrency: 4 })
    expectConformant(await checkTarget(target, { ...options, seed: 4 }))
  })

  test('as a subprocess that speaks JSON lines', async () => {
    const adapter = fileURLToPath(new URL('adapter.mjs', import.meta.url))
    const target = commandTarget(`exec '${process.execPath}' '${adapter}' ${running.url}`, {
      timeout: 20_000,
    })
    expectConformant(await checkTarget(target, { ...options, seed: 5 }))
  })
})

describe('a server with other names', () => {
  test('other ids, documentIds, instants and uploads, and keys in another order', async () => {
    const report = await check(renamedServer(graph), { ...options, seed: 6 })
    expectConformant(report, suite.length * 0.8)
  })

  test('is told from the reference when names have to be the same', async () => {
    expect((await check(renamedServer(graph), { ...options, runs: 100, ids: 'exact' })).verdict).toBe(
      'different',
    )
  })

  test('ids that are swapped now and then are found', async () => {
    let asked = 0
    const report = await check(
      (request) => {
        const response = api.answer(request)
        return ++asked % 5 === 0
          ? { ...response, body: response.body.replaceAll('"id":2,', '"id":77,') }
          : response
      },
      { ...options, runs: 0 },
    )
    expect(report.verdict).toBe('different')
  })
})
