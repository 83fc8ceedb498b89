/** Tests answers of services that a real 5.54 gave to random calls. */
import { expect, test } from 'vitest'
import { isObject, type Json } from '../../../src/util/json.ts'
import { firstIds } from '../../../src/writing/index.ts'
import type { ServiceRequest } from '../../../src/writing/service/request.ts'
import { callService } from '../../../src/writing/service/service.ts'
import type { WritingState } from '../../../src/writing/writer.ts'
import { graphOf } from '../../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const fresh: WritingState = { graph, ids: firstIds(graph), time: 0 }

function call(service: ServiceRequest['service'], name: string, method: string, params: Json) {
  return callService(fresh, { service, uid: `api::${name}.${name}`, method, args: [params] })
}

const idsOf = (outcome: ReturnType<typeof call>): Json[] =>
  outcome.ok && Array.isArray(outcome.value)
    ? outcome.value.map((row: Json) => (isObject(row) ? (row['id'] ?? null) : null))
    : []

test('a query that selects only `id` returns the rows ordered by id, and a query of two attributes does not', () => {
  const alone = idsOf(call('query', 'category', 'findMany', { select: ['id', 'id'] }))
  expect(alone.length).toBeGreaterThan(20)
  expect(alone).toEqual(alone.toSorted((a, b) => Number(a) - Number(b)))
  const both = idsOf(call('query', 'category', 'findMany', { select: ['id', 'documentId'] }))
  expect(both).not.toEqual(alone)
  expect(both.toSorted((a, b) => Number(a) - Number(b))).toEqual(alone)
})

test('`limit: 1` in a populate counts over all rows, so only the row with the lowest id gets its linked row', () => {
  const populate = { chef: { limit: 1, select: ['id'] } }
  const orderBy = [{ averageRating: 'asc' }, { id: 'asc' }]
  const found = call('query', 'restaurant', 'findMany', { select: ['id'], orderBy, populate })
  const owners =
    found.ok && Array.isArray(found.value)
      ? found.value.filter((row: Json) => isObject(row) && row['chef'] !== null)
      : []
  expect(owners).toEqual([{ id: 1, chef: { id: 1 } }])
})

test.each([
  ['findMany', { reviews: { $not: { id: { $lt: 7 } } } }, 't2.id'],
  ['findMany', { reviews: { $not: { createdAt: { $null: true } } } }, 't2.created_at'],
  ['count', { chef: { id: 1 }, reviews: { $not: { text: 'x' } } }, 't4.text'],
])(
  'the error of an invalid `where` in %s with %j names the column of the joined table',
  (method, where, key) => {
    expect(call('query', 'restaurant', method, { where })).toMatchObject({
      ok: false,
      error: { message: `Undefined attribute level operator ${key}` },
    })
  },
)

test.each(['delete', 'update', 'publish', 'clone'])(
  '%s of the document service validates populate first',
  (method) => {
    const documentId = 'osp633q2le1n0jimc26677jw'
    const outcome = call('documents', 'review', method, {
      documentId,
      data: {},
      populate: { restaurant: { limit: 2 } },
    })
    expect(outcome).toMatchObject({
      ok: false,
      error: { name: 'ValidationError', message: 'Invalid key limit at restaurant' },
    })
    expect(outcome.state).toBe(fresh)
  },
)
