/**
 * Tests the target with generated datasets, and with generated requests over each of these datasets. Shrinks the
 * dataset and the request of each finding.
 */
import * as fc from 'fast-check'
import { type AskSeed, requestOf, seeds } from '../../../properties/arbitraries/request.ts'
import { type World, worldsOf } from '../../../properties/arbitraries/world.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { buildGraph, filesOf } from '../../reference/load/build.ts'
import { type DatasetFiles, withDefaults } from '../../reference/load/files/files.ts'
import { invariant } from '../../util/invariant.ts'
import { suspectsOf } from '../attribution/reading.ts'
import { topKey } from '../attribution/suspect.ts'
import { featureOfRequest } from '../causes/features.ts'
import type { Finding } from '../causes/finding.ts'
import type { Results } from '../causes/results.ts'
import type { Difference } from '../compare/difference.ts'
import { ask, compareExchange, type Exchange } from '../exchange/session.ts'
import { reduceDataset } from '../shrink/dataset.ts'
import { needlessParts } from '../shrink/query.ts'
import { createShrinker } from '../shrink/shrink.ts'
import type { Reload } from '../target/recovery/reload.ts'
import { pairNames } from './pair-names.ts'
import { readReplay } from './replay.ts'
import { countExchange, type Run, reportProgress, startRun } from './run.ts'

/** The maximum number of requests that a run sends over each generated dataset. */
const REQUESTS = 10
/** The maximum number of smaller scenarios (a dataset with requests) to try for one mismatch. */
const MAX_SHRINKS = 30
/**
 * The maximum number of smaller scenarios to try for a request without an answer. This maximum is low, because each
 * smaller scenario may wait for a timeout.
 */
const MAX_SHRINKS_WITHOUT_ANSWER = 10
/** The maximum number of further reductions of dataset and request, after the smaller scenarios have been tried. */
const MAX_REDUCTIONS = 300

/** A run whose target can load other datasets. */
export interface DataRun extends Run {
  readonly reload: Reload
}

interface Scenario {
  readonly world: World
  readonly asks: readonly AskSeed[]
}

/**
 * Tests one generated dataset for each hundred generated requests of the run. Stops when a dataset cannot be loaded,
 * or when the target no longer answers.
 */
export async function runData(run: DataRun): Promise<Pick<Results, 'findings' | 'problem'>> {
  const { settings } = run
  const { graph, runs, seed, causes } = settings
  const scenarios = scenariosFor(graph)
  const count = Math.ceil(runs / REQUESTS / 10)
  const findings = new Map<string, Finding>()
  const isNew: IsWanted = ({ exchange, difference, run }) =>
    difference !== null && !findings.has(topSuspect({ exchange, difference, run }))
  const found = (problem?: string) => ({ findings: [...findings.values()], problem })
  try {
    for (const [index, scenario] of fc.sample(scenarios, { seed, numRuns: count }).entries()) {
      const shown = await play(run, scenario, (sent) => {
        const { exchange, difference } = sent
        countExchange(run, exchange, difference !== null)
        if (difference === null) return false
        const key = topSuspect({ ...sent, difference })
        const known = findings.get(key)
        if (known !== undefined) findings.set(key, { ...known, count: known.count + 1 })
        return known === undefined && findings.size < causes
      })
      reportProgress(run, 'data', index + 1, count)
      if (run.session.target.givenUp() !== undefined) break
      if (shown !== undefined)
        findings.set(topSuspect(shown), await shrunk(run, scenarios, index, shown, isNew))
    }
  } catch (error) {
    return found(error instanceof Error ? error.message : String(error))
  }
  return found()
}

/** Returns the key of the strongest suspect of a mismatch over a generated dataset. */
function topSuspect({ run: { session }, exchange, difference }: Omit<DataMismatch, 'files'>): string {
  return topKey(suspectsOf(session, exchange, difference))
}

/**
 * Creates the generator of scenarios. A scenario is a dataset with the schema of `graph`, together with the seeds of
 * the requests over it.
 */
function scenariosFor(graph: Graph): fc.Arbitrary<Scenario> {
  const files = filesOf(graph)
  invariant(files !== undefined, 'the graph of a check was built from files')
  const { contentTypes, components } = withDefaults(files)
  return fc.record({
    world: worldsOf({ contentTypes, components }),
    asks: fc.array(seeds, { minLength: 1, maxLength: REQUESTS, size: 'max' }),
  })
}

/** An exchange over a generated dataset, with a run whose reference answers from this dataset. */
interface DatasetExchange {
  readonly run: Run
  readonly exchange: Exchange
  readonly difference: Difference | null
}

type IsWanted = (sent: DatasetExchange) => boolean

/** A mismatch over a generated dataset, with the files of the dataset and a run whose reference answers from it. */
interface DataMismatch {
  readonly run: Run
  readonly exchange: Exchange
  readonly difference: Difference
  readonly files: DatasetFiles
}

function findingOf({ run, exchange, difference, files }: DataMismatch, replay: string): Finding {
  const example = run.exampleOf(exchange, difference, { part: 'generated', replay }, { files })
  return run.makeFinding(exchange, difference, { part: 'data', example }, featureOfRequest(exchange.request))
}

/**
 * Loads the dataset of a scenario into the target, and sends the requests of the scenario until a wanted mismatch is
 * found.
 */
function play(
  run: DataRun,
  { world, asks }: Scenario,
  isWanted: IsWanted,
): Promise<DataMismatch | undefined> {
  const { graph, files } = world
  return runScenario(run, { graph, files, requests: asks.map((seed) => requestOf(seed(graph))) }, isWanted)
}

interface Loaded {
  readonly graph: Graph
  readonly files: DatasetFiles
  readonly requests: readonly ApiRequest[]
}

async function runScenario(
  { session, reload, settings, coverage }: DataRun,
  { graph, files, requests }: Loaded,
  isWanted: IsWanted,
): Promise<DataMismatch | undefined> {
  const target = session.target.withSharedCounters(await reload(files))
  try {
    const run = startRun(settings, target, graph, coverage, session.flaky)
    if (settings.ids === 'mapped') await pairNames(run.session)
    for (const request of requests) {
      const exchange = await ask(run.session, request)
      if (exchange.kind === 'skipped') continue
      const difference = compareExchange(run.session, exchange)
      const isFound = isWanted({ run, exchange, difference })
      if (isFound && difference !== null) return { run, exchange, difference, files }
    }
    return undefined
  } finally {
    await target.close()
  }
}

/**
 * Shrinks the dataset and the request of a mismatch, as long as the smaller dataset and request still show a
 * mismatch.
 */
async function shrunk(
  run: DataRun,
  scenarios: fc.Arbitrary<Scenario>,
  index: number,
  first: DataMismatch,
  isNew: IsWanted,
): Promise<Finding> {
  const { seed } = run.settings
  const isAnswered = first.exchange.outcome.kind === 'answered'
  const shrinker = createShrinker(first, isAnswered ? MAX_SHRINKS : MAX_SHRINKS_WITHOUT_ANSWER)
  const path = await shrinker.choices(scenarios, { seed, index }, (scenario) => play(run, scenario, isNew))
  if (isAnswered) shrinker.grant(MAX_REDUCTIONS)
  const show = async (files: DatasetFiles, request: ApiRequest): Promise<DataMismatch | undefined> => {
    const built = buildGraph(files)
    if ('faults' in built) return undefined
    return runScenario(run, { graph: built.graph, files, requests: [request] }, isNew)
  }
  const { exchange, files } = shrinker.smallest()
  await needlessParts(exchange.request.url, (url) =>
    shrinker.attempt(() => show(files, { ...exchange.request, url })),
  )
  await reduceDataset(files, (fewer) =>
    shrinker.attempt(() => show(fewer, shrinker.smallest().exchange.request)),
  )
  return findingOf(shrinker.smallest(), `${seed}:${path}`)
}

/**
 * Loads the generated dataset that a `--replay` value names, and sends the requests of its scenario until an answer
 * differs.
 */
export async function replayData(run: DataRun, text: string): Promise<Finding | 'equal'> {
  const { seed, path } = readReplay(text)
  const [scenario] = fc.sample(scenariosFor(run.settings.graph), { seed, path, numRuns: 1 })
  if (scenario === undefined) return 'equal'
  const shown = await play(run, scenario, ({ difference }) => difference !== null)
  return shown === undefined ? 'equal' : findingOf(shown, text)
}
