/** Runs a law many times and reports the smallest failure with everything needed to repeat it. */

import { performance } from 'node:perf_hooks'
import * as fc from 'fast-check'
import { type ApiRequest, createReferenceApi } from '../src/reference/api.ts'
import type { Graph } from '../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../src/reference/load/files/files.ts'
import { curl } from '../src/util/url/curl.ts'
import { type World, worlds } from './arbitraries/world.ts'
import {
  type Experiment,
  type Fault,
  type Law,
  type LiveLaw,
  type Luck,
  lucks,
  type Reply,
  replyOf,
} from './laws/law.ts'
import type { Server } from './server.ts'

export interface Runs {
  readonly runs: number
  readonly seed: number
  /** Repeats the failure that was reported with this path. */
  readonly path?: string
}

const parameters = ({ runs, seed, path }: Runs) => ({
  numRuns: runs,
  seed,
  ...(path === undefined ? {} : { path }),
})

/** A failure of a law, shrunk. */
export interface Failure {
  readonly law: Law
  readonly fault: string
  readonly seed: number
  readonly path: string
  /** undefined for a check of a server. */
  readonly files: DatasetFiles | undefined
  readonly changed: DatasetFiles | undefined
  readonly requests: readonly ApiRequest[]
}

/** Checks a law on generated worlds; undefined if it holds. */
export async function check(law: Law, how: Runs): Promise<Failure | undefined> {
  const property = fc.asyncProperty(worlds(), lucks, async (world, luck) =>
    fail(await faultOf(law, world, luck)),
  )
  const result = await fc.check(property, parameters(how))
  if (!result.failed || result.counterexample === null) return undefined
  const [world, luck] = result.counterexample
  const { requests = [], changed } = partsOf(law, world, luck)
  return {
    law,
    fault: textOfError(result.errorInstance),
    seed: how.seed,
    path: result.counterexamplePath ?? '',
    files: world.files,
    changed,
    requests,
  }
}

/** The first fault of a law, with the path to repeat and shrink it: `check(law, { ...how, path })`. */
export interface Fallen {
  readonly law: Law
  readonly fault: string
  readonly path: string
}

/**
 * Checks many laws on the same worlds and reports the first fault of each at once. Sharing the worlds is much
 * faster than one law after the other. `check` with the same seed generates the same worlds.
 */
export async function sweep(
  laws: readonly Law[],
  { runs, seed }: Runs,
  onFault: (fallen: Fallen) => Promise<void> | void,
  onWorld: (count: number) => void = () => {},
): Promise<void> {
  const standing = new Set(laws)
  let at = 0
  const property = fc.asyncProperty(worlds(), lucks, async (world, luck) => {
    const path = String(at++)
    for (const law of standing) {
      const fault = await faultOf(law, world, luck).catch(textOfError)
      if (fault === undefined) continue
      standing.delete(law)
      await onFault({ law, fault, path })
    }
    onWorld(at)
  })
  await fc.assert(property, { numRuns: runs, seed })
}

/** Checks a live law on a server with the schema, settings and roles of `graph`; ignores its rows. */
export function checkServer(
  law: LiveLaw,
  server: Server,
  graph: Graph,
  how: Runs,
): Promise<Failure | undefined> {
  return checkLive(law, graph, how, (experiment) => faultAt(server, experiment))
}

/**
 * Checks a live law with a caller that sends the requests and judges the replies (`faultOf`). Stops generating
 * experiments from `from` once it `isEnough`.
 */
export async function checkLive(
  law: LiveLaw,
  graph: Graph,
  how: Runs,
  faultOf: (experiment: Experiment) => Promise<Fault>,
  from: fc.Arbitrary<Luck> = lucks,
  isEnough: () => boolean = () => false,
): Promise<Failure | undefined> {
  const property = fc.asyncProperty(from, async (luck) => {
    if (isEnough()) return
    const experiment = law.experiment(graph, luck)
    fail(experiment === undefined ? undefined : await faultOf(experiment))
  })
  const result = await fc.check(property, parameters(how))
  if (!result.failed || result.counterexample === null) return undefined
  const [luck] = result.counterexample
  const requests = law.experiment(graph, luck)?.requests ?? []
  return {
    law,
    fault: textOfError(result.errorInstance),
    seed: how.seed,
    path: result.counterexamplePath ?? '',
    files: undefined,
    changed: undefined,
    requests,
  }
}

function textOfError(error: unknown): string {
  if (error instanceof LawBroken) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

class LawBroken extends Error {
  override readonly name = 'LawBroken'
}

function fail(fault: Fault): void {
  if (fault !== undefined) throw new LawBroken(fault)
}

async function faultOf(law: Law, world: World, luck: Luck): Promise<Fault> {
  if (law.scope === 'world') return law.experiment(world, luck)?.fault()
  const experiment = law.experiment(world.graph, luck)
  return experiment === undefined
    ? undefined
    : await faultAt(createReferenceApi(world.graph).answer, experiment)
}

async function faultAt(server: Server, { requests, judge }: Experiment): Promise<Fault> {
  const replies: Reply[] = []
  for (const request of requests) {
    const start = performance.now()
    replies.push(replyOf(await server(request), performance.now() - start))
  }
  return judge(replies)
}

function partsOf(
  law: Law,
  world: World,
  luck: Luck,
): { requests?: readonly ApiRequest[]; changed?: DatasetFiles } {
  return (law.scope === 'world' ? law.experiment(world, luck) : law.experiment(world.graph, luck)) ?? {}
}

const ORIGIN = 'http://127.0.0.1:1337'

/** Prints a failure: the fault, how to repeat it, and how to keep it as a case. */
export function report({ law, fault, seed, path, files, changed, requests }: Failure): string {
  const lines = [
    `${law.id} does not hold: ${law.says}`,
    fault,
    `repeat: npm run properties -- --law ${law.id} --seed ${seed} --path ${path}`,
    ...requests.map(curlOf),
  ]
  if (files !== undefined) lines.push(`dataset: ${JSON.stringify(files)}`)
  if (changed !== undefined) lines.push(`changed to: ${JSON.stringify(changed)}`)
  const rules = JSON.stringify(law.rules)
  lines.push(
    'keep it: repeat it with --keep NAME, which writes the dataset into fixtures/NAME, and write the right answer down',
    `in a file of fixtures/cases: "dataset": "NAME", the request, what it expects, and "rules": ${rules}`,
  )
  return lines.join('\n')
}

/** The request as a curl command. */
export const curlOf = ({ method = 'GET', url, headers = {} }: ApiRequest): string =>
  curl({ method, url: `${ORIGIN}${url}`, headers })
