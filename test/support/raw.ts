/** Sends raw HTTP over a socket. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import type { ContentApi } from '../../src/reference/api.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import type { Running } from '../../src/server/http/serve.ts'

export const guide: ContentApi = createReferenceApi(loadDataset(datasetFolder('guide')))

/** Serves the guide's dataset, with the given options in place of the defaults. */
export const planted = (
  answer: (url: string) => ReturnType<ContentApi['answer']> | undefined,
): ContentApi => ({
  graph: guide.graph,
  answer: (request) => answer(request.url) ?? guide.answer(request),
})

/** Opens a socket whose client side stays open until the test ends it. */
export async function dial({ url }: Pick<Running, 'url'>): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  // An error is not a failure of the test, because tests check how the connection ends.
  socket.on('error', () => undefined)
  return socket
}

/** Reads text until the server ends the connection. */
export async function heard(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  if (!socket.destroyed && !socket.readableEnded) {
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  }
  socket.destroy()
  return Buffer.concat(chunks).toString('latin1')
}

/**
 * Resolves when the server ends a connection whose client reads nothing. The function sends empty lines, which are
 * not requests.
 */
export async function ended(socket: Socket): Promise<void> {
  for (;;) {
    const error = await new Promise((resolve) => socket.write('\r\n', resolve))
    if (error) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Sends bytes to a server, and returns the text that the server sends until it ends the connection. */
export async function exchange(running: Pick<Running, 'url'>, bytes: string | Uint8Array): Promise<string> {
  const socket = await dial(running)
  socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return heard(socket)
}

/** Returns the status codes of all answers in a text, in order. */
export const statuses = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

export const get = (path: string, ...headers: readonly string[]): string =>
  ['GET', path, 'HTTP/1.1\r\nhost: localhost\r\n'].join(' ') +
  headers.map((line) => `${line}\r\n`).join('') +
  '\r\n'
