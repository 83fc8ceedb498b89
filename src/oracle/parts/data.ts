/** Generated datasets, each with requests of its own: what differs is made smaller in both. */

import * as fc from 'fast-check'
import { type AskSeed, requestOf, seeds } from '../../../properties/arbitraries/request.ts'
import { type World, worldsOf } from '../../../properties/arbitraries/world.ts'
import { invariant } from '../../ground/invariant.ts'
import type { ApiRequest } from '../../reference/api.ts'
import { buildGraph, filesOf } from '../../reference/graph/build.ts'
import { type DatasetFiles, withDefaults } from '../../reference/graph/files.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Weighed } from '../causes/cause.ts'
import type { Tally } from '../causes/coverage.ts'
import { type Finding, findingOf, isLike } from '../causes/example.ts'
import type { Departure } from '../compare/difference.ts'
import { ask, type Exchange, judge, type Session } from '../exchange/session.ts'
import { bounded } from '../shrink/bounded.ts'
import { reduceDataset } from '../shrink/dataset.ts'
import { needless } from '../shrink/query.ts'
import { guard } from '../target/guard.ts'
import { acquaint } from './learn-names.ts'
import type { Reload, Settled } from './options.ts'

/** How many requests each dataset is asked. */
const REQUESTS = 10
/** How many smaller choices of dataset and requests are tried for one difference. */
const MAX_SHRINKS = 30
/** How many times something is then left out of the dataset, or of the request. */
const MAX_REDUCTIONS = 300

interface Scenario {
  readonly world: World
  readonly asks: readonly AskSeed[]
}

export interface DataOptions {
  readonly settled: Settled
  readonly reload: Reload
  readonly sessionFor: (target: Session['target'], graph: Graph) => Session
  readonly tally: Tally
}

export interface DataResult {
  readonly weighed: readonly Weighed[]
  /** How many requests were put. */
  readonly asked: number
  /** Why datasets could not be loaded; undefined if all could. */
  readonly problem: string | undefined
}

/** One dataset for every ten generated requests that were wanted, until one cannot be loaded. */
export async function runData(options: DataOptions): Promise<DataResult> {
  const { settled, tally } = options
  const scenarios = scenariosFor(settled.graph)
  const count = Math.ceil(settled.runs / REQUESTS / 10)
  const found: { readonly finding: Finding; count: number }[] = []
  let asked = 0
  try {
    for (const [index, scenario] of fc.sample(scenarios, { seed: settled.seed, numRuns: count }).entries()) {
      const seen = await play(scenario, options, (exchange, difference) => {
        asked++
        tally.count(exchange.referenced.rules, difference !== null)
        if (difference === null) return false
        const like = found.find(({ finding }) => isLike(finding, difference, exchange))
        if (like !== undefined) like.count++
        return like === undefined && found.length < settled.causes
      })
      settled.onProgress({ part: 'data', done: index + 1, of: count, differing: tally.differing() })
      if (seen !== undefined)
        found.push({ finding: await shrink(scenarios, index, seen, options, found), count: 1 })
    }
  } catch (error) {
    return { weighed: found, asked, problem: error instanceof Error ? error.message : String(error) }
  }
  return { weighed: found, asked, problem: undefined }
}

/** Datasets that fit the schema of a graph, and what they are asked. */
function scenariosFor(graph: Graph): fc.Arbitrary<Scenario> {
  const files = filesOf(graph)
  invariant(files !== undefined, 'the graph of a check was built from files')
  const { contentTypes, components } = withDefaults(files)
  return fc.record({
    world: worldsOf({ contentTypes, components }),
    asks: fc.array(seeds, { minLength: 1, maxLength: REQUESTS, size: 'max' }),
  })
}

/** Loads a dataset and asks, until something is found that is wanted. */
function play(
  { world, asks }: Scenario,
  options: DataOptions,
  isWanted: (exchange: Exchange, difference: Departure | null) => boolean,
): Promise<Seen | undefined> {
  const { graph, files } = world
  const asked = asks.map((seed) => requestOf(seed(graph)))
  return put({ graph, files, asked }, options, isWanted)
}

/** A difference that was seen, before it is looked into. */
interface Seen {
  readonly session: Session
  readonly exchange: Exchange
  readonly difference: Departure
  readonly files: DatasetFiles
}

function toldOf({ session, exchange, difference, files }: Seen, replay: string): Finding {
  return findingOf(session, exchange, difference, { part: 'generated', replay }, files)
}

interface Loaded {
  readonly graph: Graph
  readonly files: DatasetFiles
  readonly asked: readonly ApiRequest[]
}

async function put(
  { graph, files, asked }: Loaded,
  { reload, settled, sessionFor }: DataOptions,
  isWanted: (exchange: Exchange, difference: Departure | null) => boolean,
): Promise<Seen | undefined> {
  const target = guard(await reload(files), settled.concurrency)
  try {
    const session = sessionFor(target, graph)
    if (settled.ids === 'mapped') await acquaint(session)
    for (const request of asked) {
      const exchange = await ask(session, request)
      if (exchange.kind === 'skipped') continue
      const difference = judge(session, exchange)
      if (!isWanted(exchange, difference) || difference === null) continue
      return { session, exchange, difference, files }
    }
    return undefined
  } finally {
    await target.close()
  }
}

type Known = readonly { readonly finding: Finding }[]

async function shrink(
  scenarios: fc.Arbitrary<Scenario>,
  index: number,
  first: Seen,
  options: DataOptions,
  known: Known,
): Promise<Finding> {
  const { seed } = options.settled
  let smallest = first
  let left = MAX_SHRINKS
  const some = bounded(scenarios, () => left <= 0)
  const property = fc.asyncProperty(some, async (scenario) => {
    left--
    const seen = await play(scenario, options, isNew(known))
    if (seen !== undefined) smallest = seen
    return seen === undefined
  })
  const result = await fc.check(property, { seed, path: String(index), numRuns: 1 })
  const reduced = await reduce(smallest, options, known)
  return toldOf(reduced, `${seed}:${result.counterexamplePath ?? index}`)
}

const isNew =
  (known: Known) =>
  (exchange: Exchange, difference: Departure | null): boolean =>
    difference !== null && !known.some(({ finding }) => isLike(finding, difference, exchange))

/** Leaves out of dataset and request what makes no difference. */
async function reduce(first: Seen, options: DataOptions, known: Known): Promise<Seen> {
  let smallest = first
  let left = MAX_REDUCTIONS
  const stays = async (files: DatasetFiles, request: ApiRequest): Promise<boolean> => {
    if (left-- <= 0) return false
    const built = buildGraph(files)
    if ('faults' in built) return false
    const seen = await put({ graph: built.graph, files, asked: [request] }, options, isNew(known))
    if (seen !== undefined) smallest = seen
    return seen !== undefined
  }
  const { request } = first.exchange
  await needless(request.url, (url) => stays(first.files, { ...request, url }))
  await reduceDataset(first.files, (fewer) => stays(fewer, smallest.exchange.request))
  return smallest
}

/** Loads exactly the dataset that a replay names, and asks its requests. */
export async function replayData(
  options: DataOptions,
  text: string,
  { seed, path }: { readonly seed: number; readonly path: string },
): Promise<Finding | 'equal'> {
  const [scenario] = fc.sample(scenariosFor(options.settled.graph), { seed, path, numRuns: 1 })
  if (scenario === undefined) return 'equal'
  const seen = await play(scenario, options, (_exchange, difference) => difference !== null)
  return seen === undefined ? 'equal' : toldOf(seen, text)
}
