/** The last requests with what they were answered, for whoever tests what was asked. */

import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { bodyOf, type HeldBody, heldBody } from '../../reference/response.ts'
import { byteLength } from '../../util/bytes.ts'
import { splitTarget } from '../../util/url/target.ts'

export interface Exchange {
  /** Counts from 1, over all that was asked. */
  readonly id: number
  /** When it was asked, as ISO 8601. */
  readonly time: string
  /** The world that was asked; null for the one that all begin with. */
  readonly world: string | null
  readonly method: string
  readonly url: string
  /** Without what a token is. */
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  readonly milliseconds: number
  readonly answer: {
    readonly headers: Readonly<Record<string, string>>
    /** Cut where it is long. */
    readonly body: string
    /** Bytes of the whole. */
    readonly size: number
  }
}

/** What was asked and answered, as it is at hand. */
export interface NewExchange {
  /** When it was asked, in milliseconds since 1970. */
  readonly time: number
  readonly world: string | null
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly milliseconds: number
  readonly answer: ApiResponse
}

/** Written out only where somebody asks: most are forgotten before. Each record is filled again and again. */
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
  /** Characters of the URL and of the body. */
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
  size: 0,
})

/** What of a journal is looked for; what is left out fits everything. */
export interface JournalQuery {
  /** A path, with the parameters that must be among those asked for. */
  readonly url?: string
  readonly method?: string
  readonly status?: number
  readonly world?: string | null
  /** Only what came after this one. */
  readonly after?: number
}

/** Characters of a body that are told, and of all bodies that are held together. */
const LONGEST_BODY = 100_000
const MOST_CHARACTERS = 50_000_000

export class Journal {
  readonly #most: number
  /** Each at the place of its number, in a circle of so many as are kept: nothing is held longer than that. */
  #circle: JournalRecord[] = []
  /** The numbers of the oldest and of the next. */
  #oldest = 0
  #next = 0
  #characters = 0
  #last = 0

  /** Keeps at most so many. */
  constructor(most: number) {
    this.#most = most
  }

  add(exchange: NewExchange): void {
    if (this.#most === 0) return
    if (this.#next - this.#oldest === this.#most) this.#forget()
    const place = this.#next++ % this.#most
    // What is made for each request and held for some time is moved about before it is let go: it is to be little.
    const kept = this.#circle[place] ?? blank()
    this.#circle[place] = kept
    kept.id = ++this.#last
    kept.time = exchange.time
    kept.world = exchange.world
    kept.method = exchange.method
    kept.url = exchange.url
    kept.headers = exchange.headers
    kept.milliseconds = exchange.milliseconds
    kept.status = exchange.answer.status
    kept.answered = exchange.answer.headers
    kept.body = heldBody(exchange.answer)
    kept.size = exchange.url.length + exchange.answer.body.length
    this.#characters += kept.size
    while (this.#characters > MOST_CHARACTERS && this.#next - this.#oldest > 1) this.#forget()
  }

  /** The oldest first. */
  find(wanted: JournalQuery = {}): readonly Exchange[] {
    const found: Exchange[] = []
    for (let number = this.#oldest; number < this.#next; number++) {
      const kept = this.#circle[number % this.#most]
      if (kept !== undefined && fits(kept, wanted)) found.push(written(kept))
    }
    return found
  }

  clear(): void {
    this.#circle = []
    this.#oldest = 0
    this.#next = 0
    this.#characters = 0
  }

  /** The oldest. */
  #forget(): void {
    const kept = this.#circle[this.#oldest++ % this.#most] ?? blank()
    this.#characters -= kept.size
    kept.url = ''
    kept.headers = NO_HEADERS
    kept.body = ''
    kept.size = 0
  }
}

function written({ answered, body: held, size: _, headers, time, ...told }: JournalRecord): Exchange {
  const body = bodyOf(held)
  const answer = { headers: answered, body: body.slice(0, LONGEST_BODY), size: byteLength(body) }
  return { ...told, time: new Date(time).toISOString(), headers: withoutToken(headers), answer }
}

function withoutToken(headers: JournalRecord['headers']): Exchange['headers'] {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts[name] = name === 'authorization' ? `${value.split(' ', 1)[0]} …` : value
  }
  return texts
}

function fits({ url, method, status, world, id }: JournalRecord, wanted: JournalQuery): boolean {
  if (wanted.method !== undefined && wanted.method.toUpperCase() !== method) return false
  if (wanted.status !== undefined && wanted.status !== status) return false
  if (wanted.world !== undefined && wanted.world !== world) return false
  if (wanted.after !== undefined && id <= wanted.after) return false
  return wanted.url === undefined || isAskedFor(wanted.url, url)
}

/** Whether a request went to the path, with at least these parameters. */
export function isAskedFor(wanted: string, url: ApiRequest['url']): boolean {
  const [path, query] = parted(wanted)
  const [asked, there] = parted(url)
  return path === asked && [...query].every(([name, value]) => there.getAll(name).includes(value))
}

function parted(url: string): readonly [path: string, query: URLSearchParams] {
  const { path, search } = splitTarget(url)
  return [path, new URLSearchParams(search)]
}
