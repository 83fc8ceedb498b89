/** Runs a law many times, and tells the smallest failure so that it can be repeated by hand. */

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
  /** Repeats one failure: the path that it was reported with. */
  readonly path?: string
}

const parameters = ({ runs, seed, path }: Runs) => ({
  numRuns: runs,
  seed,
  ...(path === undefined ? {} : { path }),
})

/** What a failure is told as. */
export interface Failure {
  readonly law: Law
  readonly fault: string
  readonly seed: number
  readonly path: string
  /** Undefined for a law that was held against a server. */
  readonly files: DatasetFiles | undefined
  readonly changed: DatasetFiles | undefined
  readonly requests: readonly ApiRequest[]
}

/** Holds a law against generated worlds; undefined if it held. */
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
    fault: told(result.errorInstance),
    seed: how.seed,
    path: result.counterexamplePath ?? '',
    files: world.files,
    changed,
    requests,
  }
}

/** The first fault of a law, and the path that repeats it and makes it smaller: `check(law, { ...how, path })`. */
export interface Fallen {
  readonly law: Law
  readonly fault: string
  readonly path: string
}

/**
 * Holds many laws against the same worlds, and tells the first fault of each as it is met: much quicker than one law
 * after the other. The worlds are those that `check` makes of the same seed, one at a time.
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
      const fault = await faultOf(law, world, luck).catch(told)
      if (fault === undefined) continue
      standing.delete(law)
      await onFault({ law, fault, path })
    }
    onWorld(at)
  })
  await fc.assert(property, { numRuns: runs, seed })
}

/** Holds a live law against a server of the schema, settings and roles of `graph`; its rows are not looked at. */
export function checkServer(
  law: LiveLaw,
  server: Server,
  graph: Graph,
  how: Runs,
): Promise<Failure | undefined> {
  return checkLive(law, graph, how, (experiment) => faultAt(server, experiment))
}

/**
 * Holds a live law with experiments that are carried out elsewhere: `faultOf` puts the requests and judges
 * the replies. `from` is what the experiments are made of; once it `isEnough`, no more are made.
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
    fault: told(result.errorInstance),
    seed: how.seed,
    path: result.counterexamplePath ?? '',
    files: undefined,
    changed: undefined,
    requests,
  }
}

function told(error: unknown): string {
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

/** A failure as text: what is wrong, how to repeat it, and how to keep it. */
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

/** The request as a line for a shell. */
export const curlOf = ({ method = 'GET', url, headers = {} }: ApiRequest): string =>
  curl({ method, url: `${ORIGIN}${url}`, headers })
