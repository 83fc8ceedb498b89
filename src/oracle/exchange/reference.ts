/**
 * The reference: the answer to a request, the rules it follows, why it is as it is, and what it would be with a switch
 * more or less.
 */
import { createExplainer, type Explainer } from '../../explain/explain.ts'
import { type ContentApi, createContentApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { findRoute, type Routed, router } from '../../reference/route.ts'
import type { Cite, RuleId } from '../../reference/rules.ts'
import { departures, type Profile, profile as profileOf } from '../../reference/strapi/profile.ts'
import { type Answer, answered, type WireRequest } from '../target/target.ts'
import type { CheckedRule } from './rules.ts'

/** The profile of the server that words are taken from. */
export const REAL = 'strapi-5.54-sqlite'

export interface Referenced {
  readonly answer: Answer
  /** Every rule that the answer follows, in the order in which it was followed. */
  readonly rules: readonly CheckedRule[]
  /** Those of reading that are about one part of it, such as `data.author`; none for a part that it does not have. */
  readonly rulesAt: (part: string) => readonly RuleId[]
  /** How many steps it took to work it out; see `budget` of the content API. */
  readonly steps: number
  /** Characters of its body. */
  readonly length: number
  /** Whether it is the answer to a write, or to a request after one. */
  readonly isOfWriting: boolean
  /** The answer with changes of the profile, written as in its name. */
  readonly under: (changes: readonly string[]) => Answer
  /** Whether the real server fails with status 500 here, so that the words of the refusal are the reference's own. */
  readonly isOwnWording: () => boolean
}

export interface Reference {
  readonly graph: Graph
  readonly profile: Profile
  /** Whether the profile is that of a real server, and not what the guide says. */
  readonly isReal: boolean
  readonly ask: (request: WireRequest) => Referenced
  /** Why its answers are as they are, all that the dataset holds being known. */
  readonly explainer: () => Explainer
  readonly routeOf: (request: WireRequest) => Routed
}

/** Each rule with the parts that it is about; the empty text stands for the answer as a whole. */
type Followed = Map<RuleId, Set<string>>

/** @throws ProfileError for an unknown profile or quirk. */
export function createReference(graph: Graph, profileName: string): Reference {
  const profile = profileOf(profileName)
  let steps = 0
  const api = createContentApi(graph, {
    profile: profileName,
    spent: (more) => {
      steps += more
    },
  })
  let followed: Followed = new Map()
  const cite: Cite = (rule, at) => {
    const parts = followed.get(rule) ?? new Set()
    followed.set(rule, parts.add(at ?? ''))
  }
  const citing = createContentApi(graph, { profile: profileName, cite })
  const followedBy = (request: WireRequest): Followed => {
    followed = new Map()
    answerOf(citing, request)
    return followed
  }
  let explainer: Explainer | undefined
  const routes = router(graph)
  const others = new Map<string, ContentApi>()
  const under = (changes: readonly string[], request: WireRequest): Answer => {
    const name = [profileName, ...changes].join(',')
    const other = others.get(name) ?? createContentApi(graph, { profile: name })
    // Only single changes come again and again; sets of many would fill the memory.
    if (changes.length < 2) others.set(name, other)
    return answerOf(other, request)
  }
  const real = createContentApi(graph, { profile: REAL })
  return {
    graph,
    profile,
    isReal: profileName.startsWith('strapi-'),
    ask: (request) => {
      steps = 0
      const { status, headers, body } = api.answer(request)
      const { answer } = answered(status, body, headers)
      const taken = steps
      // Most of those who ask want the answer alone: while a request is made smaller, say.
      let known: Followed | undefined
      const all = (): Followed => {
        known ??= followedBy(request)
        return known
      }
      return {
        answer,
        steps: taken,
        length: body.length,
        isOfWriting: false,
        under: (changes) => under(changes, request),
        isOwnWording: () => answerOf(real, request).status === 500,
        get rules() {
          return [...all().keys()]
        },
        rulesAt: (part) => [...all()].flatMap(([rule, parts]) => (parts.has(part) ? [rule] : [])),
      }
    },
    explainer: () => {
      explainer ??= createExplainer(graph, { profile: profileName, developer: true })
      return explainer
    },
    routeOf: ({ method, url, headers }) =>
      findRoute(routes, {
        method,
        url,
        headers,
        cite: () => undefined,
        has: departures(profile),
      }),
  }
}

function answerOf(api: ContentApi, request: WireRequest): Answer {
  const { status, headers, body } = api.answer(request)
  return answered(status, body, headers).answer
}
