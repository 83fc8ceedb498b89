/** Generates random requests for a real server, each once, with limited depth and length. */
import * as fc from 'fast-check'
import { brokenRequestsFor } from '../../../properties/arbitraries/broken.ts'
import { requestsFor } from '../../../properties/arbitraries/request.ts'
import { dataRequests } from '../../../src/oracle/requests/from-data.ts'
import type { WireRequest } from '../../../src/oracle/target/target.ts'
import { isHttpMethod, isReading, onWire } from '../../../src/oracle/target/wire.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { decisions } from '../../search/fuzz/chance.ts'
import { oddRequest } from '../../search/fuzz/grammar.ts'
import { crossedRequest } from './crossed.ts'

export type Mix = 'sound' | 'malformed'

/** The maximum number of levels of populate, because a deeper populate could keep a real server busy forever. */
const MAX_LEVELS = 6
const MAX_BYTES = 1500

/** Generates `count` requests; the seed determines them. */
export function randomRequests(graph: Graph, mix: Mix, count: number, seed: number): readonly WireRequest[] {
  const known = new Map<string, WireRequest>()
  for (let round = 0; known.size < count && round < MAX_ROUNDS; round++) {
    const drawn = draw(graph, mix, Math.max(count, 100), seed + round * ROUND_STEP)
    for (const request of drawn.map(onWire)) {
      if (known.size < count && isHarmless(request)) known.set(JSON.stringify(request), request)
    }
  }
  return [...known.values()]
}

const MAX_ROUNDS = 20
/** The distance between the seeds of rounds; it is so large that rounds of neighbouring seeds do not overlap. */
const ROUND_STEP = 1_000_003

function draw(graph: Graph, mix: Mix, count: number, seed: number): readonly ApiRequest[] {
  const sample = (arbitrary: fc.Arbitrary<ApiRequest>, share: number): readonly ApiRequest[] =>
    fc.sample(arbitrary, { seed, numRuns: Math.ceil(count * share) })
  if (mix === 'sound') return mingled([sample(requestsFor(graph), 0.6), sample(dataRequests(graph), 0.4)])
  const roll = decisions(seed)
  const many = (share: number, one: () => ApiRequest): readonly ApiRequest[] =>
    Array.from({ length: Math.ceil(count * share) }, one)
  return mingled([
    sample(brokenRequestsFor(graph), 0.5),
    many(0.25, () => oddRequest(graph, roll)),
    many(0.25, () => crossedRequest(graph, roll)),
  ])
}

/** Interleaves lists, so that a prefix of the result has about the same share of each list. */
function mingled<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const placed = lists.flatMap((list) => list.map((item, at) => ({ item, place: at / list.length })))
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item)
}

/** Returns whether a real server can answer the request in reasonable time and without side effects. */
function isHarmless(request: WireRequest): boolean {
  if (!isReading(request) || !isHttpMethod(request) || request.url.length > MAX_BYTES) return false
  const [, query = ''] = request.url.split(/\?(.*)/s)
  return query.split('&').every((part) => {
    const levels = part.split(/%5Bpopulate|\[populate/i).length - 1
    const names = part.split(/\.|%2E/i).length - 1
    return levels <= MAX_LEVELS && names <= MAX_LEVELS
  })
}
