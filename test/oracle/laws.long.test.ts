/**
 * Tests the check with laws and without a dataset: the laws find faults in faulty servers, and no fault in the
 * reference.
 */
import { afterAll, describe, expect, test } from 'vitest'
import type { Server } from '../../properties/server.ts'
import { checkTarget, type Report, serverTarget, withPublicAccess } from '../../src/oracle/index.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph, filesOf } from '../../src/reference/load/build.ts'
import { SEED } from '../support/seed.ts'
import { graph, PATIENT } from './conforming.ts'
import type { Fault } from './faulty.ts'
import { PLANTED } from './planted.ts'

const FOUND = 15
/** The maximum number of requests that the laws may send to a conforming server. */
const MOST_REQUESTS = 1200
const PROFILES = ['documented', 'strapi-5.54-sqlite', 'strapi-5.54-postgres', 'strapi-5.54-mariadb'] as const

/** Returns the guide's schema without its rows. */
function schemaAlone(): Graph {
  const files = filesOf(graph)
  const built = files && buildGraph({ contentTypes: files.contentTypes, components: files.components ?? {} })
  if (built === undefined || !('graph' in built)) throw new Error('the guide has a schema')
  return built.graph
}

async function lawsAgainst(server: Server, profile: string): Promise<Report> {
  const target = serverTarget(server, PATIENT)
  const known = { graph: await withPublicAccess(schemaAlone(), target), suite: false, runs: 0 } as const
  return checkTarget(target, { ...known, laws: true, seed: SEED, profile })
}

const brokenIn = ({ laws }: Report): readonly string[] =>
  laws.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []))

describe(`no live law is broken by the reference, seed ${SEED}`, () => {
  test.each(PROFILES)('the reference under %s breaks no law', async (profile) => {
    const report = await lawsAgainst(createReferenceApi(graph, { profile }).answer, profile)
    const broken = report.laws.filter(({ outcome }) => outcome === 'failed')
    expect(broken.map(({ id, note }) => `${id}: ${note}`)).toEqual([])
    expect(report.sent).toBeLessThan(MOST_REQUESTS)
  })
})

describe(`the live laws and the faults planted in servers, seed ${SEED}`, () => {
  const rows: { readonly fault: Fault; readonly broken: readonly string[]; readonly sent: number }[] = []
  afterAll(() => {
    const lines = rows.map(({ fault, broken, sent }) =>
      [fault.id.padEnd(28), String(sent).padStart(5), broken.join(' ') || 'missed'].join(' '),
    )
    process.stdout.write(`${lines.join('\n')}\n`)
  })

  test.each(PLANTED.map((fault) => [fault.id, fault] as const))('%s', async (_id, fault) => {
    const report = await lawsAgainst(fault.server(graph), 'documented')
    rows.push({ fault, broken: brokenIn(report), sent: report.sent })
    expect(report.sent).toBeGreaterThan(0)
  })

  test(`at least ${FOUND} of the planted faults break a live law`, () => {
    const missed = rows.filter(({ broken }) => broken.length === 0).map(({ fault }) => fault.id)
    expect(rows.length).toBe(PLANTED.length)
    expect(PLANTED.length - missed.length, `missed: ${missed.join(', ')}`).toBeGreaterThanOrEqual(FOUND)
  })
})
