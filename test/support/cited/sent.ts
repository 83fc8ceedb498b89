/** Collects requests for the citation tests from the suite, the recordings and generators. */
import * as fc from 'fast-check'
import { brokenRequestsFor } from '../../../properties/arbitraries/broken.ts'
import { requestsFor } from '../../../properties/arbitraries/request.ts'
import { worlds } from '../../../properties/arbitraries/world.ts'
import { loadSuite } from '../../../src/oracle/suite/suite.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { graphOf } from '../datasets.ts'
import { readRecordings, graph as recorded } from '../recordings.ts'
import { type Answered, answerer } from './answered.ts'

export interface Sent {
  readonly graph: Graph
  readonly profile: string
  readonly request: ApiRequest
}

const bearer = (token: string | undefined) =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

export const ofSuite = (): readonly Sent[] =>
  loadSuite().map(({ dataset, profile = 'documented', request: { method, url, headers, token } }) => ({
    graph: graphOf(dataset),
    profile,
    request: { method, url, headers: { ...headers, ...bearer(token) } },
  }))

export const ofRecordings = (profile: string): readonly Sent[] =>
  readRecordings().map(({ method = 'GET', path, auth, headers }) => ({
    graph: recorded,
    profile,
    request: { method, url: path, headers: { ...bearer(auth === 'none' ? undefined : auth), ...headers } },
  }))

const sampled = (graph: Graph, numRuns: number, seed: number): readonly Sent[] =>
  [requestsFor(graph), brokenRequestsFor(graph)].flatMap((requests) =>
    fc.sample(requests, { seed, numRuns }).map((request) => ({ graph, profile: 'documented', request })),
  )

export const ofWorlds = (count: number, seed: number): readonly Sent[] =>
  fc.sample(worlds(), { seed, numRuns: count }).flatMap(({ graph }, at) => sampled(graph, 4, seed + at))

export const ofDatasets = (count: number, seed: number): readonly Sent[] =>
  ['guide', 'corners', 'strapi-5.54'].flatMap((name) => sampled(graphOf(name), count, seed))

const answerers = new Map<Graph, Map<string, ReturnType<typeof answerer>>>()

/** Answers a request; undefined if the answer has no entries. */
export function answerOf({ graph, profile, request }: Sent): Answered | undefined {
  const known = answerers.get(graph) ?? new Map()
  answerers.set(graph, known)
  const answer = known.get(profile) ?? answerer(graph, profile)
  known.set(profile, answer)
  return answer(request)
}
