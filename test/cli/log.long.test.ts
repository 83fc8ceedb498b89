/** Tests the lines that `serve` prints for requests with `--log json` and `--log off`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { killAll, started } from '../support/serving.ts'

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

test('`--log off` prints no line for a request', async () => {
  const { child, url } = await started('--log', 'off')
  let out = ''
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  await fetch(`${url}/api/restaurants`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(out).not.toContain('GET /api')
})
