/** Every sentence of a law for any server is cut into clauses, and each clause has a server that breaks it. */
import { describe, expect, test } from 'vitest'
import { liveLaws } from '../laws/laws.ts'
import { CLAUSES } from './clauses.ts'

const named = liveLaws.map((law) => [law.id, law] as const)

describe('the clauses', () => {
  test.each(named)('of %s are its sentence', (id, { says }) => {
    expect((CLAUSES[id] ?? []).map((clause) => clause.says).join(' ')).toBe(says)
  })

  test.each(named)('of %s have a faulty server each, and reasons', (id) => {
    const ids = new Set(liveLaws.map((law) => law.id))
    for (const { says, faults } of CLAUSES[id] ?? []) {
      expect(faults.length, says).toBeGreaterThan(0)
      for (const { also = {} } of faults)
        for (const [other, reason] of Object.entries(also)) {
          expect(ids.has(other) && other !== id, `${other} is another law`).toBe(true)
          expect(reason).toMatch(/^[A-Z].*\.$/)
        }
    }
  })

  test('are of laws that exist, and no two of their servers are one', () => {
    expect(Object.keys(CLAUSES).filter((id) => !liveLaws.some((law) => law.id === id))).toEqual([])
    const says = Object.values(CLAUSES).flatMap((all) =>
      all.flatMap(({ faults }) => faults.map((one) => one.says)),
    )
    expect(says.length - new Set(says).size).toBe(0)
  })
})
