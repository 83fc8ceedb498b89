import { describe, expect, test } from 'vitest'
import { type CheckOptions, check } from '../../../src/oracle/index.ts'
import { graph, PATIENT, suite } from '../conforming.ts'
import type { Fault } from '../faulty.ts'
import { WRITE_BLUNDERS } from '../writes/blunders.ts'
import { WRITE_BLUNDERS_AGAIN } from '../writes/blunders-again.ts'
import { WRITE_OVERSIGHTS } from '../writes/oversights.ts'
import { ACCEPTED, ACCEPTED_SLIPS } from './accepted.ts'
import { BLUNDERS, type Blunder } from './blunders.ts'
import { PROXY_FAULTS } from './faults.ts'
import { NESTED } from './nested.ts'
import { SLIPS } from './slips.ts'
import { UNSEEN } from './unseen.ts'
import { WRITE_SLIPS } from './write-slips.ts'

interface Row {
  readonly fault: Fault
  /** The causes that the report lists, in the report's order, each as a key, a rule or `crash`. */
  readonly causes: readonly string[]
}

const READING: CheckOptions = { graph, suite, runs: 300, causes: 0, seed: 1, ...PATIENT }
const WRITING: CheckOptions = { ...READING, suite: [], writes: true, only: ['write.*'] }

async function causesOf(fault: Fault, options: CheckOptions): Promise<readonly string[]> {
  const report = await check(fault.server(graph), options)
  return report.causes.map(({ key, rule, switches, example: { outcome } }) =>
    outcome.kind === 'answered' && outcome.answer.status >= 500 && rule === undefined
      ? 'crash'
      : switches.length > 0
        ? key
        : (rule ?? key),
  )
}

interface Zoo {
  readonly name: string
  readonly faults: readonly Fault[]
  /** The minimum fraction of the faults in the list for which the first reported cause must be right. */
  readonly named: number
  readonly accepted: { readonly [fault: string]: readonly string[] }
  readonly options: CheckOptions
}

const zooOf = (name: string, blunders: readonly Blunder[], options: CheckOptions): Zoo => ({
  ...{ name, options, named: 0.95, faults: blunders.map(({ fault }) => fault) },
  accepted: Object.fromEntries(blunders.map(({ fault, accepted }) => [fault.id, accepted])),
})

const ZOOS: readonly Zoo[] = [
  {
    name: 'the faults of the proxy',
    faults: PROXY_FAULTS,
    named: 0.95,
    accepted: ACCEPTED,
    options: READING,
  },
  { name: 'the slips of the proxy', faults: SLIPS, named: 0.9, accepted: ACCEPTED_SLIPS, options: READING },
  zooOf('the blunders of reading', BLUNDERS, READING),
  zooOf('the unseen faults of reading', UNSEEN, READING),
  zooOf('the faults of nested keys', NESTED, READING),
  zooOf('the blunders of writing', WRITE_BLUNDERS, WRITING),
  zooOf('more blunders of writing', WRITE_BLUNDERS_AGAIN, WRITING),
  zooOf('the slips and oversights of writing', [...WRITE_SLIPS, ...WRITE_OVERSIGHTS], WRITING),
]
/** The ids of the faults to check, separated by commas; if unset, the test checks all faults. */
const { POPULACE_FAULT: only } = process.env

describe.each(ZOOS)('$name', ({ faults, accepted, named, options }) => {
  const isNamed = ({ fault, causes: [first = 'nothing'] }: Row): boolean =>
    (accepted[fault.id] ?? []).includes(first)

  test('the list has at least twenty faults, and for each fault the causes that count as right', () => {
    expect(faults.length).toBeGreaterThanOrEqual(20)
    expect(faults.map(({ id }) => id).toSorted()).toEqual(Object.keys(accepted).toSorted())
  })

  test('the first cause of the report is right for nearly all faults', async () => {
    const rows: Row[] = []
    for (const fault of faults) {
      if (only === undefined || only.split(',').includes(fault.id))
        rows.push({ fault, causes: await causesOf(fault, options) })
    }
    const misses = rows.filter((row) => !isNamed(row))
    const lines = misses.map(
      ({ fault, causes }) => `${fault.id}: ${causes.length} ${causes.slice(0, 4).join(', ')}`,
    )
    const counts = rows.map(({ causes }) => causes.length).toSorted((a, b) => a - b)
    const median = counts[Math.floor(counts.length / 2)] ?? 0
    process.stdout.write(
      `${[`first cause right: ${rows.length - misses.length} of ${rows.length}, ${median} causes in the median`, ...lines].join('\n')}\n`,
    )
    if (rows.length === 0) return
    expect(1 - misses.length / rows.length, lines.join('\n')).toBeGreaterThanOrEqual(named)
    expect(median).toBeLessThanOrEqual(3)
  }, 1_200_000)
})
