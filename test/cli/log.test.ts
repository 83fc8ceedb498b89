/** Tests the log lines of `serve`, as JSON and as text, and the log levels. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { isPrinted, jsonLine, LOG_LEVELS, textLine } from '../../src/cli/serve/log.ts'
import { killAll } from '../support/serving.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(killAll)

const path = (from: string): string => fileURLToPath(new URL(`../../${from}`, import.meta.url))

test('`--log json` prints only JSON lines, with request id, client, world, role and length', async () => {
  const args = [path('dist/bundle/cli.js'), 'serve', path('fixtures/guide'), '--port', '0', '--log', 'json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Record<string, unknown>> => JSON.parse(String((await lines.next()).value))
  const { url, ...listening } = await next()
  expect(listening).toMatchObject({ level: 'info', message: 'listening', profile: 'documented' })
  const headers = { 'x-request-id': 'abc-1', 'populace-world': 'mine' }
  const text = await (await fetch(`${url}/api/restaurants?fields=name`, { headers })).text()
  expect(await next()).toMatchObject({
    ...{ level: 'info', id: 'abc-1', client: '127.0.0.1', method: 'GET', status: 200, world: 'mine' },
    ...{ url: '/api/restaurants?fields=name', role: 'public', bytes: Buffer.byteLength(text) },
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    ms: expect.any(Number),
  })
  await fetch(`${url}/api/nowhere\u202e`, { headers: { 'x-request-id': 'a b', authorization: 'Bearer no' } })
  const second = await next()
  expect(second).toMatchObject({ level: 'warn', status: 404, id: expect.stringMatching(/^[\da-f-]{36}$/) })
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await next()).toMatchObject({ message: 'stopping' })
  expect(await ended).toEqual([0, null])
})

test('a failure and an aborted connection are logged as errors', () => {
  const line = {
    method: 'GET',
    url: '/',
    milliseconds: 1,
    headers: {},
    client: undefined,
    bytes: () => undefined,
  }
  const levelOf = (status: number): unknown =>
    JSON.parse(jsonLine({ ...line, status }, () => undefined)).level
  expect([0, 200, 304, 404, 500].map(levelOf)).toEqual(['error', 'info', 'info', 'warn', 'error'])
})

test('a log line in text form has the request, the answer, the world, the role and the request id', () => {
  const line = {
    ...{ method: 'GET', url: '/api/x?token=secret\u202e', milliseconds: 1.26, status: 404 },
    headers: { 'x-request-id': 'abc-1', 'populace-world': 'mine' },
    ...{ client: '10.0.0.7', bytes: () => 12 },
  }
  const text = textLine(line, () => 'public')
  expect(text).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z warn {2}GET \/api\/x\?token=\S* 404 1\.3 ms 12 B 10\.0\.0\.7 world=mine role=public id=abc-1$/,
  )
  expect(text).not.toMatch(/secret|\u202e/)
})

test('a log level prints its own lines and the lines of more severe levels', () => {
  expect(LOG_LEVELS.map((level) => LOG_LEVELS.filter((line) => isPrinted(line, level)).join())).toEqual([
    'error',
    'error,warn',
    'error,warn,info',
  ])
})
