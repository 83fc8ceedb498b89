/**
 * Tests that every quirk has an effect: without the quirk, a recording, a case or a special world gets another answer.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { quirksPage } from '../src/cli/commands/departures/quirks.ts'
import { loadSuite } from '../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../src/reference/api.ts'
import type { Graph } from '../src/reference/graph/graph.ts'
import { PROFILES, ProfileError, profile } from '../src/reference/strapi/profile.ts'
import { QUIRK_IDS, QUIRKS, type QuirkId } from '../src/reference/strapi/quirks.ts'
import { editGraph } from '../src/writing/edit/edit.ts'
import { graphOf } from './support/datasets.ts'
import { readJson, readRecordings, graph as recorded } from './support/recordings.ts'

interface EvidenceRequest {
  readonly graph: Graph
  readonly profile: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const guide = graphOf('guide')

/** Requests to special worlds, for quirks that no recording shows. */
const made: readonly EvidenceRequest[] = [
  {
    graph: editGraph(guide, ({ components, entries }) => {
      Object.assign(components['place/opening-hour']?.attributes ?? {}, { order: { type: 'integer' } })
      Object.assign(entries.restaurant?.[0] ?? {}, { openingHours: [{ day: 'mon', order: 7 }] })
    }),
    profile: 'strapi-5.54-sqlite',
    url: '/api/restaurants?populate[openingHours][fields]=day',
  },
].map((request) => ({ method: 'GET', headers: {}, ...request }))

const bearer = (token: string | undefined) =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

const cases: readonly EvidenceRequest[] = loadSuite()
  .filter((one) => one.tags.includes('quirks'))
  .map(({ dataset, profile = 'documented', request: { method, url, headers, token } }) => ({
    graph: graphOf(dataset),
    profile,
    method,
    url,
    headers: { ...bearer(token), ...headers },
  }))

const recordings = readRecordings().map(({ id, method = 'GET', path, auth, headers }) => ({
  id,
  graph: recorded,
  profile: 'strapi-5.54-sqlite',
  method,
  url: path,
  headers: { ...bearer(auth === 'none' ? undefined : auth), ...headers },
}))

const pairing = new Map<string, readonly string[]>(Object.entries(Object(readJson('pairing.json'))))

/**
 * Returns all requests that may show a quirk. Requests that are known to show the quirk come first, so that the test
 * sends fewer requests.
 */
function evidenceOf(quirk: QuirkId): readonly EvidenceRequest[] {
  const [paired, others] = [true, false].map((isPaired) =>
    recordings.filter(({ id }) => (pairing.get(id)?.includes(quirk) ?? false) === isPaired),
  )
  return [...made, ...(paired ?? []), ...cases, ...(others ?? [])]
}

/**
 * Returns a function that answers each request under the profile of the request, to which `change` is added. The
 * function caches the API of each graph and profile.
 */
function answerer(change: string): (one: EvidenceRequest) => string {
  const apis = new Map<Graph, Map<string, ReturnType<typeof createReferenceApi>>>()
  return ({ graph, profile: base, ...request }) => {
    const ofGraph = apis.get(graph) ?? new Map()
    apis.set(graph, ofGraph)
    const api = ofGraph.get(base) ?? createReferenceApi(graph, { profile: base + change })
    ofGraph.set(base, api)
    const { status, body } = api.answer(request)
    return `${status} ${body}`
  }
}

const departing = new Map<string, ReadonlySet<QuirkId>>()

/** Returns the quirks of a profile, from a cache. */
function quirksOf(name: string): ReadonlySet<QuirkId> {
  const quirks = departing.get(name) ?? profile(name).quirks
  departing.set(name, quirks)
  return quirks
}

describe('quirks', () => {
  const before = answerer('')

  test.each(QUIRK_IDS)('turning the quirk %s off changes an answer', (id: QuirkId) => {
    const after = answerer(`,-${id}`)
    const concerned = evidenceOf(id).filter(({ profile: base }) => quirksOf(base).has(id))
    expect(concerned.some((one) => after(one) !== before(one))).toBe(true)
  })

  test('fixtures/QUIRKS.md is the generated page', () => {
    const page = readFileSync(fileURLToPath(new URL('../fixtures/QUIRKS.md', import.meta.url)), 'utf8')
    expect(page, '`populace quirks --markdown > fixtures/QUIRKS.md` writes it').toBe(quirksPage())
  })
})

describe('profiles', () => {
  test('the profile `documented` has no quirks, `guide` only those of kind `reading`, real profiles all others', () => {
    expect(profile('documented').quirks.size).toBe(0)
    const { guide, ...others } = PROFILES
    expect(guide).toEqual(QUIRK_IDS.filter((id) => QUIRKS[id].kind === 'reading'))
    const real = QUIRK_IDS.filter((id) => QUIRKS[id].kind !== 'reading')
    expect(new Set(Object.values(others).flat())).toEqual(new Set(real))
  })

  test('a profile name with changes and an object with the same changes mean the same', () => {
    const changed = profile('documented,+count-ignored,+ne-array-or,-ne-array-or')
    expect(changed.quirks).toEqual(new Set(['count-ignored']))
    expect(profile({ base: 'documented', on: ['count-ignored'] }).quirks).toEqual(changed.quirks)
    expect(profile({ base: 'strapi-5.54-sqlite', off: ['count-ignored'] }).quirks.has('count-ignored')).toBe(
      false,
    )
  })

  test('an unknown name is rejected with the nearest names', () => {
    expect(() => profile('documented,+count-ignore')).toThrow(ProfileError)
    expect(() => profile('documented,+count-ignore')).toThrow(/count-ignored/)
    expect(() => profile('strapi-5.54-sqlit')).toThrow(/strapi-5\.54-sqlite/)
    expect(() => profile('documented,count-ignored')).toThrow(/\+quirk, -quirk or decision=database/)
  })
})
