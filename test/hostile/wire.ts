/** Asks targets that send arbitrary bytes over a socket or pipe. */
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { httpTarget, type Outcome } from '../../src/oracle/index.ts'
import { PATIENT } from '../oracle/conforming.ts'

export const request = { method: 'GET', url: '/api/restaurants', headers: {} }

/** Sends a request to a server that calls `answer` for each connection when its first bytes arrive. */
export async function asked(
  answer: (socket: Socket) => void,
  timeout: number = PATIENT.timeout,
): Promise<Outcome> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const target = httpTarget(`http://127.0.0.1:${port}`, { timeout, concurrency: 1 })
  try {
    return await target.ask(request)
  } finally {
    await target.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

export const head = (status: string, ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')

/** Returns the command that runs a script in a subprocess. */
export const script = (body: string): string => `exec '${process.execPath}' -e '${body}'`
