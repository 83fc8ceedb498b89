/** Writing an answer at the pace of its reader. */
import type { ServerResponse } from 'node:http'
import type { ApiResponse } from '../reference/api.ts'
import { errorAnswer } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Outbox, Reader } from './outbox.ts'

/** Begins to write and gives the status that is written: 503 where there is no room for the answer. */
export type Send = (response: ServerResponse, answer: ApiResponse) => number

export function sender(outbox: Outbox, limits: Limits): Send {
  return (response, answer) => {
    const isBodiless = response.req.method === 'HEAD' || answer.status === 204
    const length = isBodiless ? undefined : Buffer.byteLength(answer.body)
    if (length === undefined || length <= limits.sliceSize) return sendWhole(response, answer, length, limits)
    const reader = outbox.admit(Buffer.from(answer.body), () => void response.destroy())
    if (reader !== undefined) return sendSlices(response, answer, { reader, outbox, limits })
    const refusal = noRoom(response.req.headers.origin)
    return sendWhole(response, refusal, Buffer.byteLength(refusal.body), limits)
  }
}

const noRoom = (origin: string | undefined): ApiResponse =>
  errorAnswer(
    {
      status: 503,
      name: 'ServiceUnavailableError',
      message: 'Too much is waiting for slow readers. Ask again in a moment, or for a shorter page',
    },
    origin,
  )

function sendWhole(
  response: ServerResponse,
  { status, headers, body }: ApiResponse,
  length: number | undefined,
  { stallTimeout }: Limits,
): number {
  response.writeHead(status, { ...headers, ...(length === undefined ? {} : { 'content-length': length }) })
  response.on('error', ignored)
  response.end(length === undefined ? undefined : body)
  // Most readers have taken all of it by now.
  if (response.socket?.writableLength !== 0) endWhenStalled(response, stallTimeout)
  return status
}

interface Writing {
  readonly reader: Reader
  readonly outbox: Outbox
  readonly limits: Limits
}

/** Each slice is written when the one before it is taken. */
function sendSlices(
  response: ServerResponse,
  { status, headers }: ApiResponse,
  { reader, outbox, limits }: Writing,
): number {
  const { body } = reader
  response.once('close', () => outbox.leave(reader))
  response.writeHead(status, { ...headers, 'content-length': body.length })
  const timer = endWhenStalled(response, limits.stallTimeout)
  let at = 0
  const write = (): void => {
    let hasRoom = true
    while (hasRoom && at < body.length) {
      hasRoom = response.write(body.subarray(at, at + limits.sliceSize))
      at += limits.sliceSize
    }
    if (at >= body.length) response.end()
  }
  response.on('drain', () => {
    outbox.progress(reader)
    timer.refresh()
    write()
  })
  write()
  return status
}

/** The timer of a reader who takes nothing; each progress winds it up again. */
export function endWhenStalled(response: ServerResponse, stallTimeout: number): NodeJS.Timeout {
  const timer = setTimeout(() => response.destroy(), stallTimeout)
  response.once('close', () => clearTimeout(timer))
  response.on('error', ignored)
  return timer
}

/** Written to a connection that has just gone: it is over, and nobody is to be told. */
const ignored = (): void => undefined
