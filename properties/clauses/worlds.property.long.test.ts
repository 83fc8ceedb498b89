/**
 * Tests that each faulty implementation breaks the law of its clause, and no other law except the laws in the member
 * `also` of the fault.
 */
import { describe, expect, test } from 'vitest'
import { lazy } from '../../src/reference/graph/lazy.ts'
import { liveLaws, worldLaws } from '../laws/laws.ts'
import type { SubjectFault } from './clause.ts'
import { WORLD_CLAUSES } from './clauses.ts'
import { brokenWorldLaws, servedFault, worldGroundsOf } from './subjects.ts'
import { brokenBy, groundsOf } from './trials.ts'

const SEED = 1
/**
 * The number of generated worlds on which all laws run, and the number of worlds on which only the law of a rare
 * clause runs.
 */
const [WORLDS, MORE_WORLDS] = [60, 400]

const grounds = lazy(() => worldGroundsOf(worldLaws, WORLDS, SEED))
const liveGrounds = lazy(() => {
  const laws = liveLaws.filter(({ stresses }) => stresses !== true)
  return groundsOf(laws, WORLDS, SEED)
})

const timeout = 1_200_000

describe('implementations that break one clause', () => {
  test('a correct implementation breaks no law', { timeout }, () => {
    const sound: SubjectFault = {
      says: 'Each function is wrapped.',
      around: ({ load, createApi }) => ({
        load: (files) => load(files),
        createApi: (...given) => ({ ...createApi(...given) }),
      }),
    }
    expect([...brokenWorldLaws(sound, grounds())]).toEqual([])
    expect([...brokenBy(servedFault(sound), liveGrounds())]).toEqual([])
  })

  test.each(worldLaws.map((law) => [law.id, law] as const))(
    'the check notices each implementation that breaks one clause of %s',
    { timeout },
    (id, law) => {
      const more = lazy(() => worldGroundsOf([law], MORE_WORLDS, SEED + 1))
      for (const { says, faults } of WORLD_CLAUSES[id] ?? [])
        for (const fault of faults) {
          const broken = new Set([
            ...brokenWorldLaws(fault, grounds()).keys(),
            ...brokenBy(servedFault(fault), liveGrounds()).keys(),
          ])
          if (!broken.has(id) && brokenWorldLaws(fault, more()).size > 0) broken.add(id)
          const expected = [id, ...Object.keys(fault.also ?? {})]
          expect([...broken].toSorted(), `${says} ${fault.says}`).toEqual(expected.toSorted())
        }
    },
  )
})
