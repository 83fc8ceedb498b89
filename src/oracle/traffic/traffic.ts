/**
 * Selects the recorded requests that read content, and counts how often each request was sent. Also counts the skipped
 * requests by reason.
 */
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { findRoute, type Routes, router } from '../../reference/route.ts'

/** One request in a log before the collector matches it to a route of the content API. */
export interface LogLine {
  /** The method of the request in upper case, such as `GET`. */
  readonly method: string
  /** The complete URL of the request, or only its path and query. */
  readonly url: string
  /** The headers of the request that change its answer, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

/** A distinct request, with the number of times that clients sent the request. */
export interface CountedRequest {
  readonly request: ApiRequest
  readonly hits: number
}

/** The recorded requests that the collector skipped for the same reason. */
export interface LeftOut {
  readonly why: string
  readonly count: number
  /** The first requests that were skipped for this reason, for example `POST /api/articles`. */
  readonly examples: readonly string[]
}

export interface Traffic {
  /**
   * The distinct requests that read content, the most frequent request first. Requests that are equally frequent keep
   * their order in the log.
   */
  readonly requests: readonly CountedRequest[]
  readonly leftOut: readonly LeftOut[]
}

/** The maximum number of distinct requests that the collector stores. */
const MOST_DISTINCT = 100_000
/** The maximum number of characters of all requests that the collector stores. */
const MOST_CHARACTERS = 50_000_000
const BEYOND = `beyond ${MOST_DISTINCT} different requests, or ${MOST_CHARACTERS} characters of them`
const MOST_EXAMPLES = 5
const MOST_HOSTS = 1_000
/** The maximum length of a request's path and query, in characters. No Strapi server accepts a longer request. */
const MOST_TARGET = 65_536

export interface TrafficOptions {
  /** The path that a proxy adds before the prefix of the API, such as `/cms` in `/cms/api/articles`. */
  readonly base?: string
}

/** Collects the requests of a log one after another. */
export class TrafficCollector {
  private readonly graph: Graph
  private readonly base: string | undefined
  private readonly routes: Routes
  private readonly left = new Map<string, { count: number; examples: string[] }>()
  /** The requests by host. Requests whose URL has no host are stored under the host `''`. */
  private readonly hosts = new Map<string, Map<string, { request: ApiRequest; hits: number; at: number }>>()
  private distinct = 0
  private characters = 0

  constructor(graph: Graph, { base }: TrafficOptions = {}) {
    this.graph = graph
    this.base = base
    this.routes = router(graph)
  }

  add(line: LogLine): void {
    const { host, target } = partsOf(line.url, this.base)
    const why = this.reasonFor(line, target)
    if (why !== undefined) return this.leave(why, exampleOf(line))
    const request = { url: target, headers: line.headers }
    const key = JSON.stringify(request)
    const known = this.requestsOf(host)
    const same = known?.get(key)
    if (same !== undefined) same.hits++
    else if (known === undefined || this.distinct >= MOST_DISTINCT || this.characters > MOST_CHARACTERS)
      this.leave(BEYOND, exampleOf(line))
    else {
      this.characters += key.length
      known.set(key, { request, hits: 1, at: this.distinct++ })
    }
  }

  /**
   * Returns the requests to the most frequent host, and the requests without a host. Skips the requests to other
   * hosts, because pages load images and fonts from them.
   */
  traffic(): Traffic {
    const named = [...this.hosts].filter(([host]) => host !== '')
    const total = (requests: ReadonlyMap<string, CountedRequest>): number =>
      [...requests.values()].reduce((sum, { hits }) => sum + hits, 0)
    named.sort(([, a], [, b]) => total(b) - total(a))
    const [usual, ...others] = named
    for (const [, requests] of others)
      for (const { request, hits } of requests.values())
        this.leave(`another host than ${usual?.[0]}`, request.url, hits)
    const kept = [...(this.hosts.get('')?.values() ?? []), ...(usual?.[1].values() ?? [])]
    kept.sort((a, b) => b.hits - a.hits || a.at - b.at)
    return {
      requests: merged(kept),
      leftOut: [...this.left].map(([why, { count, examples }]) => ({ why, count, examples })),
    }
  }

  private requestsOf(host: string) {
    const known = this.hosts.get(host)
    if (known !== undefined || this.hosts.size >= MOST_HOSTS) return known
    const made = new Map<string, { request: ApiRequest; hits: number; at: number }>()
    this.hosts.set(host, made)
    return made
  }

  private reasonFor({ method, headers }: LogLine, target: string): string | undefined {
    const { prefix } = this.graph.settings
    if (method !== 'GET' && method !== 'HEAD') return 'another method than GET'
    if (target.length > MOST_TARGET) return `longer than ${MOST_TARGET} characters`
    if (!target.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)) return `not below ${prefix}`
    const given = { method, url: target, headers, cite: () => undefined, has: () => false }
    return findRoute(this.routes, given).kind === 'read' ? undefined : 'no content type of this dataset'
  }

  private leave(why: string, example: string, count = 1): void {
    const known = this.left.get(why) ?? { count: 0, examples: [] }
    this.left.set(why, known)
    known.count += count
    if (known.examples.length < MOST_EXAMPLES && !known.examples.includes(example))
      known.examples.push(example)
  }
}

/** Collects the traffic of recorded requests that are already in memory. */
export function contentTraffic(seen: Iterable<LogLine>, graph: Graph, options: TrafficOptions = {}): Traffic {
  const collector = new TrafficCollector(graph, options)
  for (const line of seen) collector.add(line)
  return collector.traffic()
}

/** Merges equal requests, because a log may contain the same request with its host and without it. */
function merged(requests: readonly CountedRequest[]): readonly CountedRequest[] {
  const found = new Map<string, CountedRequest>()
  for (const { request, hits } of requests) {
    const key = JSON.stringify(request)
    found.set(key, { request, hits: hits + (found.get(key)?.hits ?? 0) })
  }
  return [...found.values()].sort((a, b) => b.hits - a.hits)
}

const MOST_EXAMPLE = 300

const exampleOf = ({ method, url }: LogLine): string =>
  `${method === 'GET' ? '' : `${method} `}${url}`.slice(0, MOST_EXAMPLE)

/**
 * Splits a URL into its host (with the scheme) and its request target, which is path and query without the fragment
 * and the base path.
 */
function partsOf(url: string, base = ''): { readonly host: string; readonly target: string } {
  const scheme = url.indexOf('://')
  const path = scheme < 0 ? 0 : url.indexOf('/', scheme + 3)
  const host = path < 0 ? url : url.slice(0, path)
  const whole = path < 0 ? '' : url.slice(path)
  const fragment = whole.indexOf('#')
  const target = fragment < 0 ? whole : whole.slice(0, fragment)
  return { host, target: base !== '' && target.startsWith(`${base}/`) ? target.slice(base.length) : target }
}
