/**
 * Compares the answers of two builds of this project byte by byte, for the same requests, datasets and profiles. A
 * change of the code's structure must not change an answer; this program shows whether an answer changed.
 *
 * npm run search -- builds --before ../other-checkout [--requests 50000] [--seed 1]
 *
 * The exit status is 1 if an answer differs, or if one of the four kinds of requests is missing. The program prints the
 * first differences with their requests.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { requestsFor } from '../../../properties/index.ts'
import { recordedLines } from '../../../src/oracle/suite/recordings.ts'
import { requestOf } from '../../../src/oracle/suite/request.ts'
import { datasetFolder, FIXTURES, loadSuite } from '../../../src/oracle/suite/suite.ts'
import type { ApiRequest, ApiResponse } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import { decisions } from '../fuzz/chance.ts'
import { oddRequest } from '../fuzz/grammar.ts'

/** The functions of a build that this program calls. */
interface Build {
  readonly loadDataset: (folder: string) => Graph
  readonly createContentApi: (
    graph: Graph,
    options: { readonly profile: string },
  ) => { readonly answer: (request: ApiRequest) => ApiResponse }
}

type Answerer = (request: ApiRequest) => ApiResponse

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
})

const DATASETS = ['guide', 'letter', 'corners', 'strapi-5.54'] as const
const PROFILES = [
  'documented',
  'strapi-5.54-sqlite',
  'strapi-5.54-postgres',
  'strapi-5.54-mariadb',
  'strapi-5.23-sqlite',
  'strapi-5.0-postgres',
] as const
const MAX_PRINTED = 10

async function buildAt(folder: string): Promise<Build> {
  // The build in the other checkout has no types here, so `Build` declares the functions that this program calls.
  return await import(pathToFileURL(join(folder, 'dist/bundle/index.js')).href)
}

const textOf = ({ status, headers, body }: ApiResponse): string => JSON.stringify([status, headers, body])

/** Returns the answer as text, or the error that the build throws. Both builds must give the same outcome. */
function outcome(answer: Answerer, request: ApiRequest): string {
  try {
    return textOf(answer(request))
  } catch (error) {
    return `threw ${String(error)}`
  }
}

/** Counts requests by kind, and the requests of each kind whose answers differ. */
class BuildComparison {
  readonly counts = new Map<string, number>()
  differing = 0
  readonly #apis = new Map<string, readonly [Answerer, Answerer]>()
  readonly #builds: readonly [Build, Build]

  constructor(builds: readonly [Build, Build]) {
    this.#builds = builds
  }

  #answers(dataset: string, profile: string): readonly [Answerer, Answerer] {
    const key = `${dataset} ${profile}`
    const known = this.#apis.get(key)
    if (known !== undefined) return known
    const folder = datasetFolder(dataset)
    const [before, after] = this.#builds.map((build) => {
      const api = build.createContentApi(build.loadDataset(folder), { profile })
      return (request: ApiRequest) => api.answer(request)
    })
    if (before === undefined || after === undefined) throw new Error('two builds are compared')
    const made = [before, after] as const
    this.#apis.set(key, made)
    return made
  }

  compare(kind: string, dataset: string, profile: string, request: ApiRequest): void {
    const [before, after] = this.#answers(dataset, profile)
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    // Sends the request twice, because the second answer may come from a cache.
    for (const attempt of ['first', 'second']) {
      const [one, other] = [outcome(before, request), outcome(after, request)]
      if (one === other) continue
      this.differing++
      if (this.differing <= MAX_PRINTED)
        console.log(
          `DIFFERS ${kind}, ${dataset}, ${profile}, ${attempt}\n  ${JSON.stringify(request)}\n  before ${one.slice(0, 500)}\n  after  ${other.slice(0, 500)}`,
        )
      return
    }
  }
}

function compareSuite(comparison: BuildComparison): void {
  for (const one of loadSuite())
    for (const profile of new Set([one.profile ?? 'documented', ...PROFILES]))
      comparison.compare('suite cases', one.dataset, profile, requestOf(one))
}

function compareRecordings(comparison: BuildComparison): void {
  for (const { method = 'GET', path, auth, headers = {} } of recordedLines(
    join(FIXTURES, 'strapi-5.54/recordings'),
  )) {
    const authorization = auth === 'none' ? {} : { authorization: `Bearer ${auth}` }
    const request = { method, url: path, headers: { ...authorization, ...headers } }
    for (const profile of PROFILES) comparison.compare('recordings', 'strapi-5.54', profile, request)
  }
}

/** Sends generated requests: half are well-formed, and half come from a grammar of arbitrary queries. */
function compareGenerated(comparison: BuildComparison, requests: number, seed: number): void {
  const each = Math.ceil(requests / DATASETS.length / 2)
  for (const [at, dataset] of DATASETS.entries()) {
    const graph = loadDataset(datasetFolder(dataset))
    const roll = decisions(seed + at)
    const profileOf = (index: number): string => PROFILES[index % PROFILES.length] ?? 'documented'
    const sound = fc.sample(requestsFor(graph), { seed: seed + at, numRuns: each })
    for (const [index, request] of sound.entries())
      comparison.compare('sound requests', dataset, profileOf(index), request)
    for (let index = 0; index < each; index++)
      comparison.compare('odd requests', dataset, profileOf(index), oddRequest(graph, roll))
  }
}

if (values.before === undefined) throw new Error('--before DIR: a checkout whose build to compare with')
const comparison = new BuildComparison([await buildAt(values.before), await buildAt('.')])
compareSuite(comparison)
compareRecordings(comparison)
compareGenerated(comparison, Number(values.requests), Number(values.seed))
for (const [kind, count] of comparison.counts) console.log(`${kind}: ${count}`)
console.log(`${comparison.differing} differ`)
process.exitCode = comparison.differing === 0 && comparison.counts.size === 4 ? 0 : 1
