/**
 * Compares the answers to the same requests under two profiles, and attributes each mismatch to the changes that
 * cause it.
 */

import { type ApiRequest, type ContentApi, createReferenceApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Profile } from '../../reference/strapi/profile.ts'
import { withoutParts } from '../shrink/query.ts'
import { firstPath, type StatusAndText } from './answer-text.ts'
import { type ProfileSwitch, switchesBack, switchName, withSwitches } from './servers.ts'

/**
 * `refused`: an answer became an error. `data`: another answer. `accepted`: an error became an answer. `error`:
 * another error. The first two break callers.
 */
export const EFFECTS = ['refused', 'data', 'accepted', 'error'] as const
export type Effect = (typeof EFFECTS)[number]
export const BREAKS: ReadonlySet<Effect> = new Set<Effect>(['refused', 'data'])

/** A shrunk request whose answers differ. */
export interface ChangedRequest {
  readonly request: ApiRequest
  readonly before: StatusAndText
  /** The answer with only the reported change applied. */
  readonly after: StatusAndText
  /** The first place that differs: `status`, or a JSON pointer into the body. */
  readonly path: string
}

/** Requests whose answers differ by the same change and with the same effect. */
export interface Group {
  /** null if only several changes together make the difference. */
  readonly oneSwitch: ProfileSwitch | null
  readonly effect: Effect
  /** The first original URLs. */
  readonly urls: readonly string[]
  /** A request that differs by two changes counts for both. */
  readonly count: number
  readonly smallest: ChangedRequest
}

export interface Comparison {
  readonly asked: number
  readonly alike: number
  /** How many requests had an answer before, and now get an error or another answer. */
  readonly broken: number
  /** Breaking groups first, then by the number of requests. */
  readonly groups: readonly Group[]
}

export interface Servers {
  readonly from: Profile
  readonly to: Profile
}

/** The most URLs of a group. */
const MAX_URLS = 20

/**
 * Sends every request to both servers. For each mismatch, applies every change alone to find the causes. Under a
 * project's own code, both servers receive the requests of `receivedOf`: see `receivedRequests`.
 */
export function compareServers(
  graph: Graph,
  requests: readonly ApiRequest[],
  servers: Servers,
  receivedOf: (request: ApiRequest) => ApiRequest = (request) => request,
): Comparison {
  const asker = createServerPair(graph, servers)
  const groups = new Map<string, { group: Group; urls: string[]; count: number }>()
  let alike = 0
  let broken = 0
  for (const request of requests) {
    const received = receivedOf(request)
    const whole = asker.differs(received, null)
    if (whole === undefined) {
      alike++
      continue
    }
    if (BREAKS.has(effectOf(whole))) broken++
    const switches = asker.switches.filter((oneSwitch) => asker.differs(received, oneSwitch) !== undefined)
    for (const oneSwitch of switches.length === 0 ? [null] : switches) {
      const effect = effectOf(asker.differs(received, oneSwitch) ?? whole)
      const key = `${effect} ${oneSwitch === null ? '' : switchName(oneSwitch)}`
      const known = groups.get(key)
      if (known === undefined) {
        const shown = asker.differs(received, oneSwitch) ?? whole
        // A shorter URL would need another run of the code.
        const smallest = received === request ? smallestOf(shown, oneSwitch, asker) : { ...shown, request }
        groups.set(key, {
          group: { oneSwitch, effect, urls: [], count: 0, smallest },
          urls: [request.url],
          count: 1,
        })
        continue
      }
      known.count++
      if (known.urls.length < MAX_URLS) known.urls.push(request.url)
    }
  }
  const found = [...groups.values()].map(({ group, urls, count }) => ({ ...group, urls, count }))
  found.sort((a, b) => EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect) || b.count - a.count)
  return { asked: requests.length, alike, broken, groups: found }
}

function effectOf({ before, after }: ChangedRequest): Effect {
  if (before.status < 400) return after.status < 400 ? 'data' : 'refused'
  return after.status < 400 ? 'accepted' : 'error'
}

interface ServerPair {
  readonly switches: readonly ProfileSwitch[]
  /** The effect of one change alone, or of all changes; undefined without a difference. */
  readonly differs: (request: ApiRequest, oneSwitch: ProfileSwitch | null) => ChangedRequest | undefined
}

function createServerPair(graph: Graph, { from, to }: Servers): ServerPair {
  const switches = switchesBack(from, to)
  const apiOf = ({ name }: Profile): ContentApi => createReferenceApi(graph, { profile: name })
  const [older, newer] = [apiOf(from), apiOf(to)]
  const withOnly = new Map(
    switches.map(
      (oneSwitch) =>
        [
          oneSwitch,
          apiOf(
            withSwitches(
              to,
              switches.filter((other) => other !== oneSwitch),
            ),
          ),
        ] as const,
    ),
  )
  const ask = (request: ApiRequest, api: ContentApi): StatusAndText => {
    const { status, body } = api.answer(request)
    return { status, body }
  }
  return {
    switches,
    differs: (request, oneSwitch) => {
      const before = ask(request, older)
      const after = ask(request, (oneSwitch === null ? undefined : withOnly.get(oneSwitch)) ?? newer)
      const path = firstPath(before, after)
      return path === undefined ? undefined : { request, before, after, path }
    },
  }
}

/** Removes the parts of a request that do not matter for a change. */
function smallestOf(
  shown: ChangedRequest,
  oneSwitch: ProfileSwitch | null,
  { differs }: ServerPair,
): ChangedRequest {
  let smallest = shown
  for (let at = 0; at < partsIn(smallest.request.url); ) {
    const url = withoutParts(smallest.request.url, new Set([at]))
    const tried = differs({ ...smallest.request, url }, oneSwitch)
    if (tried !== undefined && effectOf(tried) === effectOf(shown)) smallest = tried
    else at++
  }
  return smallest
}

const partsIn = (url: string): number => (url.includes('?') ? url.split('&').length : 0)
