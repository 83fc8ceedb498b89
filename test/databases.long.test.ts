/** A real server on each database: every recorded answer of it is the reference's. */
import { expect, test } from 'vitest'
import { answersOf, isAsAnswered, RECORDED } from './support/databases.ts'

test.each(RECORDED)('a real server on %s answers every recorded request as the reference does', (name) => {
  const others = answersOf(name).filter((one) => !isAsAnswered(one, name))
  expect(others.map(({ recording }) => recording.id)).toEqual([])
})
