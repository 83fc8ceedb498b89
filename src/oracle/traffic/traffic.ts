/** Selects the recorded requests that read content, and counts the skipped ones by reason. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { findRoute, router } from '../../reference/route.ts'

/** A request of a log, before it is matched to a route. */
export interface LogLine {
  /** GET, POST, …, in upper case. */
  readonly method: string
  /** With scheme and host, or from the path on. */
  readonly url: string
  /** By lower-case name; only headers that change the answer. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Traffic {
  /** Distinct requests in their original order. */
  readonly requests: readonly ApiRequest[]
  /** How many requests were skipped, by reason. */
  readonly leftOut: readonly { readonly why: string; readonly count: number }[]
}

/** The most requests to read: the first hour of a busy site is as representative as a day. */
const MAX_REQUESTS = 100_000

/** The requests that read content of this graph. */
export function contentTraffic(seen: readonly LogLine[], graph: Graph): Traffic {
  const host = usualHost(seen, graph.settings.prefix)
  const routes = router(graph)
  const left = new Map<string, number>()
  const requests = new Map<string, ApiRequest>()
  const reasonFor = ({ method, url, headers }: LogLine): string | undefined => {
    if (method !== 'GET' && method !== 'HEAD') return 'another method than GET'
    if (hostOf(url) !== undefined && hostOf(url) !== host) return `another host than ${host ?? 'none'}`
    const target = targetOf(url)
    if (!target.toLowerCase().startsWith(`${graph.settings.prefix.toLowerCase()}/`))
      return 'not below the prefix of the API'
    const route = findRoute(routes, { method, url: target, headers, cite: () => undefined, has: () => false })
    return route.kind === 'read' ? undefined : 'no content type of this dataset'
  }
  for (const [at, one] of seen.entries()) {
    const why = at >= MAX_REQUESTS ? `more than ${MAX_REQUESTS} requests` : reasonFor(one)
    if (why !== undefined) {
      left.set(why, (left.get(why) ?? 0) + 1)
      continue
    }
    const request = { url: targetOf(one.url), headers: one.headers }
    requests.set(JSON.stringify(request), request)
  }
  return { requests: [...requests.values()], leftOut: [...left].map(([why, count]) => ({ why, count })) }
}

/** `https://example.org:1337`; undefined for an address that begins with its path. */
function hostOf(url: string): string | undefined {
  const end = url.indexOf('://')
  if (end < 0) return undefined
  const path = url.indexOf('/', end + 3)
  return path < 0 ? url : url.slice(0, path)
}

/** The URL from the path on, without the fragment. */
const targetOf = (url: string): string => {
  const host = hostOf(url)
  const target = host === undefined ? url : url.slice(host.length)
  const fragment = target.indexOf('#')
  return fragment < 0 ? target : target.slice(0, fragment)
}

/** The most frequent host of requests below the prefix: a page loads images and fonts from other hosts. */
function usualHost(seen: readonly LogLine[], prefix: string): string | undefined {
  const counts = new Map<string, number>()
  for (const { url } of seen) {
    const host = hostOf(url)
    if (host === undefined || !targetOf(url).startsWith(`${prefix}/`)) continue
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
