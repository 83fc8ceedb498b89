/**
 * Tests that the laws for any server detect nearly all faults. The faults were derived from the documentation,
 * independently of the laws.
 */
import { expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../test/support/datasets.ts'
import { checkLaw } from '../check/law.ts'
import { liveLaws } from '../laws/laws.ts'
import { SERVER_FAULTS } from './faults.ts'
import type { ServerFault } from './kit.ts'

const GRAPHS = ['guide', 'corners'].map(graphOf)
const LAWS = liveLaws.filter(({ stresses }) => stresses !== true)

/** Returns the id of the first law that a server with the fault breaks. */
async function lawAgainst({ around }: ServerFault): Promise<string | undefined> {
  for (const runs of [10, 60])
    for (const graph of GRAPHS) {
      const server = around(createReferenceApi(graph).answer)
      for (const law of LAWS) {
        const { outcome } = await checkLaw(law, server, graph, { runs, seed: 1 })
        if (outcome === 'broken') return law.id
      }
    }
  return undefined
}

test('the laws for any server detect at least 61 of 64 faults', { timeout: 1_200_000 }, async () => {
  const missed: string[] = []
  for (const fault of SERVER_FAULTS) {
    const law = await lawAgainst(fault)
    console.log(`${law ?? 'MISSED'}: ${fault.says}`)
    if (law === undefined) missed.push(fault.says)
  }
  expect(SERVER_FAULTS.length).toBeGreaterThanOrEqual(64)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(SERVER_FAULTS.length - 61)
})
