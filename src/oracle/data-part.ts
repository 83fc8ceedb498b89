/** Generated datasets, each with requests of its own: what differs is made smaller in both. */
import * as fc from 'fast-check'
import { type AskSeed, requestOf, seeds } from '../../properties/arbitraries/request.ts'
import { type World, worldsOf } from '../../properties/arbitraries/world.ts'
import type { ApiRequest } from '../api.ts'
import { filesOf } from '../graph/build.ts'
import { withDefaults } from '../graph/files.ts'
import type { Graph } from '../graph/graph.ts'
import { invariant } from '../invariant.ts'
import type { Difference } from '../suite/suite.ts'
import { acquaint } from './acquaint.ts'
import type { Weighed } from './causes.ts'
import { type Finding, findingOf, isLike } from './finding.ts'
import { guard } from './guard.ts'
import type { Reload, Settled } from './options.ts'
import { ask, type Exchange, judge, type Session } from './session.ts'
import type { Tally } from './tally.ts'

/** How many requests each dataset is asked. */
const REQUESTS = 10
/** How many smaller datasets are tried for one difference. */
const MAX_SHRINKS = 300

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
async function play(
  { world, asks }: Scenario,
  { reload, settled, sessionFor }: DataOptions,
  isWanted: (exchange: Exchange, difference: Difference | null) => boolean,
): Promise<Finding | undefined> {
  const target = guard(await reload(world.files), settled.concurrency)
  try {
    const session = sessionFor(target, world.graph)
    if (settled.ids === 'mapped') await acquaint(session)
    for (const seed of asks) {
      const request: ApiRequest = requestOf(seed(world.graph), world.graph.settings.prefix)
      const exchange = await ask(session, request)
      if (exchange.kind === 'skipped') continue
      const difference = judge(session, exchange)
      if (!isWanted(exchange, difference) || difference === null) continue
      return findingOf(session, exchange, difference, { part: 'generated', replay: '' }, world.files)
    }
    return undefined
  } finally {
    await target.close()
  }
}

async function shrink(
  scenarios: fc.Arbitrary<Scenario>,
  index: number,
  first: Finding,
  options: DataOptions,
  known: readonly { readonly finding: Finding }[],
): Promise<Finding> {
  const { seed } = options.settled
  let smallest = first
  let left = MAX_SHRINKS
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    if (left-- <= 0) return true
    const finding = await play(scenario, options, (exchange, difference) => {
      if (difference === null) return false
      return !known.some((one) => isLike(one.finding, difference, exchange))
    })
    if (finding !== undefined) smallest = finding
    return finding === undefined
  })
  const result = await fc.check(property, { seed, path: String(index), numRuns: 1 })
  return {
    ...smallest,
    origin: { part: 'generated', replay: `${seed}:${result.counterexamplePath ?? index}` },
  }
}

/** Loads exactly the dataset that a replay names, and asks its requests. */
export async function replayData(
  options: DataOptions,
  text: string,
  { seed, path }: { readonly seed: number; readonly path: string },
): Promise<Finding | undefined> {
  const [scenario] = fc.sample(scenariosFor(options.settled.graph), { seed, path, numRuns: 1 })
  if (scenario === undefined) return undefined
  const finding = await play(scenario, options, (_exchange, difference) => difference !== null)
  return finding === undefined ? undefined : { ...finding, origin: { part: 'generated', replay: text } }
}
