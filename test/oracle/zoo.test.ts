import { describe, expect, test } from 'vitest'
import { check, type Report } from '../../src/oracle/index.ts'
import { graph, suite } from './conforming.ts'
import type { Fault } from './faulty.ts'
import { ZOO } from './zoo.ts'

/** No shrunk request of the zoo is longer, path and decoded query together. */
const LONGEST = 120
const NAMED = 0.95

interface Row {
  readonly fault: Fault
  readonly by: 'generated' | 'suite' | 'nothing'
  /** How many requests it took. */
  readonly after: number
  readonly request: string
}

/** The parts of a check, short ones first; together they are the suite and the requests that a check generates. */
const PARTS = [
  { by: 'generated', suite: false, runs: 250 },
  { by: 'suite', suite, runs: 0 },
  { by: 'generated', suite: false, runs: 1000 },
] as const

async function examine(fault: Fault): Promise<Row> {
  let after = 0
  const options = {
    graph,
    bail: true,
    causes: 1,
    ids: 'exact',
    times: 'exact',
    onProgress: () => void after++,
  } as const
  for (const { by, ...part } of PARTS) {
    const report = await check(fault.server(graph), { ...options, ...part })
    if (report.verdict === 'different') return { fault, by, after, request: requestIn(report) }
  }
  return { fault, by: 'nothing', after, request: '' }
}

const requestIn = ({ causes }: Report): string => decodeURIComponent(causes[0]?.example.request.url ?? '')

describe('the zoo', async () => {
  const rows: Row[] = []
  for (const fault of ZOO) rows.push(await examine(fault))
  const table = rows.map(({ fault, by, after, request }) =>
    [
      fault.id.padEnd(32),
      by.padEnd(10),
      String(after).padStart(5),
      String(request.length).padStart(4),
      request,
    ].join(' '),
  )
  process.stdout.write(`${table.join('\n')}\n`)

  test('has enough servers, each with a name of its own', () => {
    expect(ZOO.length).toBeGreaterThanOrEqual(40)
    expect(new Set(ZOO.map(({ id }) => id)).size).toBe(ZOO.length)
  })

  test('at least 95 % are named within 1000 generated requests and the suite', () => {
    const escaped = rows.filter(({ by }) => by === 'nothing').map(({ fault }) => fault.id)
    expect(1 - escaped.length / ZOO.length, `escaped: ${escaped.join(', ')}`).toBeGreaterThanOrEqual(NAMED)
  })

  test('every shrunk request is short', () => {
    const long = rows.filter(({ by, request }) => by === 'generated' && request.length > LONGEST)
    expect(long.map(({ request }) => request)).toEqual([])
  })
})
