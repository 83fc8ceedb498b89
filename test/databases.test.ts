/** A real server on each database, recorded (`databases.long.test.ts` holds all it answered); and what of it each decision of the database is needed for. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadSuite } from '../src/oracle/suite/suite.ts'
import { createContentApi } from '../src/reference/api.ts'
import { DECISION_WORDS, wordsOf } from '../src/reference/database/atlas.ts'
import { DECISIONS, type Decision, PLAIN } from '../src/reference/database/database.ts'
import {
  DATABASE_NAMES,
  DATABASES,
  decisionsOf,
  isDatabaseName,
  UNMEASURED,
} from '../src/reference/database/databases.ts'
import { editGraph } from '../src/reference/graph/edit.ts'
import { REAL_PROFILES } from '../src/reference/profile/profile.ts'
import {
  type Answered,
  answersOf,
  isAsAnswered,
  profileOf,
  RECORDED,
  type Recorded,
  shownFile,
} from './support/databases.ts'
import { graphOf } from './support/datasets.ts'
import { readJson } from './support/recordings.ts'

/** Up to so many recordings are named for each decision. */
const NAMED = 3

const servers = RECORDED.map((name) => {
  const all = answersOf(name)
  const differing = all.filter(({ differs }) => differs)
  const alike = differing.filter((one) => isAsAnswered(one, name))
  return { name, all, differing, alike }
})

describe.each(servers)('a real server on $name', ({ all, differing, alike }) => {
  test('was asked', () => {
    expect(all.length).toBeGreaterThan(1700)
    expect(differing.length).toBeGreaterThan(80)
  })

  test('answers what is its own as the reference does', () => {
    const others = differing.filter((one) => !alike.includes(one))
    expect(others.map(({ recording }) => recording.id)).toEqual([])
  })
})

/** What is loose is taken in any order, and changes no answer; no recorded value is a JSON text that is JSON. */
const answering = (name: Recorded): readonly Decision[] =>
  decisionsOf(name).filter((one) => one !== 'loose' && !(one === 'strings' && !name.startsWith('postgres')))

/** The recordings that come out wrong where the guide decides in place of the database. */
const shown = Object.fromEntries(
  servers.map(({ name, alike }) => {
    const isShownBy = (decision: Decision) => (one: Answered) => !isAsAnswered(one, name, `${decision}=plain`)
    const ofDecisions = answering(name).map((decision) => [
      decision,
      firstOf(alike, NAMED, isShownBy(decision)).map(({ recording }) => recording.id),
    ])
    return [name, Object.fromEntries(ofDecisions)]
  }),
)

/** The first so many that it holds for; no more are asked. */
function firstOf<T>(all: readonly T[], count: number, holds: (one: T) => boolean): readonly T[] {
  const found: T[] = []
  for (const one of all) {
    if (found.length === count) break
    if (holds(one)) found.push(one)
  }
  return found
}

if (process.env.POPULACE_UPDATE === '1') writeFileSync(shownFile, `${JSON.stringify(shown, undefined, 2)}\n`)

const cases = loadSuite().filter(({ tags }) => tags.includes('quirks'))

/** The cases for a database that come out otherwise where the guide decides. */
function casesFor(name: Recorded, decision: string): readonly string[] {
  return cases
    .filter(({ profile }) => profile === profileOf(name))
    .filter(({ dataset, request: { method, url, headers = {} } }) => {
      const [as, plain] = [profileOf(name), profileOf(name, `${decision}=plain`)].map((profile) => {
        const { status, body } = createContentApi(graphOf(dataset), { profile }).answer({
          method,
          url,
          headers,
        })
        return `${status} ${body}`
      })
      return as !== plain
    })
    .map(({ id }) => id)
}

describe('decisions', () => {
  test('what shows them is what the list says', () => {
    expect(readJson('databases/shown.json')).toEqual(shown)
  })

  test.each(RECORDED.flatMap((name) => answering(name).map((decision) => [name, decision] as const)))(
    'of %s: %s does something',
    (name, decision) => {
      expect([...(shown[name]?.[decision] ?? []), ...casesFor(name, decision)]).not.toEqual([])
    },
  )

  test.each(DATABASE_NAMES)('of %s have words where they are not those of the guide', (name) => {
    for (const decision of DECISIONS) {
      const isOther = DATABASES[name][decision] !== PLAIN[decision]
      expect([decision, wordsOf(decision, name) !== undefined]).toEqual([decision, isOther])
    }
  })

  test('words are of decisions that are taken', () => {
    for (const decision of DECISIONS)
      for (const name of Object.keys(DECISION_WORDS[decision])
        .filter(isDatabaseName)
        .filter((one) => one !== 'plain'))
        expect([decision, name, wordsOf(decision, name)]).not.toContain(undefined)
  })

  test.each(['sqlite', 'mariadb'] as const)('of %s: a JSON text that is JSON is parsed', (name) => {
    const held = ['5', '"x"', 'x']
    const world = editGraph(graphOf('guide'), ({ entries }) => {
      for (const [at, json] of held.entries()) Object.assign(entries.sampler?.[at] ?? {}, { json })
    })
    const shownBy = (profile: string): readonly unknown[] => {
      const { body } = createContentApi(world, { profile }).answer({
        url: '/api/samplers?fields=json&sort=id',
      })
      return JSON.parse(body)
        .data.slice(0, held.length)
        .map(({ json }: { json: unknown }) => json)
    }
    expect(shownBy(profileOf(name))).toEqual([5, '"x"', 'x'])
    expect(shownBy(profileOf(name, 'strings=plain'))).toEqual(held)
  })

  test('every database but the guide has a profile, and MySQL alone was never measured', () => {
    expect(REAL_PROFILES.map(({ database }) => database).sort()).toEqual(
      DATABASE_NAMES.filter((name) => name !== 'plain').sort(),
    )
    const measured: readonly string[] = ['plain', ...RECORDED]
    expect(UNMEASURED).toEqual(DATABASE_NAMES.filter((name) => !measured.includes(name)))
  })
})
