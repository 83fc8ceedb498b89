/**
 * Tests that a check with writes of a conforming server has no findings and leaves no documents, and that every
 * session follows the rules that it names.
 */
import { describe, expect, test } from 'vitest'
import {
  checkTarget,
  httpTarget,
  loadSessions,
  type Server,
  serverTarget,
  type WriteSession,
} from '../../../src/oracle/index.ts'
import { fillMarkers, rowOf, sourceOf } from '../../../src/oracle/writes/markers/markers.ts'
import { stepRequest } from '../../../src/oracle/writes/step-request.ts'
import { createWriteReference } from '../../../src/oracle/writes/write-reference.ts'
import { serve } from '../../../src/server/http/serve.ts'
import { createMock } from '../../../src/server/mock.ts'
import type { Json } from '../../../src/util/json.ts'
import { valueAt } from '../../../src/util/pointer.ts'
import { graphOf } from '../../support/datasets.ts'
import { SEED } from '../../support/seed.ts'
import { checkWrites, isAsBefore, sessionsOf } from './checking.ts'
import { writingServer } from './faults.ts'
import { byPython, hasPython } from './python.ts'

const DATASETS = ['strapi-5.54', 'guide'] as const
const PROFILES = ['documented', 'strapi-5.54-sqlite'] as const

describe.each(DATASETS.flatMap((dataset) => PROFILES.map((profile) => ({ dataset, profile }))))(
  'a mock over HTTP, $dataset, $profile',
  ({ dataset, profile }) => {
    const graph = graphOf(dataset)
    const sessions = sessionsOf(dataset)
    const options = { graph, dataset, suite: [], sessions, writes: true, timeout: 60_000 } as const

    test(`no answer of the mock differs and no created document remains, seed ${SEED}`, async () => {
      const mock = createMock(graph, { profile })
      const running = await serve(mock.api, { port: 0, layers: mock.layers })
      try {
        const target = httpTarget(running.url, { timeout: 60_000, concurrency: 4 })
        const report = await checkTarget(target, {
          ...options,
          profile,
          runs: 500,
          seed: SEED,
          only: ['write.*'],
        })
        expect(report.causes.map(({ title, example }) => [title, example.requests])).toEqual([])
        expect(report.verdict).toBe('conformant')
        expect(report.counts.passed).toBeGreaterThan(sessions.length)
        expect(isAsBefore(mock.api.graph, graph)).toBe(true)
      } finally {
        await running.stop()
      }
    })
  },
)

test.each(DATASETS)(
  'if the check can load the dataset %s, write sessions also change the entries of the dataset, and all changes are undone',
  async (dataset) => {
    const graph = graphOf(dataset)
    const sessions = sessionsOf(dataset)
    let target = writingServer(graph)
    const server: Server = (request) => target.server(request)
    const loads: number[] = []
    const report = await checkWrites(
      { ...target, server },
      {
        ...{ graph, dataset },
        caseIds: sessions.filter(({ isLoaded }) => isLoaded).map(({ id }) => id),
        reload: async () => {
          target = writingServer(graph)
          loads.push(1)
          return serverTarget(server, { timeout: 60_000 })
        },
      },
    )
    expect(report.verdict).toBe('conformant')
    expect(report.cases.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed'])
    expect(loads.length).toBe(4)
    expect(isAsBefore(target.graph(), graph)).toBe(true)
  },
)

/** Returns the rules of writing that the reference follows in a session, under a profile. */
function followedIn({ steps, dataset }: WriteSession, profile: string): ReadonlySet<string> {
  const graph = graphOf(dataset)
  const live = createWriteReference(graph, profile).begin()
  const followed = new Set<string>()
  const answers = new Map<number, Json>()
  for (const step of steps) {
    const request = fillMarkers(step, (marker) => {
      const source = sourceOf(marker)
      if (source !== undefined) return valueAt(answers.get(source.step), source.pointer)
      const named = rowOf(marker)
      const row = named && graph.tables.get(named.uid)?.byId.get(named.id)
      return marker === 'new' ? 'new' : named?.isId === true ? row?.id : row?.documentId
    })
    if (request === undefined) throw new Error(`step ${step.number} stands for nothing`)
    const referenced = live.ask(stepRequest(request))
    answers.set(step.number, referenced.answer.body)
    for (const rule of referenced.rules) followed.add(rule)
  }
  return followed
}

test.each(loadSessions())('$id follows its rules', (session) => {
  const all = ['documented', 'strapi-5.54-sqlite'].map((profile) => followedIn(session, profile))
  expect(session.rules.filter((rule) => !all.some((followed) => followed.has(rule)))).toEqual([])
})

test.skipIf(!hasPython).each(DATASETS)(
  'the Python runner passes every session about the dataset %s',
  async (dataset) => {
    expect(await byPython('documented', sessionsOf(dataset))).toMatch(/^0 of \d+ fail\n$/)
  },
)
