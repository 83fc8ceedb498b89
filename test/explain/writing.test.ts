/** Why a write is refused: where in the body, what is expected there, and what is taken. */
import { describe, expect, test } from 'vitest'
import { writeExplainedText } from '../../src/explain/writing/explanation.ts'
import { type WriteExplained, world } from '../../src/server/world/index.ts'
import type { Json } from '../../src/util/json.ts'
import { graphOf } from '../support/datasets.ts'

const guide = world(graphOf('guide'))
const request = (method: string, url: string, body: string, token = 'admin-token') => ({
  method,
  url,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: new TextEncoder().encode(body),
})
const explained = (method: string, url: string, json: Json, token?: string): WriteExplained | null =>
  guide.explain(request(method, url, JSON.stringify(json), token))
const BISCOTTE = '/api/restaurants/restaurantbiscotte000001'

describe('a refused write', () => {
  test('tells the place of a name that there is not, the nearest one, and the body with it', () => {
    expect(explained('POST', '/api/articles', { data: { titel: 'Rye', views: 3 } })).toMatchObject({
      status: 400,
      rule: 'write.keys.unknown',
      faults: [{ pointer: '/data/titel', nearest: ['title'] }],
      advice: '/data/titel may not stand there. Did you mean title?',
      body: { data: { title: 'Rye', views: 3 } },
    })
  })

  test('tells each value, what is expected, and the nearest that is taken', () => {
    const told = explained('PUT', BISCOTTE, {
      data: { name: 'B', price: 'chep', stars: 'many', openingHours: [{ day: 'sunday' }] },
    })
    expect(told?.faults.map(({ pointer, expected }) => `${pointer} ${expected}`)).toEqual([
      '/data/stars a whole number, or null',
      '/data/price one of cheap, fair, dear, or null',
      '/data/openingHours/0/day one of mon, tue, wed, thu, fri, sat, sun, or null',
    ])
    expect(told?.body).toEqual({
      data: { name: 'B', price: 'cheap', stars: 1, openingHours: [{ day: 'sun' }] },
    })
  })

  test('tells what is not wrapped, not JSON, or nothing', () => {
    expect(explained('POST', '/api/articles', { title: 'Rye' })?.body).toEqual({ data: { title: 'Rye' } })
    expect(guide.explain(request('POST', '/api/articles', '{'))).toMatchObject({
      rule: 'write.body.json',
      body: { data: { title: 'text' } },
    })
    expect(guide.explain(request('POST', '/api/articles', ''))?.faults).toMatchObject([{ pointer: '/data' }])
  })

  test('leaves out a document that is not there, and a name in what is linked', () => {
    const owner = { data: { name: 'x', categories: ['categoryfood000000000001', 'nobody'], owner: 'nobody' } }
    const told = explained('POST', '/api/restaurants', owner)
    expect(told).toMatchObject({ rule: 'write.relation.document' })
    expect(told?.faults.map(({ pointer }) => pointer)).toEqual(['/data/categories', '/data/owner'])
    const body = Object(told?.body)
    expect(body.data.name).toBe('x')
    expect(body.data.owner).toBeUndefined()
    const linked = explained('PUT', BISCOTTE, { data: { cover: { id: 1, nope: 2 } } })
    expect(linked?.body).toEqual({ data: { cover: 1 } })
  })

  test('gives what is unique another value', () => {
    const told = explained('POST', '/api/categories', { data: { name: 'Food' } })
    expect(told?.body).toEqual({ data: { name: 'Food-2' } })
  })

  test('names the permission that is lacking, and who lacks it', () => {
    expect(explained('POST', '/api/reviews', { data: {} }, 'reader-token')).toMatchObject({
      status: 403,
      grant: { role: 'reader', action: 'api::review.review.create' },
      advice: 'The role reader lacks the permission api::review.review.create: grant it.',
      body: null,
    })
    expect(explained('POST', '/api/reviews', { data: {} }, 'nope')?.advice).toContain(
      'Nobody was given this token',
    )
  })

  test('puts the query right where that is what is refused', () => {
    expect(explained('POST', '/api/articles?status=odd&locale=fr', { data: { title: 'x' } })).toMatchObject({
      corrected: '/api/articles?locale=fr',
      body: { data: { title: 'x' } },
    })
  })

  test('says of a document that is not there that no body helps', () => {
    expect(explained('PUT', '/api/articles/nobody', { data: {} })).toMatchObject({ status: 404, body: null })
  })

  test('is told of a server that fails, with the reason that it does not give', () => {
    const real = world(graphOf('guide'), { profile: 'strapi-5.54-sqlite' })
    const body = JSON.stringify({ data: { name: 'x', toString: 1 } })
    const told = real.explain(request('POST', '/api/restaurants', body))
    expect(told).toMatchObject({ status: 500, rule: 'write.keys.unknown', body: { data: { name: 'x' } } })
  })
})

test('what is taken, and what is no write, is not explained, and the world stays as it is', () => {
  expect(explained('POST', '/api/articles', { data: { title: 'Rye' } })).toBeNull()
  expect(guide.explain({ url: '/api/articles' })).toBeNull()
  expect(guide.changes()).toEqual([])
})

test('as text it has the place, the advice and the body', () => {
  const told = explained('POST', '/api/articles', { data: { titel: 'Rye' } })
  const text = told === null ? '' : writeExplainedText(told)
  expect(text).toContain('/data/titel: expected one of title, slug')
  expect(text).toContain('Taken: {"data":{"title":"Rye"}}')
})
