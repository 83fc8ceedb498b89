/** Generated datasets, each with requests of its own: what differs is made smaller in both. */
import * as fc from 'fast-check'
import { type AskSeed, requestOf, seeds } from '../../../properties/arbitraries/request.ts'
import { type World, worldsOf } from '../../../properties/arbitraries/world.ts'
import { invariant } from '../../ground/invariant.ts'
import type { ApiRequest } from '../../reference/api.ts'
import { buildGraph, filesOf } from '../../reference/graph/build.ts'
import { type DatasetFiles, withDefaults } from '../../reference/graph/files.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Example } from '../causes/example.ts'
import { createFindings, type Findings } from '../causes/finding.ts'
import type { Results } from '../causes/results.ts'
import type { Difference } from '../compare/difference.ts'
import { ask, type Exchange } from '../exchange/session.ts'
import { reduceDataset } from '../shrink/dataset.ts'
import { needlessParts } from '../shrink/query.ts'
import { createShrinker } from '../shrink/shrink.ts'
import type { Reload } from '../target/reload.ts'
import { steadyDifference } from './generated.ts'
import { learnNames } from './learn-names.ts'
import { readReplay } from './replay.ts'
import { type Run, startRun, tell } from './run.ts'

/** How many requests each dataset is asked. */
const REQUESTS = 10
/** How many smaller choices of dataset and requests are tried for one difference. */
const MAX_SHRINKS = 30
/** How many for one that is no answer at all, which may take its time. */
const MAX_SHRINKS_WITHOUT_ANSWER = 10
/** How many times something is then left out of the dataset, or of the request. */
const MAX_REDUCTIONS = 300

/** A run whose target can load datasets. */
export interface DataRun extends Run {
  readonly reload: Reload
}

interface Scenario {
  readonly world: World
  readonly asks: readonly AskSeed[]
}

/** One dataset for every ten generated requests that were wanted, until one cannot be loaded. */
export async function runData(run: DataRun): Promise<Pick<Results, 'findings' | 'problem'>> {
  const { settings, coverage } = run
  const { graph, runs, seed, causes } = settings
  const scenarios = scenariosFor(graph)
  const count = Math.ceil(runs / REQUESTS / 10)
  const findings = createFindings()
  try {
    for (const [index, scenario] of fc.sample(scenarios, { seed, numRuns: count }).entries()) {
      const shown = await play(run, scenario, (exchange, difference) => {
        coverage.count(exchange.referenced.rules, difference !== null)
        if (difference === null || findings.count(difference, exchange)) return false
        return findings.all().length < causes
      })
      tell(run, 'data', index + 1, count)
      if (run.session.target.givenUp() !== undefined) break
      if (shown !== undefined) findings.add(await shrunk(run, scenarios, index, shown, findings))
    }
  } catch (error) {
    return { findings: findings.all(), problem: error instanceof Error ? error.message : String(error) }
  }
  return { findings: findings.all(), problem: undefined }
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

type IsWanted = (exchange: Exchange, difference: Difference | null) => boolean

/** A difference over a dataset, with the run that the dataset was asked in. */
interface Shown {
  readonly run: Run
  readonly exchange: Exchange
  readonly difference: Difference
  readonly files: DatasetFiles
}

const exampleOf = ({ run, exchange, difference, files }: Shown, replay: string): Example =>
  run.exampleOf(exchange, difference, { part: 'generated', replay }, files)

/** Loads a dataset and asks, until something is found that is wanted. */
function play(run: DataRun, { world, asks }: Scenario, isWanted: IsWanted): Promise<Shown | undefined> {
  const { graph, files } = world
  return askAbout(run, { graph, files, requests: asks.map((seed) => requestOf(seed(graph))) }, isWanted)
}

interface Loaded {
  readonly graph: Graph
  readonly files: DatasetFiles
  readonly requests: readonly ApiRequest[]
}

async function askAbout(
  { session, reload, settings, coverage }: DataRun,
  { graph, files, requests }: Loaded,
  isWanted: IsWanted,
): Promise<Shown | undefined> {
  const target = session.target.beside(await reload(files))
  try {
    const run = startRun(settings, target, graph, coverage, session.flaky)
    if (settings.ids === 'mapped') await learnNames(run.session)
    for (const request of requests) {
      const exchange = await ask(run.session, request)
      if (exchange.kind === 'skipped') continue
      const difference = await steadyDifference(run.session, exchange)
      if (difference === 'gone') continue
      if (isWanted(exchange, difference) && difference !== null) return { run, exchange, difference, files }
    }
    return undefined
  } finally {
    await target.close()
  }
}

/** The smallest dataset and request found that still differ, and not in a way that is already known. */
async function shrunk(
  run: DataRun,
  scenarios: fc.Arbitrary<Scenario>,
  index: number,
  first: Shown,
  findings: Findings,
): Promise<Example> {
  const { seed } = run.settings
  const isAnswered = first.exchange.outcome.kind === 'answered'
  const shrinker = createShrinker(first, isAnswered ? MAX_SHRINKS : MAX_SHRINKS_WITHOUT_ANSWER)
  const isNew: IsWanted = (exchange, difference) =>
    difference !== null && findings.isNew(difference, exchange)
  const path = await shrinker.choices(scenarios, { seed, index }, (scenario) => play(run, scenario, isNew))
  if (isAnswered) shrinker.grant(MAX_REDUCTIONS)
  const show = async (files: DatasetFiles, request: ApiRequest): Promise<Shown | undefined> => {
    const built = buildGraph(files)
    if ('faults' in built) return undefined
    return askAbout(run, { graph: built.graph, files, requests: [request] }, isNew)
  }
  const { exchange, files } = shrinker.smallest()
  await needlessParts(exchange.request.url, (url) =>
    shrinker.attempt(() => show(files, { ...exchange.request, url })),
  )
  await reduceDataset(files, (fewer) =>
    shrinker.attempt(() => show(fewer, shrinker.smallest().exchange.request)),
  )
  return exampleOf(shrinker.smallest(), `${seed}:${path}`)
}

/** Loads exactly the dataset that a replay names, and asks its requests. */
export async function replayData(run: DataRun, text: string): Promise<Example | 'equal'> {
  const { seed, path } = readReplay(text)
  const [scenario] = fc.sample(scenariosFor(run.settings.graph), { seed, path, numRuns: 1 })
  if (scenario === undefined) return 'equal'
  const shown = await play(run, scenario, (_exchange, difference) => difference !== null)
  return shown === undefined ? 'equal' : exampleOf(shown, text)
}
