/** Tests that stalled and pipelining clients do not delay others, and that the server closes their connections. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Outbox } from '../../src/server/http/outbox.ts'
import { type Running, type ServeOptions, serve } from '../../src/server/http/serve.ts'
import { dial, ended, exchange, get, heard, planted, statuses } from '../support/raw.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A body length in bytes that exceeds the socket buffers of a machine. */
const LONG = 12 * 1024 * 1024
const bodies = new Map(['a', 'b', 'c'].map((fill) => [`/long/${fill}`, fill.repeat(LONG)]))

const asked: string[] = []
const api = planted((url) => {
  asked.push(url)
  const body = bodies.get(url)
  return body === undefined ? undefined : { status: 200, headers: {}, body }
})

let running: Running | undefined
const sockets: Socket[] = []
const started = async (options: ServeOptions = {}): Promise<Running> => {
  asked.length = 0
  running = await serve(api, { port: 0, ...options })
  return running
}
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await running?.stop()
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Starts a client that sends a request, reads the first bytes, and stalls. */
async function slowReader(server: Running, bytes: string): Promise<Socket> {
  const socket = await dial(server)
  sockets.push(socket)
  socket.write(bytes)
  await once(socket, 'readable')
  return socket
}

const close = 'connection: close'
const bodyLength = (text: string): number => text.length - text.indexOf('\r\n\r\n') - 4
const isAnswered = async (server: Running): Promise<boolean> =>
  (await fetch(`${server.url}/api/restaurants?fields=name`)).status === 200

describe('slow readers', () => {
  test('slow readers do not delay other clients, whether the answers are short or long', async () => {
    const server = await started()
    await Promise.all(Array.from({ length: 10 }, () => slowReader(server, get('/long/a'))))
    expect(await isAnswered(server)).toBe(true)
    const quick = await exchange(server, get('/long/a', close))
    expect([statuses(quick), bodyLength(quick)]).toEqual([[200], LONG])
  })

  test('slow readers get the whole answer when they continue to read', async () => {
    const server = await started()
    const socket = await slowReader(server, get('/long/b', close))
    expect(await isAnswered(server)).toBe(true)
    const text = await heard(socket)
    expect([bodyLength(text), text.endsWith('b'.repeat(1_000))]).toEqual([LONG, true])
  })

  test('slow readers are disconnected when they read nothing for a while', async () => {
    const server = await started({ limits: { stallTimeout: 50 } })
    const socket = await slowReader(server, get('/long/a'))
    await ended(socket)
    expect(bodyLength(await heard(socket))).toBeLessThan(LONG)
    expect(await isAnswered(server)).toBe(true)
  })

  test('slow readers are never disconnected while they continue to read', async () => {
    const stallTimeout = 1_000
    const server = await started({ limits: { stallTimeout } })
    const progress = vi.spyOn(Outbox.prototype, 'progress')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const socket = await slowReader(server, get('/long/a', close))
    let read = 0
    socket.on('data', ({ length }: Buffer) => (read += length))
    let rounds = 0
    for (; !socket.readableEnded; rounds++) {
      socket.pause()
      vi.advanceTimersByTime(stallTimeout - 1)
      const before = progress.mock.calls.length
      socket.resume()
      while (progress.mock.calls.length === before && !socket.readableEnded) await setImmediate()
    }
    expect(rounds).toBeGreaterThan(1)
    expect(read).toBeGreaterThan(LONG)
  })

  test('slow readers get the whole answer even if they have closed their sending side', async () => {
    const text = await exchange(await started(), get('/long/c'))
    expect([statuses(text), bodyLength(text)]).toEqual([[200], LONG])
  })
})

describe('the memory held for slow readers', () => {
  test('the memory held for slow readers has a limit, and a request above it gets 503', async () => {
    const server = await started({ limits: { maxPendingBytes: LONG - 1 } })
    const text = await exchange(server, get('/long/b', close))
    expect(statuses(text)).toEqual([503])
    expect(text).toContain('"name":"ServiceUnavailableError"')
    expect(await isAnswered(server)).toBe(true)
  })

  test('the memory held for slow readers is freed when the readers have received their answers', async () => {
    const server = await started({ limits: { maxPendingBytes: LONG } })
    for (const url of bodies.keys()) expect(statuses(await exchange(server, get(url, close)))).toEqual([200])
  })

  test('the memory held for slow readers counts equal answers once', async () => {
    const server = await started({ limits: { maxPendingBytes: LONG } })
    await Promise.all(Array.from({ length: 10 }, () => slowReader(server, get('/long/a'))))
    expect(statuses(await exchange(server, get('/long/a', close)))).toEqual([200])
  })
})

describe('pipelined requests', () => {
  test('pipelined requests are answered in their order', async () => {
    const paths = [
      '/api/restaurants',
      '/api/nothing',
      '/api/restaurants?fields=nope',
      '/api/restaurants/x',
      '/api/restaurants',
    ]
    const text = await exchange(
      await started(),
      [...paths, ...paths, ...paths].map((path) => get(path)).join(''),
    )
    const expected = [200, 404, 400, 404, 200]
    expect(statuses(text)).toEqual([...expected, ...expected, ...expected])
  })

  test('pipelined requests wait until the answers to earlier requests are read', async () => {
    const server = await started()
    const socket = await slowReader(server, get('/long/a').repeat(3) + get('/long/b'))
    for (let round = 0; round < 10; round++) expect(await isAnswered(server)).toBe(true)
    expect(asked.filter((url) => url === '/long/a')).toHaveLength(1)
    socket.end()
    const text = await heard(socket)
    expect(asked.filter((url) => url.startsWith('/long/'))).toHaveLength(4)
    expect(text.endsWith('b'.repeat(1_000))).toBe(true)
  })

  test('pipelined requests end the connection if there are too many of them', async () => {
    const server = await started({ limits: { maxPipelined: 5 } })
    const socket = await dial(server)
    socket.write(get('/long/a') + get('/api/restaurants').repeat(6))
    expect(bodyLength(await heard(socket))).toBeLessThan(LONG)
    expect(asked).toEqual(['/long/a'])
    expect(await isAnswered(server)).toBe(true)
  })
})

test('stopping the server ends all open connections', async () => {
  const server = await started()
  const idle = await dial(server)
  const half = await dial(server)
  half.write('GET /api/restaurants HTTP/1.1\r\nhost: loc')
  const slow = await slowReader(server, get('/long/a'))
  const upload = await dial(server)
  upload.write('POST /api/restaurants HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nx')
  await once(upload, 'readable')
  const gone = Promise.all([idle, half, slow, upload].map(heard))
  await server.stop()
  await gone
  await expect(dial(server)).rejects.toThrow(/ECONNREFUSED/)
  await server.stop()
})
