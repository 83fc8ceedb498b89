/**
 * Tests that each faulty server breaks the law of its clause, and no other law except the laws in the member `also` of
 * the fault.
 */
import { describe, expect, test } from 'vitest'
import type { LiveLaw } from '../laws/law.ts'
import { liveLaws } from '../laws/laws.ts'
import type { ClauseFault } from './clause.ts'
import { CLAUSES } from './clauses.ts'
import { brokenBy, type Ground, groundsOf } from './trials.ts'

const SEED = 1
/**
 * The number of generated worlds on which all laws run, and the number of worlds on which only the law of a rare
 * clause runs.
 */
const [WORLDS, MORE_WORLDS] = [60, 400]
const LAWS = liveLaws.filter(({ stresses }) => stresses !== true)

let shared: readonly Ground[] | undefined
const everyLaw = (): readonly Ground[] => {
  shared ??= groundsOf(LAWS, WORLDS, SEED)
  return shared
}

const alone = new Map<string, readonly Ground[]>()
const oneLaw = (law: LiveLaw): readonly Ground[] => {
  const grounds = alone.get(law.id) ?? groundsOf([law], MORE_WORLDS, SEED + 1)
  alone.set(law.id, grounds)
  return grounds
}

const timeout = 600_000

describe('servers that break one clause', () => {
  test('a correct server breaks no law', { timeout }, () => {
    const sound: ClauseFault = {
      says: 'Every answer is a copy.',
      around: (answer) => (request) => ({ ...answer(request) }),
    }
    expect([...brokenBy(sound, everyLaw())]).toEqual([])
  })

  test.each(liveLaws.map((law) => [law.id, law] as const))(
    'the check notices each server that breaks one clause of %s',
    { timeout },
    (id, law) => {
      for (const { says, faults } of CLAUSES[id] ?? [])
        for (const fault of faults) {
          const broken = new Map(brokenBy(fault, everyLaw()))
          if (!broken.has(id) && brokenBy(fault, oneLaw(law)).size > 0) broken.set(id, 'on more worlds')
          const expected = [id, ...Object.keys(fault.also ?? {})]
          expect([...broken.keys()].toSorted(), `${says} ${fault.says}`).toEqual(expected.toSorted())
        }
    },
  )
})
