/** Ctrl-C stops a server at once, also with idle, incomplete or stalled connections. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dial, get } from '../support/raw.ts'
import { killAll, started } from '../support/serving.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The timeout of the test. A server that waits for idle connections exceeds it. */
const PATIENCE = 20_000

const sockets: Socket[] = []
afterEach(() => {
  killAll()
  for (const socket of sockets.splice(0)) socket.destroy()
})

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('ends a server with open connections', async () => {
    const { child, url } = await started('--keep-alive-timeout', '60000')
    const open = async (bytes: string): Promise<Socket> => {
      const socket = await dial({ url })
      sockets.push(socket)
      socket.write(bytes)
      return socket
    }
    await once(await open(get('/api/restaurants?fields=id')), 'readable')
    await open('GET /api/restaurants HTTP/1.1\r\nhost: loc')
    await open('POST /api/auth/local HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nx')
    await once(await open(get('/api/restaurants?populate=*').repeat(90)), 'readable')
    const ended = once(child, 'exit')
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    child.kill(signal)
    const [code, by] = await ended
    clearTimeout(late)
    expect([code, by]).toEqual([0, null])
  })
})

test('a server whose lines nobody reads any more answers on', async () => {
  const { child, url, said } = await started()
  child.stdout?.destroy()
  for (let count = 0; count < 20; count++) {
    expect((await fetch(`${url}/api/restaurants?fields=name`)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect([child.exitCode, said()]).toEqual([null, ''])
})
