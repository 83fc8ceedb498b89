/** Counts the answers of both servers of an upgrade by HTTP status, and the failures that both servers share. */
import type { ApiRequest } from '../../reference/api.ts'
import { plainUrl } from '../../util/url/percent.ts'
import { messageOf, type StatusAndText } from './answer-text.ts'
import { BREAKS, effectOf } from './effect.ts'

export interface BothAnswers {
  readonly before: StatusAndText
  readonly after: StatusAndText
}

/** The number of requests for each HTTP status of an answer. */
export type Statuses = ReadonlyMap<number, number>

/** The requests that fail on both servers, and have the same status and message on the older server. */
export interface Failing {
  readonly status: number
  readonly message: string
  readonly count: number
  readonly hits: number
  /** The URLs of the first requests that fail with this status and message. */
  readonly urls: readonly string[]
}

export interface Totals {
  readonly hits: number
  readonly alike: number
  readonly broken: number
  readonly brokenHits: number
  readonly statuses: { readonly before: Statuses; readonly after: Statuses }
  /** The requests that fail on both servers, the most frequent failure first. */
  readonly failing: readonly Failing[]
}

const MOST_URLS = 20
/**
 * The maximum number of different failures in the report. A limit is needed because a message may quote its request.
 * Each request may then fail with a different message.
 */
const MOST_FAILURES = 1_000
const OTHER_MESSAGES = 'with other messages'

export class Tally {
  private hits = 0
  private alike = 0
  private broken = 0
  private brokenHits = 0
  private readonly before = new Map<number, number>()
  private readonly after = new Map<number, number>()
  private readonly failing = new Map<
    string,
    { -readonly [K in keyof Failing]: Failing[K] } & { urls: string[] }
  >()

  add(request: ApiRequest, answers: BothAnswers, hits: number, isChanged: boolean): void {
    const { before, after } = answers
    this.hits += hits
    this.before.set(before.status, (this.before.get(before.status) ?? 0) + 1)
    this.after.set(after.status, (this.after.get(after.status) ?? 0) + 1)
    if (!isChanged) this.alike++
    if (isChanged && BREAKS.has(effectOf(answers))) {
      this.broken++
      this.brokenHits += hits
    }
    if (before.status >= 400 && after.status >= 400) this.fail(request, before, hits)
  }

  totals(): Totals {
    const { hits, alike, broken, brokenHits, before, after } = this
    const failing = [...this.failing.values()].sort((a, b) => b.hits - a.hits || b.count - a.count)
    return { hits, alike, broken, brokenHits, statuses: { before, after }, failing }
  }

  private fail({ url }: ApiRequest, before: StatusAndText, hits: number): void {
    const { status } = before
    const message = this.failing.size < MOST_FAILURES ? messageOf(before) : OTHER_MESSAGES
    const key = `${status} ${message}`
    const known = this.failing.get(key) ?? { status, message, count: 0, hits: 0, urls: [] }
    this.failing.set(key, known)
    known.count++
    known.hits += hits
    if (known.urls.length < MOST_URLS) known.urls.push(plainUrl(url))
  }
}
