/** Runs rounds of requests. Each round has its own seed, which determines the graph, the profile and the requests. */
import * as fc from 'fast-check'
import { brokenRequestsFor } from '../../../properties/arbitraries/broken.ts'
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import { requestsFor } from '../../../properties/arbitraries/request.ts'
import { worlds } from '../../../properties/arbitraries/world.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { curl } from '../../../src/util/url/curl.ts'
import { anyThing, torn } from './bytes.ts'
import { decisions } from './chance.ts'
import { oddRequest } from './grammar.ts'
import { type Complaint, judge, judgeThoroughly } from './judge.ts'
import { shrunk } from './shrink.ts'
import { anyProfile, describeStage, type Spent, type Stage, showRequest, stageOf } from './stage.ts'

/** The functions that a round calls after each answer, and after each failure. */
export interface RoundCallbacks {
  readonly answered: (asked: Spent, request: unknown, stage: Stage) => void
  readonly failed: (failure: FuzzFailure) => void
}

export interface FuzzFailure {
  /** The seed of the round, with which it can be repeated. */
  readonly seed: number
  readonly stage: string
  readonly fault: string
  /** The request that fails, usually shrunk; null if the requests of the round changed the graph. */
  readonly request: unknown
}

/** The datasets, by name, that the fuzzer uses in rounds without a generated dataset. */
export type Datasets = Readonly<Record<string, Graph>>

/** The percentage of rounds that use a generated dataset (world) in place of a shipped dataset. */
const WORLDS = 45
/** The judge checks one in `THOROUGH` requests thoroughly, except requests with long answers. */
const THOROUGH = 6
const LONG = 200_000
const SOUND = 12

/** Runs a round; the same seed and datasets give the same requests. */
export function fuzzRound(
  seed: number,
  datasets: Datasets,
  requests: number,
  callbacks: RoundCallbacks,
): void {
  const roll = decisions(seed)
  const stage = anyStage(seed, datasets, roll)
  const before = fingerprint(stage.graph)
  const known = wellFormed(seed, stage.graph)
  const first: { request: unknown; fault: Complaint; asked: Spent | undefined }[] = []
  for (let at = 0; at < requests; at++) {
    const request = anyRequest(stage.graph, known, roll)
    const judged = judge(stage, request)
    const fault = judged.fault ?? (isDue(at, judged.asked) ? judgeThoroughly(stage, request) : undefined)
    if (judged.asked !== undefined) callbacks.answered(judged.asked, request, stage)
    if (fault !== undefined) callbacks.failed(failureOf(seed, stage, request, fault))
    if (at < 5) first.push({ request, ...judged })
  }
  for (const { request, asked } of first)
    if (asked !== undefined && stage.ask(request).response.body !== asked.response.body)
      callbacks.failed({ seed, stage: describeStage(stage), fault: 'answered otherwise at the end', request })
  if (fingerprint(stage.graph) !== before)
    callbacks.failed({
      seed,
      stage: describeStage(stage),
      fault: 'the requests changed the graph',
      request: null,
    })
}

/**
 * Returns whether to check a request thoroughly. A request with a long answer is rarely checked, because such a check
 * takes as long as a hundred other checks.
 */
const isDue = (at: number, asked: Spent | undefined): boolean =>
  at % ((asked?.response.body.length ?? 0) > LONG ? 20 * THOROUGH : THOROUGH) === 0

function anyStage(seed: number, datasets: Datasets, roll: Roll): Stage {
  const names = Object.keys(datasets)
  const name = roll.pick(names)
  const dataset = datasets[name]
  const chosen = anyProfile(roll)
  if (dataset !== undefined && !roll.chance(WORLDS)) return stageOf(name, dataset, chosen)
  const [world] = fc.sample(worlds(), { seed, numRuns: 1 })
  return stageOf(`world of seed ${seed}`, world?.graph ?? fallback(dataset), chosen)
}

function fallback(graph: Graph | undefined): Graph {
  if (graph === undefined) throw new Error('There is no dataset to ask')
  return graph
}

/**
 * Returns requests from the generators of the laws, valid and invalid. A round sends some of them, unchanged or with
 * changed bytes.
 */
const wellFormed = (seed: number, graph: Graph): readonly ApiRequest[] => [
  ...fc.sample(requestsFor(graph), { seed, numRuns: SOUND }),
  ...fc.sample(brokenRequestsFor(graph, { depth: 6, filterDepth: 6 }), { seed, numRuns: SOUND }),
]

function anyRequest(graph: Graph, known: readonly ApiRequest[], roll: Roll): unknown {
  const request = roll.chance(8) ? roll.pick(known) : oddRequest(graph, roll)
  if (roll.chance(25)) return torn(request, roll)
  return roll.chance(3) ? anyThing(request, roll) : request
}

function failureOf(seed: number, stage: Stage, request: unknown, fault: string): FuzzFailure {
  const kind = kindOf(fault)
  const smallest = shrunk(request, (smaller) => kindOf(judgeThoroughly(stage, smaller)) === kind)
  const found = judgeThoroughly(stage, smallest) ?? fault
  return { seed, stage: describeStage(stage), fault: found, request: smallest }
}

/**
 * Returns the description of a fault without the parts that differ between requests, so that equal kinds of faults
 * are equal.
 */
export const kindOf = (fault: Complaint): string | undefined =>
  fault?.split(/[:\n]/, 2).join(':').replaceAll(/\d+/g, '0')

/** Returns the content of a graph as text, to detect requests that change it. */
function fingerprint({ tables, access, settings }: Graph): string {
  const rows = [...tables].map(([uid, table]) => [uid, table.rows.length, table.rows, [...table.byId.keys()]])
  return JSON.stringify([rows, [...access.tokens], settings])
}

/** Returns a text about a failure, with the command that reproduces it. */
export function formatFuzzFailure({ seed, stage, fault, request }: FuzzFailure): string {
  return [
    fault,
    `  on       ${stage}`,
    `  request  ${showRequest(request, 2_000)}`,
    `  curl     ${isRequest(request) ? curlOf(request).slice(0, 2_000) : '(no request)'}`,
    `  again    npm run search -- fuzz --seed ${seed} --rounds 1`,
  ].join('\n')
}

const isRequest = (request: unknown): request is ApiRequest =>
  typeof request === 'object' && request !== null && 'url' in request && typeof request.url === 'string'

function curlOf({ method, url, headers }: ApiRequest): string {
  const sent = Object.entries(headers ?? {}).filter(([, value]) => typeof value === 'string')
  return curl({
    method: typeof method === 'string' ? method : 'GET',
    url: `http://localhost:1337${url}`,
    headers: Object.fromEntries(sent),
  })
}
