import { afterAll, describe, expect, test } from 'vitest'
import { check, type Report } from '../../src/oracle/index.ts'
import { SEED } from '../support/seed.ts'
import { graph, PATIENT, suite } from './conforming.ts'
import type { Fault } from './faulty.ts'
import { FAULTY_SERVERS } from './faulty-servers.ts'
import { TRUE_CAUSES } from './true-causes.ts'

const NAMED = 0.95
/**
 * Whether this test run checks all faulty servers. Otherwise, it checks every fourth server of the list, from a number
 * that the seed determines. `npm run test:faulty-servers` examines all servers.
 */
const isWhole = process.env.POPULACE_FAULTY_SERVERS !== undefined
const EXAMINED = isWhole ? FAULTY_SERVERS : FAULTY_SERVERS.filter((_fault, at) => at % 4 === SEED % 4)
/**
 * The faulty servers for which the first reported cause must be right: all in a run of all servers. The command
 * `npm run test:faulty-servers -- -t 'true name'` tests only the names.
 */
const CALLED_BY_NAME = isWhole ? FAULTY_SERVERS : EXAMINED.filter((_fault, at) => at % 8 === SEED % 8)
/**
 * The two faults whose cause a check cannot name: no rule is about notations of brackets, and the answers of a cache
 * depend on earlier requests.
 */
const NAMELESS = new Set(['raw brackets', 'cache of short keys'])
/**
 * The maximum number of parameters of a shrunk request. Before shrinking, a generated request has up to about 20
 * parameters.
 */
const MOST_PARAMETERS = 5
/** The maximum median length of the shrunk requests: path and decoded query, in characters. */
const HALF_WITHIN = 60

interface Row {
  readonly fault: Fault
  readonly by: 'generated' | 'suite' | 'nothing'
  /** The number of requests that the check sent until it found the fault. */
  readonly after: number
  readonly request: string
}

/**
 * The parts of a check in the order in which they run, the cheapest part first. Together, the parts cover the suite and
 * the generated requests.
 */
const PARTS = [
  { by: 'generated', suite: false, runs: 250 },
  { by: 'suite', suite, runs: 0 },
  { by: 'generated', suite: false, runs: 1000 },
] as const

async function examine(fault: Fault): Promise<Row> {
  let after = 0
  const options = {
    graph,
    seed: SEED,
    bail: true,
    causes: 1,
    ids: 'exact',
    times: 'exact',
    ...PATIENT,
    onProgress: () => void after++,
  } as const
  for (const { by, ...part } of PARTS) {
    const report = await check(fault.server(graph), { ...options, ...part })
    if (report.verdict === 'different') return { fault, by, after, request: requestIn(report) }
  }
  return { fault, by: 'nothing', after, request: '' }
}

const requestIn = ({ causes }: Report): string => decodeURIComponent(causes[0]?.example.request.url ?? '')

const parametersOf = (request: string): number => (request.includes('?') ? request.split('&').length : 0)

const lineOf = ({ fault, by, after, request }: Row): string =>
  [
    fault.id.padEnd(32),
    by.padEnd(10),
    String(after).padStart(5),
    String(request.length).padStart(4),
    request,
  ].join(' ')

/**
 * Returns the first reported cause: the broken rule, or the switch that explains the answers. Runs the cheaper part of
 * the check first.
 */
async function nameOf(fault: Fault): Promise<string> {
  for (const part of [
    { suite, runs: 300 },
    { suite: false, runs: 1500 },
  ] as const) {
    const options = {
      graph,
      seed: SEED,
      causes: 0,
      ids: 'exact',
      times: 'exact',
      ...PATIENT,
      ...part,
    } as const
    const { causes } = await check(fault.server(graph), options)
    const [first] = causes
    if (first !== undefined) return first.switches.length > 0 ? first.key : (first.rule ?? first.key)
  }
  return 'nothing'
}

describe(`the faulty servers, seed ${SEED}`, () => {
  const rows: Row[] = []
  afterAll(() => void process.stdout.write(`${rows.map(lineOf).join('\n')}\n`))

  test('the list has enough faulty servers, each with a unique id and with true causes', () => {
    expect(FAULTY_SERVERS.length).toBeGreaterThanOrEqual(40)
    expect(new Set(FAULTY_SERVERS.map(({ id }) => id)).size).toBe(FAULTY_SERVERS.length)
    expect(FAULTY_SERVERS.filter(({ id }) => TRUE_CAUSES[id] === undefined)).toEqual([])
  })

  describe('a check of a server with one fault has a finding', () => {
    test.each(EXAMINED.map((fault) => [fault.id, fault] as const))('%s', async (_id, fault) => {
      const row = await examine(fault)
      rows.push(row)
      expect(row.after).toBeGreaterThan(0)
    })
  })

  describe('all checked servers', () => {
    const shrunk = (): readonly string[] =>
      rows.filter(({ by }) => by === 'generated').map(({ request }) => request)

    test('the suite and 1000 generated requests find at least 95 % of the faults', () => {
      const escaped = rows.filter(({ by }) => by === 'nothing').map(({ fault }) => fault.id)
      expect(rows.length).toBe(EXAMINED.length)
      expect(1 - escaped.length / rows.length, `escaped: ${escaped.join(', ')}`).toBeGreaterThanOrEqual(NAMED)
    })

    test('the first cause is the true name of the fault, except for the two servers in `NAMELESS`', async () => {
      const named = CALLED_BY_NAME.filter(({ id }) => !NAMELESS.has(id))
      const misnamed: string[] = []
      for (const fault of named) {
        const name = await nameOf(fault)
        if (!(TRUE_CAUSES[fault.id] ?? []).includes(name)) misnamed.push(`${fault.id}: ${name}`)
      }
      const count = `${named.length - misnamed.length} of ${CALLED_BY_NAME.length}`
      process.stdout.write(`called by their true names: ${count}\n`)
      expect(misnamed).toEqual([])
    }, 2_400_000)

    test('every shrunk request has few parameters', () => {
      expect(shrunk().length).toBeGreaterThan(EXAMINED.length / 3)
      expect(shrunk().filter((request) => parametersOf(request) > MOST_PARAMETERS)).toEqual([])
    })

    test('most shrunk requests are short', () => {
      const lengths = shrunk().map(({ length }) => length)
      expect(lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(
        HALF_WITHIN,
      )
    })
  })
})
