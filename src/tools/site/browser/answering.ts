/**
 * Answers the requests of a site's page with the reference, in the browser. Each dataset is loaded at the first
 * request to it.
 */

import { diffRows } from '../../../oracle/report/diff.ts'
import type { Expectation, Expected } from '../../../oracle/suite/case.ts'
import { checkExpected } from '../../../oracle/suite/compare.ts'
import { createReferenceApi } from '../../../reference/api.ts'
import type { Graph } from '../../../reference/graph/graph.ts'
import { buildGraph } from '../../../reference/load/build.ts'
import type { DatasetFiles } from '../../../reference/load/files/files.ts'
import { DatasetError } from '../../../reference/schema/fault.ts'
import { isObject, type Json, parseJson } from '../../../util/json.ts'
import type { CheckedExpectation, PageRequest, RenderedAnswer, WorkerReply } from './protocol.ts'

interface Loaded {
  readonly graph: Graph
  readonly tokens: readonly string[]
}

const loading = new Map<string, Promise<Loaded>>()

/** Loads a dataset, and caches it by its URL. After a failed load, the next request loads the dataset again. */
function load(url: string): Promise<Loaded> {
  const there = loading.get(url)
  if (there !== undefined) return there
  const loaded = read(url)
  loading.set(url, loaded)
  loaded.catch(() => loading.delete(url))
  return loaded
}

async function read(url: string): Promise<Loaded> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`)
  const files: DatasetFiles = await response.json()
  const built = buildGraph(files)
  if (!('graph' in built)) throw new DatasetError(built.faults, built.more)
  const tokens = isObject(files.access) && isObject(files.access['tokens']) ? files.access['tokens'] : {}
  return { graph: built.graph, tokens: Object.keys(tokens) }
}

interface AnsweredRequest extends RenderedAnswer {
  readonly body: Json
  readonly rules: readonly string[]
}

/**
 * Answers a request of the page.
 * @throws Error, DatasetError or ProfileError if the request cannot be answered.
 */
export async function answer(asking: PageRequest): Promise<WorkerReply> {
  const { id, profile, compareWith, expect } = asking
  const { graph, tokens } = await load(asking.dataset)
  const began = performance.now()
  const found = ask(graph, asking, profile)
  const milliseconds = performance.now() - began
  const other = compareWith === undefined ? undefined : ask(graph, asking, compareWith)
  return {
    id,
    kind: 'answered',
    found: rendered(found),
    compared: other === undefined ? undefined : rendered(other),
    checks: expect === undefined ? [] : checksOf(expect, found),
    rows:
      other !== undefined
        ? diffRows(seen(other), seen(found))
        : expect === undefined
          ? []
          : rowsOf(expect, found),
    rules: found.rules,
    tokens,
    milliseconds,
  }
}

function ask(graph: Graph, { method, url, headers }: PageRequest, profile: string): AnsweredRequest {
  const rules = new Set<string>()
  const api = createReferenceApi(graph, { profile, cite: (rule) => rules.add(rule) })
  const { status, headers: sent, body } = api.answer({ method, url, headers })
  const json = parseJson(body)
  const text = json === undefined ? body : JSON.stringify(json, undefined, 2)
  return { status, headers: sent, text, body: json ?? body, rules: [...rules].sort() }
}

const rendered = ({ status, headers, text }: AnsweredRequest): RenderedAnswer => ({
  status,
  headers,
  text: text.slice(0, MAX_TEXT),
})

/** The maximum number of characters of an answer that the page shows. */
const MAX_TEXT = 400_000

const seen = ({ status, body }: AnsweredRequest): Json => ({ status, body })

const alternatives = (expect: Expectation): readonly Expected[] =>
  'anyOf' in expect ? expect.anyOf : [expect]

/** Returns the accepted answer whose checks the found answer passes; if there is none, the first accepted answer. */
const fitting = (expect: Expectation, found: AnsweredRequest): Expected | undefined => {
  const all = alternatives(expect)
  return all.find((one) => checkExpected(one, found) === null) ?? all[0]
}

/** Compares each part of the expected answer with the found answer. */
function checksOf(expect: Expectation, found: AnsweredRequest): readonly CheckedExpectation[] {
  const one = fitting(expect, found)
  if (one === undefined) return []
  const { status, headers = {}, checks } = one
  const own = found.status
  return [
    { says: `status ${status}`, holds: own === status },
    ...Object.entries(headers).map(([name, value]) => ({
      says: `${name}: ${value}`,
      holds: found.headers[name] === value,
    })),
    ...checks.map((check) => ({
      says: `${check.at === '' ? 'the body' : check.at} ${'equals' in check ? 'is as expected' : 'keys' in check ? `has exactly ${check.keys.join(', ')}` : 'is absent'}`,
      holds: checkExpected({ status: own, checks: [check] }, found) === null,
    })),
  ]
}

/** Returns the line diff of the expected and the found answer, for the parts of the body that the case checks. */
function rowsOf(expect: Expectation, found: AnsweredRequest): readonly ReturnType<typeof diffRows>[number][] {
  const one = fitting(expect, found)
  if (one === undefined) return []
  return one.checks.flatMap((check) => {
    if ('equals' in check && check.at === '') return diffRows(check.equals, found.body)
    const difference = checkExpected({ status: found.status, checks: [check] }, found)
    return difference === null ? [] : diffRows(difference.expected ?? null, difference.found ?? null)
  })
}
