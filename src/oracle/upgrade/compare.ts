/**
 * Compares the answers to the same requests under two profiles, and attributes each mismatch to the changes that
 * cause it.
 */

import type { RoleOfToken } from '../../reference/access.ts'
import { type ApiRequest, type ContentApi, createReferenceApi, KEPT_BYTES } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Profile } from '../../reference/strapi/profile.ts'
import { LruBudget } from '../../util/cache/lru.ts'
import { plainUrl } from '../../util/url/percent.ts'
import { withoutParts } from '../shrink/query.ts'
import { firstPath, type StatusAndText } from './answer-text.ts'
import { EFFECTS, type Effect, effectOf } from './effect.ts'
import { type ProfileSwitch, switchesBack, switchName, withSwitches } from './servers.ts'
import { type BothAnswers, type Failing, type Statuses, Tally } from './tally.ts'

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
  /** How often these requests were sent. */
  readonly hits: number
  readonly smallest: ChangedRequest
}

export interface Comparison {
  readonly asked: number
  /** How often the requests were sent. */
  readonly hits: number
  readonly alike: number
  /** How many requests had an answer before, and now get an error or another answer. */
  readonly broken: number
  readonly brokenHits: number
  readonly statuses: { readonly before: Statuses; readonly after: Statuses }
  /** The requests that fail on both sides, by their first answer. */
  readonly failing: readonly Failing[]
  /** Breaking groups first, then by the number of requests. */
  readonly groups: readonly Group[]
}

export interface Servers {
  readonly from: Profile
  readonly to: Profile
}

/** The most URLs of a group. */
const MAX_URLS = 20

export interface CompareOptions {
  /** Under a project's own code, the request that both servers receive: see `receivedRequests`. */
  readonly receivedOf?: (request: ApiRequest) => ApiRequest
  /** How often a request was sent; once by default. */
  readonly hitsOf?: (request: ApiRequest) => number
  /** Finds the roles of tokens that the graph does not list. */
  readonly roleOfToken?: RoleOfToken
}

/**
 * Sends every request to both servers. For each mismatch, applies changes alone to find the causes: first those that
 * caused earlier mismatches, and the others unless these together explain the whole difference.
 */
export function compareServers(
  graph: Graph,
  requests: readonly ApiRequest[],
  servers: Servers,
  options: CompareOptions = {},
): Comparison {
  const { receivedOf = (request) => request, hitsOf = () => 1, roleOfToken } = options
  const pair = createServerPair(graph, servers, roleOfToken)
  const [tally, groups] = [new Tally(), new Grouping(pair)]
  for (const request of requests) {
    const [received, hits] = [receivedOf(request), hitsOf(request)]
    const answers = pair.both(received)
    const changed = changedBy(received, answers)
    tally.add(request, answers, hits, changed !== undefined)
    if (changed !== undefined) groups.add(request, changed, hits)
  }
  return { asked: requests.length, ...tally.totals(), groups: groups.sorted() }
}

interface Cause {
  readonly oneSwitch: ProfileSwitch
  readonly shown: ChangedRequest
}

/** The difference between both answers to a request; undefined without one. */
function changedBy(request: ApiRequest, answers: BothAnswers): ChangedRequest | undefined {
  const path = firstPath(answers.before, answers.after)
  return path === undefined ? undefined : { request, ...answers, path }
}

/** Collects the differing requests by cause and effect. */
class Grouping {
  private readonly groups = new Map<
    string,
    { group: Omit<Group, 'urls' | 'count' | 'hits'>; urls: string[]; count: number; hits: number }
  >()
  /** The changes that caused a mismatch so far. */
  private readonly causes = new Set<ProfileSwitch>()
  private readonly pair: ServerPair

  constructor(pair: ServerPair) {
    this.pair = pair
  }

  /** `whole` is the request as it is received, with both answers. */
  add(request: ApiRequest, whole: ChangedRequest, hits: number): void {
    const received = whole.request
    const causes = this.causesOf(whole)
    for (const { oneSwitch, shown } of causes.length === 0 ? [{ oneSwitch: null, shown: whole }] : causes) {
      const effect = effectOf(shown)
      const key = `${effect} ${oneSwitch === null ? '' : switchName(oneSwitch)}`
      const known = this.groups.get(key)
      if (known !== undefined) {
        known.count++
        known.hits += hits
        if (known.urls.length < MAX_URLS) known.urls.push(plainUrl(request.url))
        continue
      }
      // A shorter URL would need another run of the code.
      const smallest = received === request ? smallestOf(shown, oneSwitch, this.pair) : { ...shown, request }
      const group = { oneSwitch, effect, smallest }
      this.groups.set(key, { group, urls: [plainUrl(request.url)], count: 1, hits })
    }
  }

  /** The changes that make a difference alone. */
  private causesOf(whole: ChangedRequest): readonly Cause[] {
    const { request, before, after } = whole
    const { switches, answer } = this.pair
    const alone = (some: readonly ProfileSwitch[]): readonly Cause[] =>
      some.flatMap((oneSwitch) => {
        const shown = changedBy(request, { before, after: answer(request, [oneSwitch]) })
        return shown === undefined ? [] : [{ oneSwitch, shown }]
      })
    const known = alone([...this.causes])
    const applied = known.map(({ oneSwitch }) => oneSwitch)
    if (known.length > 0 && firstPath(answer(request, applied), after) === undefined) return known
    const found = alone(switches.filter((oneSwitch) => !this.causes.has(oneSwitch)))
    for (const { oneSwitch } of found) this.causes.add(oneSwitch)
    return [...known, ...found]
  }

  /** Those that break first, then by traffic. */
  sorted(): readonly Group[] {
    const found = [...this.groups.values()].map(({ group, ...more }) => ({ ...group, ...more }))
    const order = (effect: Effect): number => EFFECTS.indexOf(effect)
    return found.sort((a, b) => order(a.effect) - order(b.effect) || b.hits - a.hits || b.count - a.count)
  }
}

interface ServerPair {
  readonly switches: readonly ProfileSwitch[]
  readonly both: (request: ApiRequest) => BothAnswers
  /** The answer of the older server with only these changes applied. */
  readonly answer: (request: ApiRequest, applied: readonly ProfileSwitch[]) => StatusAndText
}

/** The most combinations of changes whose servers are kept. */
const MOST_COMBINATIONS = 500

function createServerPair(
  graph: Graph,
  { from, to }: Servers,
  roleOfToken: RoleOfToken | undefined,
): ServerPair {
  const switches = switchesBack(from, to)
  const tokens = roleOfToken === undefined ? {} : { roleOfToken }
  // One cache for all servers, so that memory does not grow with the number of changes.
  const keep = { share: new LruBudget(KEPT_BYTES) }
  const apiOf = ({ name }: Profile): ContentApi =>
    createReferenceApi(graph, { profile: name, keep, ...tokens })
  const [older, newer] = [apiOf(from), apiOf(to)]
  const combined = new Map<string, ContentApi>()
  const withOnly = (applied: readonly ProfileSwitch[]): ContentApi => {
    const key = applied.map(switchName).sort().join()
    const known = combined.get(key)
    if (known !== undefined) return known
    const made = apiOf(
      withSwitches(
        to,
        switches.filter((other) => !applied.includes(other)),
      ),
    )
    if (combined.size >= MOST_COMBINATIONS) combined.clear()
    combined.set(key, made)
    return made
  }
  const ask = (request: ApiRequest, api: ContentApi): StatusAndText => {
    const { status, body } = api.answer(request)
    return { status, body }
  }
  return {
    switches,
    both: (request) => ({ before: ask(request, older), after: ask(request, newer) }),
    answer: (request, applied) => ask(request, withOnly(applied)),
  }
}

/** Removes the parts of a request that do not matter for a change. */
function smallestOf(
  shown: ChangedRequest,
  oneSwitch: ProfileSwitch | null,
  { both, answer }: ServerPair,
): ChangedRequest {
  const tried = (smallest: ChangedRequest, url: string): ChangedRequest | undefined => {
    const request = { ...smallest.request, url }
    const { before, after } = both(request)
    const found = changedBy(request, {
      before,
      after: oneSwitch === null ? after : answer(request, [oneSwitch]),
    })
    return found !== undefined && effectOf(found) === effectOf(shown) ? found : undefined
  }
  let smallest = tried(shown, plainUrl(shown.request.url)) ?? shown
  for (let at = 0; at < partsIn(smallest.request.url); ) {
    const url = withoutParts(smallest.request.url, new Set([at]))
    const shorter = tried(smallest, url)
    if (shorter === undefined) at++
    else smallest = shorter
  }
  return smallest
}

const partsIn = (url: string): number => (url.includes('?') ? url.split('&').length : 0)
