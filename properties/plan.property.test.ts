/**
 * Tests that the plan contains every part of a valid query and nothing else. A second parser prints a line for each
 * part of the query, and the plan must print the same lines. The tests also require that an invalid query has a plan
 * under every profile.
 */
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { loadSuite } from '../src/oracle/suite/suite.ts'
import type { ApiRequest } from '../src/reference/api.ts'
import { checkQuery } from '../src/reference/check/query.ts'
import type { Graph, Row } from '../src/reference/graph/graph.ts'
import type { QueryPlan } from '../src/reference/plan/plan.ts'
import { planQuery } from '../src/reference/plan/query.ts'
import type { Departure } from '../src/reference/strapi/changes.ts'
import { type Database, PLAIN } from '../src/reference/strapi/databases/database.ts'
import { DATABASES } from '../src/reference/strapi/databases/databases.ts'
import { PROFILES } from '../src/reference/strapi/profile.ts'
import { isQuirkId, QUIRK_IDS, type QuirkId } from '../src/reference/strapi/quirks.ts'
import { graphOf } from '../test/support/datasets.ts'
import { plannedLines } from '../test/support/query/planned-lines.ts'
import { type Query, queryOf } from '../test/support/query/query.ts'
import { saidLines } from '../test/support/query/said-lines.ts'
import { brokenRequestsFor } from './arbitraries/broken.ts'
import { requestsFor } from './arbitraries/request.ts'
import { worlds } from './arbitraries/world.ts'

vi.setConfig({ testTimeout: 60_000 })

const SEED = 20_240_115

interface PlanReading {
  readonly graph: Graph
  readonly query: Query
  readonly url: string
}

const readings = (graph: Graph, request: ApiRequest): readonly PlanReading[] => {
  const query = queryOf(request, graph)
  return query === undefined ? [] : [{ graph, query, url: request.url }]
}

const sampled = (graph: Graph, numRuns: number, seed: number): readonly PlanReading[] =>
  [requestsFor(graph), brokenRequestsFor(graph)].flatMap((requests) =>
    fc.sample(requests, { seed, numRuns }).flatMap((request) => readings(graph, request)),
  )

const ofSuite = loadSuite().flatMap(({ dataset, request: { method, url, headers, token } }) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return readings(graphOf(dataset), { method, url, headers: { ...headers, ...authorization } })
})
const ofDatasets = ['guide', 'corners', 'strapi-5.54'].flatMap((name) => sampled(graphOf(name), 120, SEED))
const ofWorlds = fc
  .sample(worlds(), { seed: SEED, numRuns: 30 })
  .flatMap(({ graph }, at) => sampled(graph, 6, SEED + at))

const DOCUMENTED: ReadonlySet<QuirkId> = new Set(PROFILES.documented)

/** Returns the plan of a query, and whether the phase `check` accepts the query. */
function planned(
  { graph, query }: PlanReading,
  quirks = DOCUMENTED,
  database: Database = PLAIN,
): { isSound: boolean; plan: QueryPlan } {
  const { schema, settings, locales } = graph
  const { syntax, type, target, role } = query
  const context = {
    schema,
    settings,
    locales,
    role,
    has: (departure: Departure) => isQuirkId(departure) && quirks.has(departure),
    database,
  }
  const checked = checkQuery(syntax, type, target, context)
  return {
    isSound: checked.ok,
    plan: planQuery(syntax, type, target, context, checked.ok ? checked.late : new Map()),
  }
}

/** Returns the lines of the second parser that the plan lacks, and the lines that only the plan has. */
function differences(reading: PlanReading, plan: QueryPlan): readonly string[] {
  const said = saidLines(reading.query, reading.graph)
  const meant = plannedLines(plan)
  const dropped = without(said, meant).map((line) => `dropped: ${line}`)
  return [...dropped, ...without(meant, said).map((line) => `added: ${line}`), ...searchFault(plan, reading)]
}

/** Returns the lines of the list `lines` that remain after each line of the list `others` was removed once. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...lines]
  for (const line of others) {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

/**
 * Returns the fault of the search function in a plan: the function must find exactly the rows that contain the text.
 */
function searchFault({ search }: QueryPlan, { query: { type, syntax } }: PlanReading): readonly string[] {
  if (search === null) return []
  const text = String(syntax.search)
  const node = { uid: type.uid, values: {}, links: {}, components: {} }
  const empty: Row = { ...node, id: text === '0' ? 1 : 0, documentId: '', locale: null, status: 'draft' }
  const full: Row = { ...empty, documentId: text }
  return search.finds(full) && !search.finds(empty) ? [] : [`dropped: the search text ${text}`]
}

describe.each([
  ['the suite', ofSuite, 1500],
  ['the datasets', ofDatasets, 400],
  ['generated worlds', ofWorlds, 200],
])('the plan drops no part of a checked query', (name, requests, least) => {
  test(`for a valid request of ${name}, a second parser and the plan print the same lines`, () => {
    let sound = 0
    const faults = requests.flatMap((reading) => {
      const { isSound, plan } = planned(reading)
      if (!isSound) return []
      sound++
      const found = differences(reading, plan)
      return found.length === 0 ? [] : [[reading.url, ...found].join('\n  ')]
    })
    expect(faults.slice(0, 5).join('\n')).toBe('')
    expect(sound).toBeGreaterThan(least)
    expect(requests.length).toBeGreaterThan(sound)
  })
})

test('every request has a plan, also under random departures of the real server', () => {
  const { documented: _none, ...real } = PROFILES
  const requests = [...ofWorlds, ...ofDatasets]
  const databases = Object.values(DATABASES)
  const some = fc.sample(fc.subarray([...QUIRK_IDS]), { seed: SEED, numRuns: requests.length })
  const faults = requests.flatMap((reading, at) => {
    const sets: readonly (readonly QuirkId[])[] = [...Object.values(real), some[at] ?? []]
    return thrown(reading, new Set(sets[at % sets.length]), databases[at % databases.length])
  })
  expect(faults.slice(0, 5)).toEqual([])
})

/** Returns the exception that checking or planning a query throws, if any. */
function thrown(reading: PlanReading, quirks: ReadonlySet<QuirkId>, database?: Database): readonly string[] {
  try {
    planned(reading, quirks, database)
    return []
  } catch (error) {
    return [`${reading.url} with ${[...quirks].join()}: ${error}`]
  }
}
