/** Sends a limited number of requests to a server, retries failed requests, and caches successful answers. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../../util/json.ts'
import { printable } from '../../util/printable.ts'
import { withoutLastSlashes } from '../../util/url/slashes.ts'
import { SourceError } from '../source.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type ExchangeOutcome, exchange, parsed } from './exchange.ts'

export interface LiveAnswer {
  readonly status: number
  /**
   * The parsed body of the answer. The member `json` is undefined if the body is not JSON, which can happen only for
   * a status other than 200.
   */
  readonly json: Json | undefined
}

/** Whether a request carries the API token or is anonymous. */
export type CallerKind = 'token' | 'anonymous'

export interface Client {
  /** The base URL of the server, without a trailing slash. */
  readonly base: string
  readonly hasToken: boolean
  /**
   * Sends a GET request, or reads the cached answer to this request. @throws SourceError if the server does not
   * answer, or if the answer is unusable.
   */
  readonly get: (path: string, as?: CallerKind) => Promise<LiveAnswer>
  /** Removes an unusable answer from the cache, so that the next run requests it again. */
  readonly drop: (path: string, as?: CallerKind) => void
  /** Returns the number of requests that the client has sent. */
  readonly sent: () => number
  /** Returns the number of answers that the client has taken from the cache of an earlier run. */
  readonly reused: () => number
}

export interface ClientOptions {
  readonly token?: string
  /** The headers of every request, including anonymous requests, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  /** The maximum time for receiving a whole answer, in milliseconds. The default is 30,000. */
  readonly timeout?: number
  /**
   * The wait before the first retry of a failed request, in milliseconds. Each further failure of a request doubles
   * the wait. The default is 500.
   */
  readonly backoff?: number
  readonly cache?: AnswerCache
}

/** The maximum number of characters of a URL in an error message. */
const MOST_SHOWN = 200
/**
 * The maximum number of times that the client sends a request that the server answers with status 500, because the
 * request usually fails again.
 */
const MOST_CRASHES = 2
const MOST_TRIES = 5
const LONGEST_WAIT = 60_000
const MOST_REQUESTS = 100_000
const MOST_BYTES = 1024 * 1024 * 1024

/** The error for a request that the server answers with status 500 each time. */
export class CrashError extends SourceError {}

function unanswered(outcome: Exclude<ExchangeOutcome, { kind: 'answered' }>, url: string): SourceError {
  const says = `GET ${printable(url, MOST_SHOWN)}: ${outcome.why}`
  return outcome.kind === 'later' && outcome.isCrash === true ? new CrashError(says) : new SourceError(says)
}

/** Returns the error for an answer with status 401, with a command-line option as advice. */
export const unauthorized = ({ base, hasToken }: Pick<Client, 'base' | 'hasToken'>): SourceError =>
  new SourceError(
    hasToken
      ? `${base}: the server does not know the token (401); check --token`
      : `${base}: the server or its proxy requires credentials (401); pass --token, or \`import --header\` for a proxy`,
  )

/** Creates a client for the server at a URL. @throws SourceError for an invalid URL. */
export function connectTo(
  url: string,
  { token, headers, timeout = 30_000, backoff = 500, cache }: ClientOptions,
): Client {
  const base = baseOf(url)
  let sent = 0
  let reused = 0
  let bytes = 0
  const ask = async (target: URL, as: CallerKind): Promise<ExchangeOutcome> => {
    let outcome: ExchangeOutcome = { kind: 'failed', why: 'no request was sent' }
    for (let tried = 0; tried < MOST_TRIES; tried++) {
      if (++sent > MOST_REQUESTS)
        throw new SourceError(`${base}: the import needs more than ${MOST_REQUESTS} requests`)
      outcome = await exchange(target, { token: as === 'token' ? token : undefined, headers, timeout })
      if (outcome.kind !== 'later') return outcome
      if (outcome.isCrash === true && tried + 1 >= MOST_CRASHES) return outcome
      const wait = outcome.after ?? backoff * 2 ** tried
      if (wait > LONGEST_WAIT) {
        const why = `${outcome.why}; the server asks for a pause of ${Math.ceil(wait / 1000)} seconds`
        return { kind: 'failed', why }
      }
      if (tried < MOST_TRIES - 1) await pause(wait)
    }
    return outcome
  }
  const get = async (path: string, as: CallerKind = 'token'): Promise<LiveAnswer> => {
    const known = cache?.read(as, path)
    if (known !== undefined) {
      reused++
      const read = parsed(known.bytes)
      return { status: known.status, json: 'json' in read ? read.json : undefined }
    }
    const outcome = await ask(new URL(`${base}${path}`), as)
    if (outcome.kind !== 'answered') throw unanswered(outcome, `${base}${path}`)
    bytes += outcome.bytes.length
    if (bytes > MOST_BYTES) throw new SourceError(`${base}: all answers together exceed ${MOST_BYTES} bytes`)
    // The client caches only answers with status 200, because an administrator may later grant a missing permission.
    if (outcome.status === 200) cache?.write(as, path, outcome.status, outcome.bytes)
    return { status: outcome.status, json: outcome.json }
  }
  const drop: Client['drop'] = (path, as = 'token') => cache?.drop(as, path)
  return { base, hasToken: token !== undefined, get, drop, sent: () => sent, reused: () => reused }
}

function baseOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url === undefined || !isHttp || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new SourceError(
      'expected the URL of a server such as https://example.org, without query or user; ' +
        "`populace import` sends a user with --header 'authorization: Basic …'",
    )
  return `${url.origin}${withoutLastSlashes(url.pathname)}`
}
