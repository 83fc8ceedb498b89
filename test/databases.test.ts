/**
 * Tests, for every decision of each database, the recordings that show the decision. `databases.long.test.ts` checks
 * all answers.
 */
import { describe, expect, test } from 'vitest'
import { loadSuite } from '../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../src/reference/api.ts'
import { DECISION_WORDS, wordsOf } from '../src/reference/strapi/databases/atlas.ts'
import { DECISIONS, type Decision, PLAIN } from '../src/reference/strapi/databases/database.ts'
import {
  DATABASE_NAMES,
  DATABASES,
  isDatabaseName,
  UNMEASURED,
} from '../src/reference/strapi/databases/databases.ts'
import { REAL_PROFILES } from '../src/reference/strapi/profile.ts'
import { editGraph } from '../src/writing/edit/edit.ts'
import {
  answering,
  answersOf,
  isAsAnswered,
  profileOf,
  RECORDED,
  type Recorded,
} from './support/databases.ts'
import { graphOf } from './support/datasets.ts'
import { readJson } from './support/recordings.ts'

const servers = RECORDED.map((name) => {
  const all = answersOf(name)
  const differing = all.filter(({ differs }) => differs)
  const alike = differing.filter((one) => isAsAnswered(one, name))
  return { name, all, differing, alike }
})

describe.each(servers)('a real server on $name', ({ all, differing, alike }) => {
  test('a real server on this database has recordings', () => {
    expect(all.length).toBeGreaterThan(1700)
    expect(differing.length).toBeGreaterThan(80)
  })

  test('a real server on this database has answers that differ from SQLite, and the reference reproduces them', () => {
    const others = differing.filter((one) => !alike.includes(one))
    expect(others.map(({ recording }) => recording.id)).toEqual([])
  })
})

/** For each database and decision, the ids of the recordings that the reference reproduces only with this decision. */
const listed = new Map<string, unknown>(Object.entries(Object(readJson('databases/shown.json'))))

const listedFor = (name: Recorded, decision: Decision): readonly string[] =>
  Object(Object(listed.get(name))[decision])

const cases = loadSuite().filter(({ tags }) => tags.includes('quirks'))

/** Returns the ids of the cases whose answer changes if a database loses one of its decisions. */
function casesFor(name: Recorded, decision: string): readonly string[] {
  return cases
    .filter(({ profile }) => profile === profileOf(name))
    .filter(({ dataset, request: { method, url, headers = {} } }) => {
      const [as, plain] = [profileOf(name), profileOf(name, `${decision}=plain`)].map((profile) => {
        const { status, body } = createReferenceApi(graphOf(dataset), { profile }).answer({
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
  test('the lists of decisions name exactly the decisions with recordings that differ', () => {
    const decided = RECORDED.map((name) => [name, [...answering(name)].sort()])
    expect([...listed].map(([name, of]) => [name, Object.keys(Object(of)).sort()])).toEqual(decided)
  })

  test.each(RECORDED.flatMap((name) => answering(name).map((decision) => [name, decision] as const)))(
    'on %s, turning the database decision %s off changes answers',
    (name, decision) => {
      const ids = listedFor(name, decision)
      const alike = servers.find((one) => one.name === name)?.alike ?? []
      const showing = alike.filter((one) => ids.includes(one.recording.id))
      expect(showing.map(({ recording }) => recording.id)).toEqual(ids)
      expect(showing.filter((one) => isAsAnswered(one, name, `${decision}=plain`))).toEqual([])
      expect(ids.length > 0 ? ids : casesFor(name, decision)).not.toEqual([])
    },
  )

  test.each(DATABASE_NAMES)('decisions have a description for %s if they differ from the guide', (name) => {
    for (const decision of DECISIONS) {
      const isOther = DATABASES[name][decision] !== PLAIN[decision]
      expect([decision, wordsOf(decision, name) !== undefined]).toEqual([decision, isOther])
    }
  })

  test('decisions have no description if they have no effect', () => {
    for (const decision of DECISIONS)
      for (const name of Object.keys(DECISION_WORDS[decision])
        .filter(isDatabaseName)
        .filter((one) => one !== 'plain'))
        expect([decision, name, wordsOf(decision, name)]).not.toContain(undefined)
  })

  // Each expected text is the result of `select cast(cast(? as real) as text)` in SQLite 3.53.
  test.each([
    [0, '0.0'],
    [-0, '0.0'],
    [100, '100.0'],
    [-7.5, '-7.5'],
    [4.35, '4.35'],
    [0.0001, '0.0001'],
    [0.00012345, '0.00012345'],
    [0.00001, '1.0e-05'],
    [1e-7, '1.0e-07'],
    [-1.5e-7, '-1.5e-07'],
    [1e15, '1000000000000000.0'],
    [1e16, '10000000000000000.0'],
    [1e17, '1.0e+17'],
    [1e21, '1.0e+21'],
    [1.5e300, '1.5e+300'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1 / 3, '0.33333333333333332'],
    [99999.99999999999, '99999.999999999985'],
    [5e-324, '4.9406564584124654e-324'],
  ])('SQLite converts the float %s to the text %s', (value, text) => {
    expect(DATABASES.sqlite.text('float', value)).toBe(text)
  })

  test.each([
    ['documentId:asc', [3, 2]],
    ['documentId:desc', [2, 3]],
    ['documentId:desc,weight', [2, 3]],
    ['weight,documentId:desc', [3, 2]],
  ])('SQLite returns localizations with equal values of %s in the order of their locales', (sort, ids) => {
    const url = `/api/tags?populate[localizations][sort]=${sort}&pagination[pageSize]=1`
    const { body } = createReferenceApi(graphOf('strapi-5.54'), { profile: profileOf('sqlite') }).answer({
      url,
    })
    const [tag] = JSON.parse(body).data
    expect(tag.localizations.map(({ id }: { id: number }) => id)).toEqual(ids)
  })

  test.each(['sqlite', 'mariadb'] as const)('%s parses a text of a JSON attribute if it is JSON', (name) => {
    const held = ['5', '"x"', 'x']
    const world = editGraph(graphOf('guide'), ({ entries }) => {
      for (const [at, json] of held.entries()) Object.assign(entries.sampler?.[at] ?? {}, { json })
    })
    const shownBy = (profile: string): readonly unknown[] => {
      const { body } = createReferenceApi(world, { profile }).answer({
        url: '/api/samplers?fields=json&sort=id',
      })
      return JSON.parse(body)
        .data.slice(0, held.length)
        .map(({ json }: { json: unknown }) => json)
    }
    expect(shownBy(profileOf(name))).toEqual([5, '"x"', 'x'])
    expect(shownBy(profileOf(name, 'strings=plain'))).toEqual(held)
  })

  test("every database except the guide's has a profile, and only MySQL was not measured", () => {
    expect(REAL_PROFILES.map(({ database }) => database).sort()).toEqual(
      DATABASE_NAMES.filter((name) => name !== 'plain').sort(),
    )
    const measured: readonly string[] = ['plain', ...RECORDED]
    expect(UNMEASURED).toEqual(DATABASE_NAMES.filter((name) => !measured.includes(name)))
  })
})
