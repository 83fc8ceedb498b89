/**
 * Sends one GET request. The API token goes only to the host in the given URL, and never over http after a redirect
 * from https. The size of an answer and the time for receiving it are limited.
 */

import { readJsonBytes } from '../../reference/load/json/read.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import type { Problem } from '../../reference/schema/fault.ts'
import type { Json } from '../../util/json.ts'
import { printable } from '../../util/printable.ts'

/** The outcome of sending one request. */
export type ExchangeOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly bytes: Uint8Array
      readonly json: Json | undefined
    }
  /**
   * The request failed, but may succeed later. The number `after` is the pause in milliseconds that the server
   * requests before the next attempt.
   */
  | { readonly kind: 'later'; readonly why: string; readonly after?: number; readonly isCrash?: true }
  | { readonly kind: 'failed'; readonly why: string }

export interface ExchangeOptions {
  readonly token: string | undefined
  /** Additional headers of the request, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The maximum time for receiving a whole answer, in milliseconds. */
  readonly timeout: number
}

const MOST_REDIRECTS = 5
const MOST_SHOWN = 200
/** The status codes after which a later retry may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

export async function exchange(
  asked: URL,
  { token, headers: given, timeout }: ExchangeOptions,
): Promise<ExchangeOutcome> {
  const signal = AbortSignal.timeout(timeout)
  const headers = {
    accept: 'application/json',
    ...given,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  try {
    let url = asked
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await fetch(url, { method: 'GET', redirect: 'manual', headers, signal })
      if (response.status < 300 || response.status > 399) return await outcomeOf(response)
      await response.body?.cancel()
      const next = redirected(url, response.headers.get('location'))
      if (typeof next === 'string') return { kind: 'failed', why: next }
      url = next
    }
    return { kind: 'failed', why: `more than ${MOST_REDIRECTS} redirects in a row` }
  } catch (error) {
    if (signal.aborted) return { kind: 'later', why: `no complete answer within ${timeout} ms` }
    return { kind: 'later', why: reasonOf(error) }
  }
}

/** Returns the URL to which a redirect leads, or the reason why the client does not follow the redirect. */
function redirected(from: URL, location: string | null): URL | string {
  if (location === null || !URL.canParse(location, from.href)) return 'a redirect without a valid address'
  const to = new URL(location, from.href)
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname
  if (to.origin === from.origin || isUpgrade) return to
  return `a redirect to ${printable(to.origin, MOST_SHOWN)}, which was not followed; if you trust that server, use its URL`
}

async function outcomeOf(response: Response): Promise<ExchangeOutcome> {
  const { status } = response
  if (PASSING.has(status)) {
    await response.body?.cancel()
    const after = retryAfter(response.headers.get('retry-after'))
    const crash = status === 500 ? ({ isCrash: true } as const) : {}
    return { kind: 'later', why: `status ${status}`, ...(after === undefined ? {} : { after }), ...crash }
  }
  const bytes = await bodyOf(response)
  if (bytes === undefined)
    return { kind: 'failed', why: `a body of more than ${DEFAULT_LIMITS.fileBytes} bytes` }
  const read = read200(status, response.headers.get('content-type'), bytes)
  return typeof read === 'string'
    ? { kind: 'failed', why: read }
    : { kind: 'answered', status, bytes, ...read }
}

/**
 * Parses the JSON body of an answer from the live server. Only an answer with status 200 must be JSON. The body of
 * an error answer may have any format.
 */
function read200(
  status: number,
  contentType: string | null,
  bytes: Uint8Array,
): { readonly json: Json | undefined } | string {
  const isJson = contentType?.toLowerCase().includes('json') === true
  if (!isJson) {
    if (status !== 200) return { json: undefined }
    return `expected JSON, found ${printable(contentType ?? 'no content type', MOST_SHOWN)}; check that the URL is that of Strapi itself`
  }
  const read = parsed(bytes)
  if (!('why' in read)) return read
  return status === 200 ? read.why : { json: undefined }
}

/** Parses the JSON body of an answer. If the body is not JSON, returns a description of the first fault. */
export function parsed(bytes: Uint8Array): { readonly json: Json } | { readonly why: string } {
  const problems: Problem[] = []
  const keep = (_place: unknown, problem: Problem): void => void problems.push(problem)
  const limits = { depth: DEFAULT_LIMITS.depth, values: Number.POSITIVE_INFINITY }
  const json = readJsonBytes(bytes, limits, 'answer', keep, keep)?.json
  if (json !== undefined) return { json }
  const [{ message, expected, found, position } = { message: 'not JSON', expected: 'JSON', found: 'none' }] =
    problems
  const words = [expected, found].map((wording) => (typeof wording === 'string' ? wording : wording()))
  const place = position === undefined ? '' : ` at ${position.line}:${position.column}`
  return { why: `${message}${place}: expected ${words[0]}, found ${printable(words[1] ?? '', MOST_SHOWN)}` }
}

/** Reads the body of an answer; undefined if the body is larger than the limit. */
async function bodyOf({ body }: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) return Buffer.concat(chunks, length)
    length += value.length
    if (length > DEFAULT_LIMITS.fileBytes) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(value)
  }
}

/**
 * Converts the header `retry-after` to milliseconds; undefined if the header is neither a number of seconds nor a
 * date.
 */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}

/** Returns a text with the cause of a network error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  const message = cause instanceof Error ? cause.message : String(cause)
  return printable(code === undefined || message.includes(code) ? message : `${code} ${message}`, MOST_SHOWN)
}
