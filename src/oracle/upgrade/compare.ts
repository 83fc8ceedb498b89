/**
 * Compares the answers of two servers, each with its profile, to the same requests. Attributes each difference to the
 * changes between the profiles that cause it.
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

/** A request, as short as possible, to which the older and the newer server answer differently. */
export interface ChangedRequest {
  readonly request: ApiRequest
  readonly before: StatusAndText
  /** The older server's answer with only the reported change applied; without such a change, the newer server's. */
  readonly after: StatusAndText
  /** The first path at which the two answers differ: `status`, or a JSON pointer into the body. */
  readonly path: string
}

/** A group of requests whose answers differ because of the same change and with the same effect. */
export interface Group {
  /** The change that causes the difference; null if only several changes together cause the difference. */
  readonly oneSwitch: ProfileSwitch | null
  readonly effect: Effect
  /** The URLs of the first requests in the group, as clients sent them. */
  readonly urls: readonly string[]
  /** The number of distinct requests in the group. A request whose answer two changes affect counts in two groups. */
  readonly count: number
  /** The number of times that clients sent the requests of the group. */
  readonly hits: number
  readonly smallest: ChangedRequest
}

export interface Comparison {
  readonly asked: number
  /** The number of times that clients sent the compared requests, added up over all requests. */
  readonly hits: number
  readonly alike: number
  /**
   * The number of requests to which the older server gives a successful answer, and the newer server gives an error or
   * another successful answer.
   */
  readonly broken: number
  readonly brokenHits: number
  readonly statuses: { readonly before: Statuses; readonly after: Statuses }
  /** The requests that fail on both servers, grouped by status and message of the older server. */
  readonly failing: readonly Failing[]
  /**
   * The groups of requests with different answers, in the order of their effects in `EFFECTS`. Among groups with the
   * same effect, groups whose requests were sent more often come first.
   */
  readonly groups: readonly Group[]
}

export interface Servers {
  readonly from: Profile
  readonly to: Profile
}

/** The maximum number of URLs that a group of changed requests lists. */
const MAX_URLS = 20

export interface CompareOptions {
  /**
   * Returns the request that the content API of both servers receives after the project's own code has run; see
   * `receivedRequests`.
   */
  readonly receivedOf?: (request: ApiRequest) => ApiRequest
  /** Returns the number of times that clients sent a request. The default is 1. */
  readonly hitsOf?: (request: ApiRequest) => number
  /** Finds the role of an API token that the graph does not list. */
  readonly roleOfToken?: RoleOfToken
}

/**
 * Sends every request to the older and the newer server. If the answers differ, applies single changes to find the
 * causes, beginning with the changes that caused earlier differences. If the changes of earlier differences do not
 * explain the whole difference, applies the other changes too.
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

/** Returns the difference between the answers of both servers to a request; undefined if the answers are equal. */
function changedBy(request: ApiRequest, answers: BothAnswers): ChangedRequest | undefined {
  const path = firstPath(answers.before, answers.after)
  return path === undefined ? undefined : { request, ...answers, path }
}

/** A grouping of the requests with different answers by cause and effect. */
class Grouping {
  private readonly groups = new Map<
    string,
    { group: Omit<Group, 'urls' | 'count' | 'hits'>; urls: string[]; count: number; hits: number }
  >()
  /** The changes between the servers that have caused a difference so far. */
  private readonly causes = new Set<ProfileSwitch>()
  private readonly pair: ServerPair

  constructor(pair: ServerPair) {
    this.pair = pair
  }

  /**
   * Adds a request to the groups of its causes. The parameter `whole` contains the request that reaches the content
   * API, and both answers.
   */
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
      // Does not shrink a request that the project's code changes, because each shorter URL would need another run of
      // the code.
      const smallest = received === request ? smallestOf(shown, oneSwitch, this.pair) : { ...shown, request }
      const group = { oneSwitch, effect, smallest }
      this.groups.set(key, { group, urls: [plainUrl(request.url)], count: 1, hits })
    }
  }

  /** Returns the changes between the servers of which each, applied alone, changes the answer to a request. */
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

  /**
   * Returns the groups in the order of their effects in `EFFECTS`. Among groups with the same effect, groups whose
   * requests were sent more often come first.
   */
  sorted(): readonly Group[] {
    const found = [...this.groups.values()].map(({ group, ...more }) => ({ ...group, ...more }))
    const order = (effect: Effect): number => EFFECTS.indexOf(effect)
    return found.sort((a, b) => order(a.effect) - order(b.effect) || b.hits - a.hits || b.count - a.count)
  }
}

interface ServerPair {
  readonly switches: readonly ProfileSwitch[]
  readonly both: (request: ApiRequest) => BothAnswers
  /** Returns the answer of the older server with only the given changes applied to it. */
  readonly answer: (request: ApiRequest, applied: readonly ProfileSwitch[]) => StatusAndText
}

/** The maximum number of cached servers; each server applies one combination of changes. */
const MOST_COMBINATIONS = 500

function createServerPair(
  graph: Graph,
  { from, to }: Servers,
  roleOfToken: RoleOfToken | undefined,
): ServerPair {
  const switches = switchesBack(from, to)
  const tokens = roleOfToken === undefined ? {} : { roleOfToken }
  // All reference servers share one cache, so that memory does not grow with the number of changes.
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

/** Shrinks a request: removes the parts of its query without which the change still has the same effect. */
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
