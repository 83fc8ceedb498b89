/**
 * The request journal, which contains the last requests with their answers. A test can read the journal to check which
 * requests the tested program sent.
 */

import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import type { CodePlace } from '../../reference/code-effect.ts'
import { bodyOf, type HeldBody, heldBody } from '../../reference/response.ts'
import { byteLength } from '../../util/bytes.ts'
import {
  credentialsIn,
  headerWithoutSecrets,
  urlWithoutSecrets,
  withoutJwts,
  withoutKnown,
} from '../../util/secrets.ts'
import { splitTarget } from '../../util/url/target.ts'

export interface Exchange {
  /** The number of the exchange, counted from 1 over all requests. */
  readonly id: number
  /** The time of the request, as ISO 8601. */
  readonly time: string
  /** The name of the world; null for the default world. */
  readonly world: string | null
  readonly method: string
  readonly url: string
  /** The headers of the request without API tokens and other credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  readonly milliseconds: number
  readonly answer: {
    readonly headers: Readonly<Record<string, string>>
    /** The body of the answer, which is truncated if it is long. */
    readonly body: string
    /** The length of the whole body of the answer, in bytes. */
    readonly size: number
  }
  /** The places (file and line) of the project's code that ran, in order; absent if no code ran. */
  readonly code?: CodeRan
}

/** The places (file and line) of the code that ran for a request, as plain JSON. */
export type CodeRan = { readonly ran: readonly Readonly<Pick<CodePlace, 'file' | 'line'>>[] }

/** A request and its answer, before they are recorded. */
export interface NewExchange {
  /** The time of the request, in milliseconds since 1970. */
  readonly time: number
  readonly world: string | null
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly milliseconds: number
  readonly answer: ApiResponse
  readonly code?: CodeRan
}

/**
 * A record of an exchange with unformatted values. The journal formats a record only when a caller reads it, because
 * most records are overwritten before that. Records are reused.
 */
interface JournalRecord {
  id: number
  time: number
  world: string | null
  method: string
  url: string
  headers: NewExchange['headers']
  milliseconds: number
  status: number
  answered: ApiResponse['headers']
  body: HeldBody
  code: CodeRan | undefined
  /** The number of characters of the URL and of the body. */
  size: number
}

const NO_HEADERS: ApiResponse['headers'] = Object.freeze({})

const blank = (): JournalRecord => ({
  id: 0,
  time: 0,
  world: null,
  method: '',
  url: '',
  headers: NO_HEADERS,
  milliseconds: 0,
  status: 0,
  answered: NO_HEADERS,
  body: '',
  code: undefined,
  size: 0,
})

/** The criteria that select exchanges of the journal; an absent property restricts nothing. */
export interface JournalQuery {
  /**
   * A path with query parameters. An exchange matches if its request has the same path and at least these query
   * parameters.
   */
  readonly url?: string
  readonly method?: string
  readonly status?: number
  readonly world?: string | null
  /** Selects only exchanges whose `id` is greater than this number. */
  readonly after?: number
}

/** The maximum number of characters of a returned answer body. */
const LONGEST_BODY = 100_000
/** The maximum number of characters of all recorded URLs and bodies together. */
const MOST_CHARACTERS = 50_000_000

export class Journal {
  readonly #most: number
  /**
   * The ring buffer of records, which has a fixed size. The index of a record is its number modulo the size of the
   * ring buffer.
   */
  #circle: JournalRecord[] = []
  /** The numbers of the oldest record and of the next record in the ring buffer. */
  #oldest = 0
  #next = 0
  #characters = 0
  #last = 0

  /** The parameter `most` is the maximum number of records in the ring buffer. */
  constructor(most: number) {
    this.#most = most
  }

  add(exchange: NewExchange): void {
    if (this.#most === 0) return
    if (this.#next - this.#oldest === this.#most) this.#forget()
    const place = this.#next++ % this.#most
    // Each request reuses an old record, because many long-lived objects slow down the garbage collector.
    const record = this.#circle[place] ?? blank()
    this.#circle[place] = record
    record.id = ++this.#last
    record.time = exchange.time
    record.world = exchange.world
    record.method = exchange.method
    record.url = exchange.url
    record.headers = exchange.headers
    record.milliseconds = exchange.milliseconds
    record.status = exchange.answer.status
    record.answered = exchange.answer.headers
    record.body = heldBody(exchange.answer)
    record.code = exchange.code
    record.size = exchange.url.length + exchange.answer.body.length
    this.#characters += record.size
    while (this.#characters > MOST_CHARACTERS && this.#next - this.#oldest > 1) this.#forget()
  }

  /** Returns the exchanges that match the criteria, oldest first. */
  find(wanted: JournalQuery = {}): readonly Exchange[] {
    const found: Exchange[] = []
    for (let number = this.#oldest; number < this.#next; number++) {
      const record = this.#circle[number % this.#most]
      if (record !== undefined && fits(record, wanted)) found.push(written(record))
    }
    return found
  }

  clear(): void {
    this.#circle = []
    this.#oldest = 0
    this.#next = 0
    this.#characters = 0
  }

  /** Removes the oldest record. */
  #forget(): void {
    const record = this.#circle[this.#oldest++ % this.#most] ?? blank()
    this.#characters -= record.size
    record.url = ''
    record.headers = NO_HEADERS
    record.body = ''
    record.code = undefined
    record.size = 0
  }
}

/**
 * Formats a record of the journal without secrets: removes the credentials of the caller, values with secret names,
 * and JSON Web Tokens.
 */
function written({
  answered,
  body: held,
  size: _,
  headers,
  time,
  code,
  url,
  ...request
}: JournalRecord): Exchange {
  const own = credentialsIn(headers['authorization'])
  const shown = (text: string): string => withoutJwts(withoutKnown(text, own))
  const body = bodyOf(held)
  const answer = {
    headers: withoutSecrets(answered, own),
    // Removes tokens before the body is truncated, because a truncated token would not be recognized.
    body: shown(body.slice(0, LONGEST_BODY + LONGEST_TOKEN)).slice(0, LONGEST_BODY),
    size: byteLength(body),
  }
  return {
    ...request,
    url: urlWithoutSecrets(withoutKnown(url, own)),
    time: new Date(time).toISOString(),
    headers: withoutSecrets(headers, own),
    answer,
    ...(code === undefined ? {} : { code }),
  }
}

const LONGEST_TOKEN = 4_096

function withoutSecrets(headers: JournalRecord['headers'], own: readonly string[]): Exchange['headers'] {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined)
      texts[name] =
        name === 'authorization'
          ? headerWithoutSecrets(name, value)
          : withoutKnown(headerWithoutSecrets(name, value), own)
  return texts
}

function fits({ url, method, status, world, id }: JournalRecord, wanted: JournalQuery): boolean {
  if (wanted.method !== undefined && wanted.method.toUpperCase() !== method) return false
  if (wanted.status !== undefined && wanted.status !== status) return false
  if (wanted.world !== undefined && wanted.world !== world) return false
  if (wanted.after !== undefined && id <= wanted.after) return false
  return wanted.url === undefined || isRequestFor(wanted.url, url)
}

/** Returns whether a URL has the wanted path and at least the wanted parameters. */
export function isRequestFor(wanted: string, url: ApiRequest['url']): boolean {
  const [path, query] = parted(wanted)
  const [asked, there] = parted(url)
  return path === asked && [...query].every(([name, value]) => there.getAll(name).includes(value))
}

function parted(url: string): readonly [path: string, query: URLSearchParams] {
  const { path, search } = splitTarget(url)
  return [path, new URLSearchParams(search)]
}
