/** Writes an answer at the speed at which the client reads the answer (backpressure). */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ApiResponse } from '../../reference/api.ts'
import { bodyBytes, isKept, SHORT_BODY } from '../../reference/response.ts'
import { errorAnswer } from '../errors.ts'
import { LINGER, type Limits } from './limits.ts'
import type { BodyReader, Outbox } from './outbox.ts'

type Headers = ApiResponse['headers']

/**
 * Starts to write an answer, with `headers` instead of the answer's own headers. Returns the status, which is 503 if
 * the outbox has no room.
 */
export type Send = (response: ServerResponse, answer: ApiResponse, headers: Headers) => number

export function sender(outbox: Outbox, limits: Limits): Send {
  return (response, answer, headers) => {
    if (response.req.method === 'HEAD' || answer.status === 204)
      return sendWhole(response, { status: answer.status, head: { ...headers } }, limits)
    const letter = letterOf(answer, headers)
    if (letter.length <= limits.sliceSize) return sendWhole(response, letter, limits)
    const { body } = letter
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const reader = outbox.admit(bytes, () => void response.destroy())
    if (reader !== undefined) return sendSlices(response, letter, { reader, outbox, limits })
    const refusal = noRoom(response.req.headers.origin)
    return sendWhole(response, freshLetter(refusal, refusal.headers), limits)
  }
}

/** The prepared parts of a response: status, headers and body. */
interface Letter {
  readonly status: number
  /** The headers, with the length of the body. A list alternates names and values, as Node expects. */
  readonly head: OutgoingHttpHeaders | string[]
  readonly body: string | Uint8Array
  /** The length of the body in bytes. */
  readonly length: number
  /** Whether the server closes the connection after this response. */
  readonly isLast?: boolean
}

/** Prepares the response for an answer. The response for a cached answer is prepared only once. */
function letterOf(answer: ApiResponse, headers: Headers): Letter {
  if (headers !== answer.headers || !isKept(answer)) return freshLetter(answer, headers)
  const there = readyLetters.get(answer)
  if (there !== undefined) return there
  const bytes = Buffer.from(answer.body)
  const { length } = bytes
  const head = headOf(headers, length)
  const ready = { status: answer.status, head, body: length > SHORT_BODY ? bytes : answer.body, length }
  readyLetters.set(answer, ready)
  return ready
}

const readyLetters = new WeakMap<ApiResponse, Letter>()

function freshLetter(answer: ApiResponse, headers: Headers): Letter {
  const body = bodyBytes(answer) ?? answer.body
  const length = Buffer.byteLength(body)
  const isLast = headers['connection'] === 'close'
  return { status: answer.status, head: headOf(headers, length), body, length, isLast }
}

const headOf = (headers: Headers, length: number): string[] => [
  ...pairsOf(headers),
  'content-length',
  String(length),
]

/**
 * Returns headers as a list in which names and values alternate. Lists are cached, because most answers share one
 * frozen headers object.
 */
function pairsOf(headers: Headers): readonly string[] {
  const there = headerPairs.get(headers)
  if (there !== undefined) return there
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value.includes('\n') ? value.split('\n').flatMap((one) => [name, one]) : [name, value],
  )
  if (Object.isFrozen(headers)) headerPairs.set(headers, pairs)
  return pairs
}

const headerPairs = new WeakMap<Headers, readonly string[]>()

const noRoom = (origin: string | undefined): ApiResponse =>
  errorAnswer(
    {
      status: 503,
      name: 'ServiceUnavailableError',
      message: 'Slow clients hold too many answers. Try again in a moment, or request a shorter page',
    },
    origin,
  )

function sendWhole(
  response: ServerResponse,
  { status, head, body, isLast }: Pick<Letter, 'status' | 'head'> & Partial<Letter>,
  { stallTimeout }: Limits,
): number {
  response.writeHead(status, head)
  response.on('error', ignored)
  if (isLast === true && !response.req.complete) endBehindBody(response, body)
  else response.end(body)
  // Starts a timer only if the socket has not accepted the whole answer yet.
  if (response.socket?.writableLength !== 0) endWhenStalled(response, stallTimeout)
  return status
}

/**
 * Sends the last answer of a connection while the client still sends a body. Closing a socket with unread bytes resets
 * the connection, and the client may lose the answer. The server therefore discards the body of the client until the
 * body ends or `LINGER` milliseconds have passed.
 */
function endBehindBody(response: ServerResponse, body: string | Uint8Array | undefined): void {
  const { req } = response
  if (body !== undefined) response.write(body)
  const end = (): void => void response.end()
  const timer = setTimeout(end, LINGER)
  response.once('close', () => clearTimeout(timer))
  req.once('end', end)
  req.resume()
}

interface PendingBody {
  readonly reader: BodyReader
  readonly outbox: Outbox
  readonly limits: Limits
}

/** Writes a long body in slices, each after the socket has accepted the previous slice. */
function sendSlices(
  response: ServerResponse,
  { status, head }: Letter,
  { reader, outbox, limits }: PendingBody,
): number {
  const { body } = reader
  response.once('close', () => outbox.leave(reader))
  response.writeHead(status, head)
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

/**
 * Starts a timer that closes the connection after `stallTimeout`. The caller restarts the returned timer whenever the
 * client reads a part of the answer.
 */
export function endWhenStalled(response: ServerResponse, stallTimeout: number): NodeJS.Timeout {
  const timer = setTimeout(() => response.destroy(), stallTimeout)
  response.once('close', () => clearTimeout(timer))
  response.on('error', ignored)
  return timer
}

/** Ignores errors of writes to a closed connection, because no client is left to read the answer. */
const ignored = (): void => undefined
