/** Tests that the text of every law consists of clauses, and that each clause has a fault that breaks it. */
import { describe, expect, test } from 'vitest'
import { LAWS, liveLaws, worldLaws } from '../laws/laws.ts'
import { WRITE_LAWS } from '../writes/laws.ts'
import type { ClauseFault, Clauses } from './clause.ts'
import { CLAUSES, WORLD_CLAUSES, WRITE_CLAUSES } from './clauses.ts'

type Laws = readonly { readonly id: string; readonly says: string }[]

/**
 * The tables of clauses: the name of each table, its laws, the table itself, and the laws that run on the faults of
 * the table.
 */
const TABLES: readonly (readonly [string, Laws, Clauses<Pick<ClauseFault, 'says' | 'also'>>, Laws])[] = [
  ['any server', liveLaws, CLAUSES, liveLaws],
  ['worlds', worldLaws, WORLD_CLAUSES, LAWS],
  ['writes', WRITE_LAWS, WRITE_CLAUSES, WRITE_LAWS],
]

describe.each(TABLES)('the clauses of laws of %s', (_, laws, table, judges) => {
  const named = laws.map(({ id, says }) => [id, says] as const)

  test.each(named)('the joined clauses of %s are the text of the law', (id, says) => {
    expect((table[id] ?? []).map((clause) => clause.says).join(' ')).toBe(says)
  })

  test.each(named)(
    'each clause of %s has a fault, with a reason for each other law that notices the fault',
    (id) => {
      const ids = new Set(judges.map((law) => law.id))
      for (const { says, faults } of table[id] ?? []) {
        expect(faults.length, says).toBeGreaterThan(0)
        for (const { also = {} } of faults)
          for (const [other, reason] of Object.entries(also)) {
            expect(ids.has(other) && other !== id, `${other} is another law`).toBe(true)
            expect(reason).toMatch(/^[A-Z].*\.$/)
          }
      }
    },
  )

  test('the text of each fault begins with the words "The server wrongly"', () => {
    const texts = Object.values(table).flatMap((all) =>
      all.flatMap(({ faults }) => faults.map((one) => one.says)),
    )
    expect(texts.filter((text) => !/^The server wrongly .*\S\.$/.test(text))).toEqual([])
  })

  test('clauses belong to existing laws, and no two faults have the same text', () => {
    expect(Object.keys(table).filter((id) => !laws.some((law) => law.id === id))).toEqual([])
    const says = Object.values(table).flatMap((all) =>
      all.flatMap(({ faults }) => faults.map((one) => one.says)),
    )
    expect(says.length - new Set(says).size).toBe(0)
  })
})

test('every law is either for any server or for generated worlds', () => {
  expect(LAWS.length).toBe(liveLaws.length + worldLaws.length)
})
