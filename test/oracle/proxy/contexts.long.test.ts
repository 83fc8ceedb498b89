/** Tests that the title or the line `only` of the first cause names the circumstances in which the fault shows. */
import { expect, test } from 'vitest'
import { type CheckOptions, check } from '../../../src/oracle/index.ts'
import { graph, PATIENT, suite } from '../conforming.ts'
import { CONTEXTUAL } from './contexts.ts'

const READING: CheckOptions = { graph, suite, runs: 300, causes: 0, seed: 1, ...PATIENT }

test('the first cause names the circumstances of each fault', { timeout: 1_200_000 }, async () => {
  const wrong: string[] = []
  for (const { fault, accepted, only } of CONTEXTUAL) {
    const [first] = (await check(fault.server(graph), READING)).causes
    const isNamed =
      accepted.includes(first?.rule ?? '') &&
      [first?.title, first?.only].some((text) => text?.includes(only) === true)
    if (!isNamed) wrong.push(`${fault.id}: ${first?.key}, ${first?.only}`)
  }
  expect(wrong).toEqual([])
})
