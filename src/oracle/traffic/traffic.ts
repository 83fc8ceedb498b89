/** Requests that somebody made: those that read content, and what was left out of what was given, and why. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { findRoute, router } from '../../reference/route.ts'

/** A line of whatever was given: a request, before anything is known of it. */
export interface LogLine {
  /** GET, POST, …, in capitals. */
  readonly method: string
  /** With scheme and host, or from the path on. */
  readonly url: string
  /** By lower-case name; those that the answer depends on. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Traffic {
  /** Each once, in the order in which they came. */
  readonly requests: readonly ApiRequest[]
  /** Why requests were left out, and how many for each reason. */
  readonly leftOut: readonly { readonly why: string; readonly count: number }[]
}

/** More are not looked at: a day of a busy site says the same as its first hour. */
const MOST = 100_000

/** Those of the requests that read content of this graph. */
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
    const why = at >= MOST ? `more than ${MOST} requests` : reasonFor(one)
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

/** From the path on. */
const targetOf = (url: string): string => {
  const host = hostOf(url)
  const target = host === undefined ? url : url.slice(host.length)
  const fragment = target.indexOf('#')
  return fragment < 0 ? target : target.slice(0, fragment)
}

/** The host that most of the requests below the prefix went to: a page asks others for pictures and fonts. */
function usualHost(seen: readonly LogLine[], prefix: string): string | undefined {
  const counts = new Map<string, number>()
  for (const { url } of seen) {
    const host = hostOf(url)
    if (host === undefined || !targetOf(url).startsWith(`${prefix}/`)) continue
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
