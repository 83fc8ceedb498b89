/** Checks laws on generated worlds, and returns the smallest failure with all data that repeating the failure needs. */
import * as fc from 'fast-check'
import { type ApiOptions, type ApiRequest, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { type World, worlds } from '../arbitraries/world.ts'
import { type ExperimentInput, experimentInputs, type Fault, type Law } from '../laws/law.ts'
import type { Server } from '../server.ts'
import { tryExperiment } from './experiment.ts'
import { fail, parameters, type Runs, textOfError } from './law.ts'
import type { Failure } from './report.ts'

/**
 * Checks a law on generated worlds, and returns the failure; undefined if the law holds.
 *
 * ```ts
 * const failure = await check(LAWS[0], { runs: 100, seed: 1 })
 * ```
 */
export async function check(law: Law, how: Runs): Promise<Failure | undefined> {
  const property = fc.asyncProperty(worlds(), experimentInputs, async (world, input) =>
    fail(await faultOf(law, world, input, documented(world))),
  )
  const result = await fc.check(property, parameters(how))
  if (!result.failed || result.counterexample === null) return undefined
  const [world, input] = result.counterexample
  const { requests = [], changed } = partsOf(law, world, input)
  return {
    law,
    fault: textOfError(result.errorInstance),
    seed: how.seed,
    path: result.counterexamplePath ?? '',
    files: world.files,
    ...(changed === undefined ? {} : { changed }),
    requests,
  }
}

/**
 * The first fault of a law, with the path of the input. A call of `check(law, { ...how, path })` repeats and shrinks
 * the failure.
 */
export interface Violation {
  readonly law: Law
  readonly fault: string
  readonly path: string
}

/** A server with the data of a generated world, and a function that returns whether the server must keep a law. */
export interface WorldServer {
  readonly server: Server
  /** The data of the server: the graph of the world, or an edited graph. */
  readonly graph: Graph
  readonly keeps: (law: Law) => boolean
}

/** Returns a server with the profile `documented` and the data of a world. */
const documented = ({ graph }: World): WorldServer => servedBy(graph, {})

/** Makes a server with the data of a graph, for checks in which the server must keep every law. */
export const servedBy = (graph: Graph, options: ApiOptions): WorldServer => ({
  server: createReferenceApi(graph, options).answer,
  graph,
  keeps: () => true,
})

interface SweepRuns extends Runs {
  /**
   * Creates the server of a world; by default, a server with the profile `documented`. The parameter `at` is the
   * position of the world in the run, counted from 0.
   */
  readonly serve?: (world: World, input: ExperimentInput, at: number) => WorldServer
}

/**
 * Checks many laws on the same worlds, and reports the first fault of each law as soon as it is found. Checking all
 * laws on the same worlds is much faster than checking one law after the other. With the same seed, `check` generates
 * the same worlds.
 */
export async function sweep(
  laws: readonly Law[],
  { runs, seed, serve = documented }: SweepRuns,
  onFault: (violation: Violation) => Promise<void> | void,
  onWorld: (count: number) => void = () => {},
): Promise<void> {
  const standing = new Set(laws)
  let at = 0
  const property = fc.asyncProperty(worlds(), experimentInputs, async (world, input) => {
    const path = String(at)
    const served = serve(world, input, at++)
    for (const law of standing) {
      if (!served.keeps(law)) continue
      const fault = await faultOf(law, world, input, served).catch(textOfError)
      if (fault === undefined) continue
      standing.delete(law)
      await onFault({ law, fault, path })
    }
    onWorld(at)
  })
  await fc.assert(property, { numRuns: runs, seed })
}

async function faultOf(
  law: Law,
  world: World,
  input: ExperimentInput,
  { server, graph }: WorldServer,
): Promise<Fault> {
  if (law.scope === 'world') return law.experiment(world, input)?.fault()
  const experiment = law.experiment(graph, input)
  if (experiment === undefined) return undefined
  return (await tryExperiment(law, experiment, server, { isMeasured: false }))?.fault
}

function partsOf(
  law: Law,
  world: World,
  input: ExperimentInput,
): { requests?: readonly ApiRequest[]; changed?: DatasetFiles } {
  return (law.scope === 'world' ? law.experiment(world, input) : law.experiment(world.graph, input)) ?? {}
}
