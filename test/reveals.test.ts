/**
 * Tests that every quirk with the mark for revealing quirks reveals its kind of data. Each test uses a pair of datasets
 * made for the quirk. Without the quirk, both datasets give the same answer.
 */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import {
  PROFILES,
  profile,
  REAL_PROFILES,
  revealing,
  withoutRevealing,
} from '../src/reference/strapi/profile.ts'
import { QUIRK_IDS, type QuirkId, revealsOf, type Secret } from '../src/reference/strapi/quirks.ts'
import { type EditableDataset, editGraph } from '../src/writing/edit/edit.ts'
import { graphOf } from './support/datasets.ts'

interface Revelation {
  readonly quirk: QuirkId
  readonly secret: Secret
  readonly url: string
  /** Returns a change that is made to both datasets. */
  readonly schema?: (dataset: EditableDataset) => void
  /** Returns a change that is made only to the second dataset. */
  readonly change: (dataset: EditableDataset) => void
}

const PRIVATE_MEDIA = { type: 'media', multiple: false, private: true }
const TO_LEDGER = { type: 'relation', relation: 'manyToOne', target: 'api::ledger.ledger' }

const addAttribute = (dataset: EditableDataset, stem: string, name: string, attribute: object): void =>
  void Object.assign(dataset.contentTypes[stem]?.attributes ?? {}, { [name]: attribute })

const setFirst = ({ entries }: EditableDataset, stem: string, values: object): void =>
  void Object.assign(entries[stem]?.[0] ?? {}, values)

const revelations: readonly Revelation[] = [
  {
    quirk: 'search-private',
    secret: 'private values',
    url: '/api/restaurants?_q=swordfish',
    change: (dataset) => setFirst(dataset, 'restaurant', { doorCode: 'swordfish' }),
  },
  {
    quirk: 'related-private',
    secret: 'private links',
    url: '/api/articles?populate[cover][populate]=related',
    schema: (dataset) => addAttribute(dataset, 'bookmark', 'proof', PRIVATE_MEDIA),
    change: (dataset) => setFirst(dataset, 'bookmark', { proof: 1 }),
  },
  {
    quirk: 'nested-filter-no-perm',
    secret: 'closed entries',
    url: '/api/reviews?populate[restaurant][filters][ledger][code]=swordfish',
    change: (dataset) => setFirst(dataset, 'ledger', { code: 'swordfish' }),
  },
  {
    quirk: 'morph-filter-unchecked',
    secret: 'private values',
    url: '/api/restaurants?filters[bookmarks][hush]=swordfish',
    schema: (dataset) => addAttribute(dataset, 'bookmark', 'hush', { type: 'string', private: true }),
    change: (dataset) => setFirst(dataset, 'bookmark', { hush: 'swordfish' }),
  },
  {
    quirk: 'morph-filter-unchecked',
    secret: 'private links',
    url: '/api/restaurants?filters[bookmarks][proof][id][$notNull]=true',
    schema: (dataset) => addAttribute(dataset, 'bookmark', 'proof', PRIVATE_MEDIA),
    change: (dataset) => setFirst(dataset, 'bookmark', { proof: 1 }),
  },
  {
    quirk: 'morph-filter-unchecked',
    secret: 'closed entries',
    url: '/api/restaurants?filters[bookmarks][paid][code]=swordfish',
    schema: (dataset) => {
      addAttribute(dataset, 'bookmark', 'paid', TO_LEDGER)
      setFirst(dataset, 'bookmark', { paid: 1 })
    },
    change: (dataset) => setFirst(dataset, 'ledger', { code: 'swordfish' }),
  },
  {
    quirk: 'comma-morph-absent',
    secret: 'closed entries',
    url: '/api/bookmarks?populate=items,subject',
    schema: (dataset) => setFirst(dataset, 'bookmark', { items: [] }),
    change: (dataset) => setFirst(dataset, 'bookmark', { items: [{ __type: 'api::ledger.ledger', id: 1 }] }),
  },
]

/** Returns whether the two datasets answer the request differently under a profile. */
function differ({ url, schema = () => undefined, change }: Revelation, name: string): boolean {
  const first = editGraph(graphOf('guide'), (dataset) => schema(dataset))
  const second = editGraph(first, (dataset) => change(dataset))
  const [before, after] = [first, second].map((graph) =>
    createReferenceApi(graph, { profile: name }).answer({ url }),
  )
  return JSON.stringify(before) !== JSON.stringify(after)
}

const realProfiles = Object.keys(PROFILES).filter((name) => revealing(profile(name)).length > 0)

describe('a revealing quirk', () => {
  test('a revealing quirk has a pair of datasets for each kind of data that it reveals', () => {
    const marks = QUIRK_IDS.flatMap((id) => revealsOf(id).map((secret) => `${id}: ${secret}`))
    expect(revelations.map(({ quirk, secret }) => `${quirk}: ${secret}`).toSorted()).toEqual(marks.toSorted())
  })

  test.each(revelations)('$quirk reveals $secret', (revelation) => {
    expect(differ(revelation, `documented,+${revelation.quirk}`)).toBe(true)
    expect(differ(revelation, 'documented')).toBe(false)
    for (const name of realProfiles) {
      expect(differ(revelation, name), name).toBe(true)
      expect(differ(revelation, withoutRevealing(profile(name)).name), name).toBe(false)
    }
  })

  test('exactly the profiles of real servers have revealing quirks', () => {
    expect(realProfiles).toEqual(REAL_PROFILES.map(({ name }) => name))
  })
})

describe('a profile without revealing quirks', () => {
  test('a profile without revealing quirks has all other quirks of the original profile', () => {
    const whole = profile('strapi-5.54-sqlite')
    const rest = withoutRevealing(whole)
    expect(revealing(rest)).toEqual([])
    expect([...rest.quirks, ...revealing(whole)].toSorted()).toEqual([...whole.quirks].toSorted())
  })

  test('a profile without revealing quirks can be selected by its name, and by an option', () => {
    const rest = withoutRevealing(profile('strapi-5.54-postgres,+search-private'))
    expect(profile(rest.name)).toEqual(rest)
    expect(profile({ base: 'strapi-5.54-postgres', on: ['search-private'], reveal: false })).toEqual(rest)
    expect(profile({ base: 'documented', on: ['search-private'], reveal: true }).quirks).toContain(
      'search-private',
    )
  })

  test('a profile without revealing quirks is the original profile if that profile has no revealing quirk', () => {
    expect(withoutRevealing(profile('documented'))).toEqual(profile('documented'))
  })
})

describe('an older release that answers 500 for morph relations without an existing target', () => {
  const url = '/api/bookmarks?populate[0]=subject&filters[id]=1'
  const base = graphOf('guide')
  const subjectOf = (reference: object | null) =>
    editGraph(base, (dataset) => setFirst(dataset, 'bookmark', { subject: reference }))
  const status = (reference: object | null, name: string, token?: string): number => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return createReferenceApi(subjectOf(reference), { profile: name }).answer({ url, headers }).status
  }
  const closed = { __type: 'api::ledger.ledger', id: 1 }
  const open = { __type: 'api::category.category', id: 1 }
  const without = withoutRevealing(profile('strapi-5.0-sqlite')).name

  test('in 5.0, the status 500 or 200 shows whether a linked entry that the role may not find exists', () => {
    expect([null, closed, open].map((one) => status(one, 'strapi-5.0-sqlite'))).toEqual([500, 200, 200])
  })

  test('in 5.0 without revealing quirks, the status hides whether a linked entry that the role may not find exists', () => {
    expect([null, closed, open].map((one) => status(one, without))).toEqual([500, 500, 200])
  })
})
