/** Tests that the generators generate every kind of dataset and request. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import { graphOf } from '../test/support/datasets.ts'
import { SEED } from '../test/support/seed.ts'
import { anyRequests, brokenRequestsFor } from './arbitraries/broken.ts'
import { asksFor, requestsFor } from './arbitraries/request.ts'
import { VALUES } from './arbitraries/values.ts'
import { worlds } from './arbitraries/world.ts'

const SAMPLE = { seed: SEED, numRuns: 150 }

describe('generators', () => {
  const samples = fc.sample(worlds(), SAMPLE)
  const types = samples.flatMap(({ graph }) => [...graph.schema.contentTypes.values()])
  const attributes = types.flatMap((type) => [...type.attributes.values()])

  test('generators make every kind of attribute and relation', () => {
    const kinds = attributes.map((attribute) => {
      if (attribute.kind === 'scalar') return attribute.type
      return attribute.kind === 'zone' ? 'zone' : `${attribute.kind} to ${attribute.many ? 'many' : 'one'}`
    })
    const linking = ['relation', 'media', 'morphTo', 'morphBy', 'component']
    const expected = [
      ...Object.keys(VALUES),
      ...linking.flatMap((kind) => [`${kind} to one`, `${kind} to many`]),
      'zone',
    ]
    expect([...new Set(kinds)].toSorted()).toEqual(expected.toSorted())
    expect(types.some((type) => type.draftAndPublish && type.localized)).toBe(true)
    expect(attributes.some((attribute) => attribute.kind === 'relation' && attribute.inverse !== null)).toBe(
      true,
    )
  })

  test('generators make datasets with drafts, locales, links and cyclic links', () => {
    const rows = samples.flatMap(({ graph }) => [...graph.tables.values()].flatMap((table) => table.rows))
    const links = rows.flatMap((row) => Object.values(row.links).map((refs) => ({ row, refs })))
    expect(rows.some(({ status, locale }) => status === 'draft' && locale === 'fr')).toBe(true)
    expect(links.some(({ refs }) => refs.length > 1)).toBe(true)
    expect(
      links.some(({ row, refs }) => refs.some(({ type, id }) => type === row.uid && id === row.id)),
    ).toBe(true)
  })

  test('generators make requests whose answers have all six statuses', () => {
    const statuses = samples.flatMap(({ graph }, at) => {
      const api = createReferenceApi(graph)
      const settings = { seed: at, numRuns: 2 }
      const requests = [requestsFor(graph), brokenRequestsFor(graph), anyRequests].flatMap((arbitrary) =>
        fc.sample(arbitrary, settings),
      )
      return requests.map((request) => api.answer(request).status)
    })
    for (const status of [200, 400, 401, 403, 404, 405]) expect(statuses).toContain(status)
  })

  test('generated requests shrink to requests with few query parameters', () => {
    const property = fc.property(asksFor(graphOf('guide')), ({ query }) => query.filters === undefined)
    const { counterexample } = fc.check(property, SAMPLE)
    const [smallest] = counterexample ?? []
    expect(Object.keys(smallest?.query ?? {})).toEqual(['filters'])
  })
})
