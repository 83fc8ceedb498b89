/** Answers `/uploads/…` with uploaded files, whole or as a byte range, with the headers of the real server. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { lookup } from 'mrmime'
import type { ApiRequest } from '../reference/api.ts'
import { endWhenStalled } from './http/send.ts'
import type { FindFile, StoredFile } from './stored.ts'
import { namedWorld } from './worlds/named.ts'

const PREFIX = '/uploads/'

interface FileRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** Returns the file name in a request below `/uploads/` of any world; undefined for all other requests. */
export function fileName(asked: ApiRequest): string | undefined {
  const { method } = asked
  if ((method !== 'GET' && method !== 'HEAD') || !asked.url.includes(PREFIX)) return undefined
  const named = namedWorld(asked)
  const { url } = named === undefined || named === 'bad' ? asked : named.request
  const [path = ''] = url.split('?', 1)
  if (!path.startsWith(PREFIX)) return undefined
  try {
    return decodeURIComponent(path.slice(PREFIX.length))
  } catch {
    return undefined
  }
}

interface Answering {
  readonly name: string
  readonly asked: FileRequest
  /** The headers that the answer has in addition to the headers of the file. */
  readonly headers: Readonly<Record<string, string>>
  /** The time without progress after which the server closes the connection, in milliseconds. */
  readonly stallTimeout: number
}

/**
 * The response to a request for a file. The body of the response is the whole file, a byte range of the file, or
 * empty.
 */
interface FileAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The bytes to send; undefined for a response without a body. */
  readonly part: ByteRange | undefined
}

function answerOf({ name, asked }: Pick<Answering, 'name' | 'asked'>, file: StoredFile): FileAnswer {
  const headers = headersOf(name, file)
  if (isKnown(file, asked.headers)) return { status: 304, headers, part: undefined }
  const range = rangeOf(asked.headers.range, file.size)
  if (range === 'none') {
    const all = { ...headers, 'content-range': `bytes */${file.size}`, 'content-length': '0' }
    return { status: 416, headers: all, part: undefined }
  }
  const part = range ?? { start: 0, end: file.size }
  const { start, end } = part
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${file.size}` }),
    },
    part: asked.method === 'HEAD' ? undefined : part,
  }
}

/** Starts to send a file or the requested byte range of the file, and returns the status. */
export function sendFile(response: ServerResponse, file: StoredFile, answering: Answering): number {
  const { headers: more, stallTimeout } = answering
  const { status, headers, part } = answerOf(answering, file)
  response.writeHead(status, { ...more, ...headers })
  if (part === undefined) {
    response.end()
    return status
  }
  const timer = endWhenStalled(response, stallTimeout)
  const bytes = file.read(part.start, part.end)
  bytes.on('data', () => timer.refresh())
  // Ignores errors of reading the file, because the headers are already sent and the server can only close the
  // connection.
  pipeline(bytes, response, () => undefined)
  return status
}

type Handle = (request: Request) => Promise<Response>

/** Extends a web-standard handler so that the handler also answers `/uploads/…`. */
export const withFiles =
  (handle: Handle, find: FindFile): Handle =>
  async (request) => {
    const { method, url } = request
    const headers: IncomingHttpHeaders = Object.fromEntries(request.headers)
    const name = fileName({ method, url: targetOf(url), headers: Object.fromEntries(request.headers) })
    const file = name === undefined ? undefined : await find(name)
    if (name === undefined || file === undefined) return handle(request)
    const answer = answerOf({ name, asked: { method, headers } }, file)
    const body =
      answer.part === undefined ? null : await buffer(file.read(answer.part.start, answer.part.end))
    return new Response(body, {
      status: answer.status,
      headers: { 'access-control-allow-origin': '*', ...answer.headers },
    })
  }

const targetOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/**
 * Returns the media type for the extension of a file name; `application/octet-stream` for an unknown extension. For a
 * name such as `a.constructor`, the lookup returns a member of `Object.prototype`, so only a string is used.
 */
function typeByName(name: string): string {
  const found: unknown = lookup(name)
  return typeof found === 'string' ? found : 'application/octet-stream'
}

function headersOf(name: string, { modified, type: own }: StoredFile): Readonly<Record<string, string>> {
  const type = own ?? typeByName(name)
  const isText = type.startsWith('text/') || type === 'application/json' || type.endsWith('javascript')
  return {
    'accept-ranges': 'bytes',
    'cache-control': 'max-age=0',
    'content-type': isText ? `${type}; charset=utf-8` : type,
    // An uploaded HTML page must not run scripts on the origin of the server.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(modified === undefined ? {} : { 'last-modified': modified.toUTCString() }),
  }
}

/**
 * Returns whether the client's cached version is current. Compares whole seconds, because the header
 * `if-modified-since` has no milliseconds.
 */
function isKnown({ modified }: StoredFile, headers: IncomingHttpHeaders): boolean {
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return modified !== undefined && Math.floor(modified.getTime() / 1000) * 1000 <= since
}

interface ByteRange {
  readonly start: number
  /** The index after the last byte of the range. */
  readonly end: number
}

/**
 * Returns the byte range that a `range` header requests, for example from a media player. The result `none` means a
 * range beyond the end of the file; undefined means the whole file.
 */
function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, from = '', to = ''] = parts ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start >= end ? 'none' : { start, end }
}
