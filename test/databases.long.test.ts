/** Tests that the reference reproduces every recorded answer of a real server on each database. */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Decision } from '../src/reference/strapi/databases/database.ts'
import {
  type Answered,
  answering,
  answersOf,
  isAsAnswered,
  RECORDED,
  shownFile,
} from './support/databases.ts'
import { readJson } from './support/recordings.ts'

/** The maximum number of recordings that are listed for each decision. */
const NAMED = 3

test.each(RECORDED)('a real server on %s answers every recorded request as the reference does', (name) => {
  const others = answersOf(name).filter((one) => !isAsAnswered(one, name))
  expect(others.map(({ recording }) => recording.id)).toEqual([])
})

/** Returns the first `count` items that satisfy the predicate; stops after them. */
function firstOf<T>(all: readonly T[], count: number, holds: (one: T) => boolean): readonly T[] {
  const found: T[] = []
  for (const one of all) {
    if (found.length === count) break
    if (holds(one)) found.push(one)
  }
  return found
}

test('for each decision of a database, the listed recordings need the decision', () => {
  const shown = Object.fromEntries(
    RECORDED.map((name) => {
      const alike = answersOf(name).filter((one) => one.differs && isAsAnswered(one, name))
      const dependsOn = (decision: Decision) => (one: Answered) =>
        !isAsAnswered(one, name, `${decision}=plain`)
      const ofDecisions = answering(name).map((decision) => [
        decision,
        firstOf(alike, NAMED, dependsOn(decision)).map(({ recording }) => recording.id),
      ])
      return [name, Object.fromEntries(ofDecisions)]
    }),
  )
  if (process.env.POPULACE_UPDATE === '1')
    writeFileSync(shownFile, `${JSON.stringify(shown, undefined, 2)}\n`)
  expect(readJson('databases/shown.json')).toEqual(shown)
})
