/**
 * Tests that Ctrl-C stops a server at once, even with idle, incomplete or stalled connections. The tests also show that
 * SIGTERM loses no answer.
 */
import { once } from 'node:events'
import { Agent, get as httpGet } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dial, get } from '../support/raw.ts'
import { killAll, started } from '../support/serving.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The timeout of the test in milliseconds. A server that waits for idle connections would exceed this timeout. */
const PATIENCE = 20_000

const sockets: Socket[] = []
afterEach(() => {
  killAll()
  for (const socket of sockets.splice(0)) socket.destroy()
})

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('the signal stops a server at once despite open connections', async () => {
    const { child, url } = await started('--keep-alive-timeout', '60000', '--drain', '300')
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

test('a server continues to answer after its output is closed', async () => {
  const { child, url, said } = await started()
  child.stdout?.destroy()
  for (let count = 0; count < 20; count++) {
    expect((await fetch(`${url}/api/restaurants?fields=name`)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect([child.exitCode, said()]).toEqual([null, ''])
})

describe('SIGTERM', () => {
  test('a stop by SIGTERM loses no answer, with 40 requests in progress and 200 connections that keep sending', async () => {
    const { child, url } = await started('--delay', '300', '--keep-alive-timeout', '60000')
    const agent = new Agent({ keepAlive: true, maxSockets: 200 })
    const ask = (): Promise<{ status: number | undefined; closes: boolean }> =>
      new Promise((resolve, reject) => {
        const request = httpGet(`${url}/api/restaurants?fields=name`, { agent }, (response) => {
          response.resume()
          const closes = response.headers.connection === 'close'
          response.once('end', () => resolve({ status: response.statusCode, closes }))
          response.once('error', reject)
        })
        request.once('error', reject)
      })
    const first = await Promise.all(Array.from({ length: 200 }, ask))
    expect(first.filter(({ status }) => status !== 200)).toEqual([])
    const ended = once(child, 'exit')
    const inProgress = Array.from({ length: 40 }, ask)
    await new Promise((resolve) => setTimeout(resolve, 50))
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Sends requests on idle connections before the clients learn of the stop.
    const later = Array.from({ length: 160 }, ask)
    const answers = await Promise.all([...inProgress, ...later])
    expect(answers.filter(({ status, closes }) => status !== 200 || !closes)).toEqual([])
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
    expect(await ended).toEqual([0, null])
    agent.destroy()
  })

  test('a second signal stops the server at once', async () => {
    const { child, url } = await started('--delay', '60000')
    const answer = fetch(`${url}/api/restaurants`).catch(() => 'lost')
    await new Promise((resolve) => setTimeout(resolve, 200))
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(child.exitCode).toBe(null)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await answer).toBe('lost')
  })
})
