/**
 * Tests that the check stops reusing connections if a server delays the answers on reused connections, and only then.
 */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { httpTarget } from '../../src/oracle/target/http.ts'
import { createKeepAlive, type Timing } from '../../src/oracle/target/keep-alive.ts'

const ON_A_NEW_ONE: Timing = { isReused: false, connecting: 1, betweenHeadAndEnd: 0, bytes: 100 }
const HELD_UP: Timing = { isReused: true, connecting: undefined, betweenHeadAndEnd: 41, bytes: 100 }

function isKeptAfter(...timings: readonly Timing[]): boolean {
  const kept = createKeepAlive()
  for (const timing of timings) kept.note(timing)
  return kept.isOn()
}

const sixteen = (timing: Timing): readonly Timing[] => Array.from({ length: 16 }, () => timing)

test('connections are no longer reused after sixteen delayed short answers on reused connections', () => {
  expect(isKeptAfter(ON_A_NEW_ONE, ...sixteen(HELD_UP))).toBe(false)
  expect(isKeptAfter(ON_A_NEW_ONE, ...sixteen(HELD_UP).slice(1))).toBe(true)
  expect(isKeptAfter(ON_A_NEW_ONE, ...sixteen({ ...HELD_UP, betweenHeadAndEnd: 2 }))).toBe(true)
  expect(isKeptAfter(ON_A_NEW_ONE, ...sixteen({ ...HELD_UP, isReused: false }))).toBe(true)
  expect(isKeptAfter(ON_A_NEW_ONE, ...sixteen({ ...HELD_UP, bytes: 100_000 }))).toBe(true)
})

test('connections are reused in spite of delays if connecting is slow', () => {
  expect(isKeptAfter({ ...ON_A_NEW_ONE, connecting: 80 }, ...sixteen(HELD_UP))).toBe(true)
  expect(isKeptAfter({ ...ON_A_NEW_ONE, connecting: 80 }, ON_A_NEW_ONE, ...sixteen(HELD_UP))).toBe(false)
})

/** The number of answers at the beginning after which the server closes the connection. */
const CLOSING = 12

test('a server that writes head and body separately gets new connections', async () => {
  let connections = 0
  let answers = 0
  const server = createServer(async (_request, response) => {
    // The server closes the connection after each of the first answers, so that at least one new connection is fast on
    // a busy machine.
    const closes = answers++ < CLOSING ? { connection: 'close' } : {}
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2, ...closes })
    response.flushHeaders()
    if (answers > CLOSING) await sleep(150)
    response.end('{}')
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const target = httpTarget(`http://127.0.0.1:${port}`, { timeout: 10_000, concurrency: 4 })
  const ask = () => target.ask({ method: 'GET', url: '/', headers: {} })
  for (let asked = 0; asked < CLOSING; asked++) await ask()
  for (let round = 0; round < 8; round++) await Promise.all([ask(), ask(), ask(), ask()])
  expect(connections).toBeGreaterThan(CLOSING + 4)
  await target.close?.()
  server.close()
})
