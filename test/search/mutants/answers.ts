/**
 * Sends requests to the build that contains this file, in a separate process, because a mutant can make an answer
 * endless. `keep FILE RUNS SEED` writes generated requests and their answers to a file. `generated FILE` and `suite`
 * print the first request or case whose answer differs, and nothing if all answers are the same.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { checkCase, datasetFolder, loadSuite, requestOf, type SuiteCase } from '../../../src/oracle/index.ts'
import { requests } from '../../../src/oracle/requests/requests.ts'
import { answered } from '../../../src/oracle/target/target.ts'
import { type ApiRequest, type ContentApi, createReferenceApi } from '../../../src/reference/api.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'

interface RecordedAnswers {
  readonly request: ApiRequest
  readonly status: number
  readonly body: string
}

const [mode = '', file = '', runs = '', seed = ''] = process.argv.slice(2)
const apis = new Map<string, ContentApi>()

if (mode === 'keep') writeFileSync(file, JSON.stringify(recordAnswers(Number(runs), Number(seed))))
if (mode === 'suite') console.log(loadSuite().find(isNoticed)?.id ?? '')
if (mode === 'generated') {
  const before: readonly RecordedAnswers[] = JSON.parse(readFileSync(file, 'utf8'))
  console.log(before.find(isOtherwise)?.request.url ?? '')
}

/** Generates requests to the guide's dataset; returns them with their answers. */
function recordAnswers(numRuns: number, seed: number): readonly RecordedAnswers[] {
  const graph = loadDataset(datasetFolder('guide'))
  return fc.sample(requests(graph, 'both'), { numRuns, seed }).map((request) => {
    const { status, body } = apiFor('guide').answer(request)
    return { request, status, body }
  })
}

function isOtherwise({ request, ...before }: RecordedAnswers): boolean {
  const { status, body } = answer('guide', undefined, request)
  return status !== before.status || body !== before.body
}

function isNoticed(one: SuiteCase): boolean {
  const { status, headers, body } = answer(one.dataset, one.profile, requestOf(one))
  return checkCase(one, answered(status, body, headers).answer) !== null
}

/** Answers a request; the status is 500 if the mutant makes the reference throw. */
function answer(dataset: string, profile: string | undefined, request: ApiRequest) {
  try {
    return apiFor(dataset, profile).answer(request)
  } catch {
    return { status: 500, headers: {}, body: '' }
  }
}

function apiFor(dataset: string, profile = 'documented'): ContentApi {
  const key = `${dataset} ${profile}`
  const api = apis.get(key) ?? createReferenceApi(loadDataset(datasetFolder(dataset)), { profile })
  apis.set(key, api)
  return api
}
