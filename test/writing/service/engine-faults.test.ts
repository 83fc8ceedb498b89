/** Tests writes of the query engine with the results measured on Strapi 5.54.0. */
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../../src/util/json.ts'
import { firstIds } from '../../../src/writing/index.ts'
import type { ServiceOutcome, ServiceRequest } from '../../../src/writing/service/request.ts'
import { callService } from '../../../src/writing/service/service.ts'
import type { WritingState } from '../../../src/writing/writer.ts'
import { graphOf } from '../../support/datasets.ts'

const PROFILE = 'strapi-5.54-sqlite'
const BOOKMARK = 'api::bookmark.bookmark'
const CATEGORY = { id: 5, __type: 'api::category.category' }

function fresh(): WritingState {
  const graph = graphOf('strapi-5.54')
  return { graph, ids: firstIds(graph), time: 0 }
}

type Service = ServiceRequest['service']

const call = (
  state: WritingState,
  service: Service,
  uid: string,
  method: string,
  ...args: readonly Json[]
): ServiceOutcome => callService(state, { service, uid, method, args }, { profile: PROFILE })

const subjectOf = (outcome: ServiceOutcome): Json => {
  const value = outcome.ok ? (outcome.value ?? null) : null
  const [entry = null] = Array.isArray(value) ? value : [value]
  return isObject(entry) ? (entry['subject'] ?? null) : null
}

const bookmarkIn = (state: WritingState, id: number): Json =>
  subjectOf(call(state, 'query', BOOKMARK, 'findOne', { where: { id }, populate: { subject: true } }))

describe('a morph relation to one entry', () => {
  const written = { data: { label: 'q', subject: CATEGORY }, populate: { subject: true } }

  test.each(['documents', 'query', 'entity'] as const)(
    'a morph relation to one entry is created by %s from `id` and `__type`',
    (service) => {
      expect(subjectOf(call(fresh(), service, BOOKMARK, 'create', written))).toMatchObject(CATEGORY)
    },
  )

  test('a morph relation to one entry is changed by updates, and removed by null', () => {
    const set = call(fresh(), 'query', BOOKMARK, 'update', { ...written, where: { id: 2 } })
    expect(subjectOf(set)).toMatchObject(CATEGORY)
    const none = call(set.state, 'query', BOOKMARK, 'update', { where: { id: 2 }, data: { subject: null } })
    expect(bookmarkIn(none.state, 2)).toBeNull()
  })

  test('a morph relation to one entry is written by `createMany` and `updateMany`', () => {
    const made = call(fresh(), 'query', BOOKMARK, 'createMany', { data: [{ subject: CATEGORY }] })
    expect(bookmarkIn(made.state, 11)).toMatchObject(CATEGORY)
    const changed = call(fresh(), 'query', BOOKMARK, 'updateMany', {
      where: { id: 1 },
      data: { subject: CATEGORY },
    })
    expect(changed).toMatchObject({ ok: true, value: { count: 1 } })
    expect(bookmarkIn(changed.state, 1)).toMatchObject(CATEGORY)
  })

  test('a morph relation to one entry stays unchanged by `updateRelations`', () => {
    const before = bookmarkIn(fresh(), 2)
    const { state } = call(fresh(), 'query', BOOKMARK, 'updateRelations', 2, { subject: CATEGORY })
    expect(bookmarkIn(state, 2)).toEqual(before)
  })

  test('a morph relation to one entry is kept by a clone', () => {
    const found = call(fresh(), 'query', BOOKMARK, 'findOne', {
      where: { id: 2 },
      populate: { subject: true },
    })
    const { documentId } = found.ok && isObject(found.value) ? found.value : {}
    const cloned = call(fresh(), 'documents', BOOKMARK, 'clone', { documentId: documentId ?? null })
    expect(bookmarkIn(cloned.state, 11)).toEqual(subjectOf(found))
  })

  test('a new morph relation to one entry also appears in the inverse attribute of the entry', () => {
    const data = { subject: { id: 3, __type: 'api::restaurant.restaurant' } }
    const { state } = call(fresh(), 'query', BOOKMARK, 'create', { data })
    const read = call(state, 'query', 'api::restaurant.restaurant', 'findOne', {
      where: { id: 3 },
      populate: { bookmarks: true },
    })
    expect(read).toMatchObject({ value: { bookmarks: [{ id: 11 }] } })
  })

  const REFUSED: readonly Json[] = [
    { documentId: 'x', __type: CATEGORY.__type },
    { set: [CATEGORY] },
    { connect: [CATEGORY] },
    [CATEGORY],
    5,
    'x',
    { id: 5 },
    {},
    false,
  ]

  test.each(REFUSED)('a morph relation to one entry cannot be %j', (subject) => {
    for (const service of ['documents', 'query', 'entity'] as const)
      expect(call(fresh(), service, BOOKMARK, 'create', { data: { subject } })).toMatchObject({
        ok: false,
        error: { name: 'Error', message: 'Expects properties __type an id to make a morph association' },
      })
  })
})

describe('a write of many rows whose `where` joins tables', () => {
  const joined: readonly JsonObject[] = [
    { author: { name: { $contains: 'a' } } },
    { author: 1 },
    { author: null },
    { $or: [{ $not: { seo: { id: 1 } } }] },
  ]

  test.each(joined)('a write of many rows whose `where` joins tables fails in `updateMany`: %j', (where) => {
    const data = { slug: 'u' }
    expect(call(fresh(), 'query', 'api::article.article', 'updateMany', { where, data })).toMatchObject({
      ok: false,
      error: { name: 'TypeError', message: 'Cannot convert undefined or null to object' },
    })
  })

  const children = { children: { id: { $lte: 17 } } }

  test.each([['id'], ['description'], ['updatedAt']])(
    'a write of many rows whose `where` joins tables fails in `deleteMany` if both tables have the column %s',
    (name) => {
      const where = { $and: [{ [name]: { $notNull: true } }], ...children }
      expect(call(fresh(), 'query', 'api::category.category', 'deleteMany', { where })).toMatchObject({
        ok: false,
        error: { name: 'SqliteError', message: `ambiguous column name: ${name}` },
      })
    },
  )

  test('a write of many rows whose `where` joins tables deletes rows if only one table has each column', () => {
    const deleted = (uid: string, where: JsonObject) => call(fresh(), 'query', uid, 'deleteMany', { where })
    expect(deleted('api::category.category', children)).toMatchObject({ value: { count: 5 } })
    expect(deleted('api::restaurant.restaurant', { photos: { id: 1 } })).toMatchObject({
      value: { count: 2 },
    })
  })
})

test('`update` changes the first row in the order of the index', () => {
  const documentId = { $in: ['00:0', 'c1t5o6b6s2qobr3tffr8fm5m', 'x43okx602rewr3siteoss9va'] }
  const data = { rating: 1 }
  expect(
    call(fresh(), 'query', 'api::article.article', 'update', { where: { documentId }, data }),
  ).toMatchObject({ value: { id: 156 } })
})

test('connecting an entry twice fails with the error of the called service', () => {
  const data = { secrets: { connect: [5, 1, { id: 5, position: { start: true } }] } }
  const message = 'The relation with id 5 is already connected. You cannot connect the same relation twice.'
  expect(call(fresh(), 'query', 'api::article.article', 'update', { where: { id: 1 }, data })).toMatchObject({
    error: { name: 'InvalidRelationFormat', message, details: {} },
  })
  const documentId = 'foxr0o86bu43095q36bvmoxj'
  expect(call(fresh(), 'documents', 'api::article.article', 'update', { documentId, data })).toMatchObject({
    error: { name: 'ValidationError', message },
  })
})

test('`updateRelations` of a missing row fails in the database only if it links rows', () => {
  const relate = (data: JsonObject) =>
    call(fresh(), 'query', 'api::article.article', 'updateRelations', 9999, data)
  for (const data of [{}, { author: null }, { author: [] }]) expect(relate(data)).toMatchObject({ ok: true })
  expect(relate({ author: 1 })).toMatchObject({
    error: { name: 'SqliteError', message: 'FOREIGN KEY constraint failed' },
  })
})

test('a cloned document has the same `createdBy` as the original document', () => {
  const REVIEW = 'api::review.review'
  const source = call(fresh(), 'query', REVIEW, 'findOne', {
    where: { createdBy: { id: 1 }, publishedAt: null },
    populate: { createdBy: true },
  })
  const { documentId = null, createdBy = null } = source.ok && isObject(source.value) ? source.value : {}
  expect(createdBy).not.toBeNull()
  const cloned = call(fresh(), 'documents', REVIEW, 'clone', { documentId, populate: '*' })
  expect(cloned).toMatchObject({ value: { entries: [{ createdBy }] } })
})
