/**
 * The reference server in the form that the check needs: it returns answers with their rules, explanations, and
 * answers under other profiles.
 */
import { createExplainer, type Explainer } from '../../explain/explain.ts'
import { type ContentApi, createReferenceApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { findRoute, type Routed, router } from '../../reference/route.ts'
import type { Cite, RuleId } from '../../reference/rules.ts'
import { departures, type Profile, profile as profileOf } from '../../reference/strapi/profile.ts'
import { cachedIn, LruBudget } from '../../util/cache/lru.ts'
import { type Answer, answered, type WireRequest } from '../target/target.ts'
import type { CheckedRule } from './rules.ts'

/** The profile of a real server that shows whether a refusal has a message. */
export const REAL = 'strapi-5.54-sqlite'

export interface Referenced {
  readonly answer: Answer
  /** All rules that the reference's answer follows, in the order in which the evaluation applied these rules. */
  readonly rules: readonly CheckedRule[]
  /** Returns the rules of reading that apply to one part of the reference's answer, such as `data.author`. */
  readonly rulesAt: (part: string) => readonly RuleId[]
  /** The number of steps in which the reference evaluated the request; see the option `budget` of the content API. */
  readonly steps: number
  /** The length of the reference's response body, in characters. */
  readonly length: number
  /** Whether the request is part of a write session: a write, or a request after a write. */
  readonly isOfWriting: boolean
  /**
   * Returns the answer to the same request under a changed profile. Each item of `changes` has the syntax of a switch
   * in a profile name, such as `-ne-array-or`.
   */
  readonly under: (changes: readonly string[]) => Answer
  /**
   * Returns whether the real server answers the request with status 500 instead of a refusal. The message of the
   * refusal is then the reference's own wording.
   */
  readonly isOwnWording: () => boolean
}

export interface Reference {
  readonly graph: Graph
  readonly profile: Profile
  /** Whether the profile describes a real server. The profiles `documented` and `guide` describe no real server. */
  readonly isReal: boolean
  readonly ask: (request: WireRequest) => Referenced
  /** Returns a function that answers requests from the data of another graph, under the same profile. */
  readonly over: (graph: Graph) => (request: WireRequest) => Answer
  /** Returns the explainer of answers, which may use all data of the dataset. */
  readonly explainer: () => Explainer
  readonly routeOf: (request: WireRequest) => Routed
}

/**
 * A map from each rule that an answer follows to the parts of the answer to which the rule applies. An empty text
 * stands for the whole answer.
 */
type FollowedRules = ReadonlyMap<RuleId, ReadonlySet<string>>

/**
 * Creates a reference that answers from a graph under a profile.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createReference(graph: Graph, profileName: string): Reference {
  const profile = profileOf(profileName)
  const routes = router(graph)
  let explainer: Explainer | undefined
  return {
    graph,
    profile,
    isReal: profileName.startsWith('strapi-'),
    ask: asker(graph, profileName),
    over: (other) => {
      const api = createReferenceApi(other, { profile: profileName })
      return (request) => answerOf(api, request)
    },
    explainer: () => {
      explainer ??= createExplainer(graph, { profile: profileName, developer: true })
      return explainer
    },
    routeOf: ({ method, url, headers }) =>
      findRoute(routes, { method, url, headers, cite: () => undefined, has: departures(profile) }),
  }
}

/**
 * The maximum size of the cached answers of a reference, in bytes. To name one wrong answer, the check asks for the same
 * answers many times, because several misreadings lead to the same request.
 */
const CACHED_BYTES = 16_000_000
/** The approximate number of bytes of an answer for each character of its body, with the parsed body. */
const BYTES_OF_CHARACTER = 4

function asker(graph: Graph, profileName: string): Reference['ask'] {
  const ask = uncachedAsker(graph, profileName)
  const cached = new LruBudget(CACHED_BYTES).partition<Referenced>()
  return (request) => {
    const { method, url, headers, body = '' } = request
    return cachedIn(cached, JSON.stringify([method, url, headers, body]), () => {
      const value = ask(request)
      return { value, bytes: value.length * BYTES_OF_CHARACTER }
    })
  }
}

function uncachedAsker(graph: Graph, profileName: string): Reference['ask'] {
  let steps = 0
  const spent = (more: number): void => {
    steps += more
  }
  const api = createReferenceApi(graph, { profile: profileName, spent })
  const real = createReferenceApi(graph, { profile: REAL })
  const followedBy = citing(graph, profileName)
  const under = switching(graph, profileName)
  return (request) => {
    steps = 0
    const { status, headers, body } = api.answer(request)
    const { answer } = answered(status, body, headers)
    // Computes the rules of an answer only on demand. Most callers, such as the shrinker, need only the answer.
    let known: FollowedRules | undefined
    const followed = (): FollowedRules => {
      known ??= followedBy(request)
      return known
    }
    return {
      answer,
      steps,
      length: body.length,
      isOfWriting: false,
      under: (changes) => under(changes, request),
      isOwnWording: () => answerOf(real, request).status === 500,
      get rules() {
        return [...followed().keys()]
      },
      rulesAt: (part) => [...followed()].flatMap(([rule, parts]) => (parts.has(part) ? [rule] : [])),
    }
  }
}

/** Returns a function that computes the rules that an answer follows, in order. */
function citing(graph: Graph, profile: string): (request: WireRequest) => FollowedRules {
  let followed = new Map<RuleId, Set<string>>()
  const cite: Cite = (rule, at) => {
    const parts = followed.get(rule) ?? new Set()
    followed.set(rule, parts.add(at ?? ''))
  }
  const api = createReferenceApi(graph, { profile, cite })
  return (request) => {
    followed = new Map()
    answerOf(api, request)
    return followed
  }
}

/** Returns a function that answers a request under changes of the profile. */
function switching(
  graph: Graph,
  profileName: string,
): (changes: readonly string[], request: WireRequest) => Answer {
  const others = new Map<string, ContentApi>()
  return (changes, request) => {
    const name = [profileName, ...changes].join(',')
    const other = others.get(name) ?? createReferenceApi(graph, { profile: name })
    // Caches only the reference servers for single changes of the profile, because single changes recur. Servers for
    // all sets of changes would fill the memory.
    if (changes.length < 2) others.set(name, other)
    return answerOf(other, request)
  }
}

function answerOf(api: ContentApi, request: WireRequest): Answer {
  const { status, headers, body } = api.answer(request)
  return answered(status, body, headers).answer
}
