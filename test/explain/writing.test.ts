/** Tests explanations of rejected writes: the place in the body, the expected values, and a body that succeeds. */
import { describe, expect, test } from 'vitest'
import { explainFirstWrite } from '../../src/explain/writing/explained.ts'
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
  test('the explanation of a refused write reports an unknown name, the nearest name, and the corrected body', () => {
    expect(explained('POST', '/api/articles', { data: { titel: 'Rye', views: 3 } })).toMatchObject({
      status: 400,
      rule: 'write.keys.unknown',
      faults: [{ pointer: '/data/titel', nearest: ['title'] }],
      advice: '/data/titel is not allowed. Did you mean title?',
      body: { data: { title: 'Rye', views: 3 } },
    })
  })

  test('the explanation of a refused write reports each invalid value, the expected values, and the nearest one', () => {
    const explanation = explained('PUT', BISCOTTE, {
      data: { name: 'B', price: 'chep', stars: 'many', openingHours: [{ day: 'sunday' }] },
    })
    expect(explanation?.faults.map(({ pointer, expected }) => `${pointer} ${expected}`)).toEqual([
      '/data/stars a whole number, or null',
      '/data/price one of cheap, fair, dear, or null',
      '/data/openingHours/0/day one of mon, tue, wed, thu, fri, sat, sun, or null',
    ])
    expect(explanation?.body).toEqual({
      data: { name: 'B', price: 'cheap', stars: 1, openingHours: [{ day: 'sun' }] },
    })
  })

  test('the explanation of a refused write reports a body without `data`, without JSON, or without content', () => {
    expect(explained('POST', '/api/articles', { title: 'Rye' })?.body).toEqual({ data: { title: 'Rye' } })
    expect(guide.explain(request('POST', '/api/articles', '{'))).toMatchObject({
      rule: 'write.body.json',
      body: { data: { title: 'text' } },
    })
    expect(guide.explain(request('POST', '/api/articles', ''))?.faults).toMatchObject([{ pointer: '/data' }])
  })

  test('the explanation of a refused write proposes a body without missing documents and unknown names', () => {
    const owner = { data: { name: 'x', categories: ['categoryfood000000000001', 'nobody'], owner: 'nobody' } }
    const explanation = explained('POST', '/api/restaurants', owner)
    expect(explanation).toMatchObject({ rule: 'write.relation.document' })
    expect(explanation?.advice).toMatch(
      /^\/data\/categories links an entry that does not exist: Document with id "nobody"/,
    )
    expect(explanation?.faults.map(({ pointer }) => pointer)).toEqual(['/data/categories', '/data/owner'])
    const body = Object(explanation?.body)
    expect(body.data.name).toBe('x')
    expect(body.data.owner).toBeUndefined()
    const linked = explained('PUT', BISCOTTE, { data: { cover: { id: 1, nope: 2 } } })
    expect(linked?.body).toEqual({ data: { cover: 1 } })
  })

  test('the explanation of a refused write proposes a body without the wrong items of a list', () => {
    const quotes = Array.from({ length: 10 }, () => ({ __component: 'blocks.quote' }))
    const explanation = explained('POST', '/api/samplers', { data: { string: 'x', blocks: quotes } })
    expect(explanation?.faults.map(({ pointer }) => pointer)).toContain('/data/blocks/9')
    expect(explanation?.body).toEqual({ data: { string: 'x', blocks: [] } })
  })

  test('the explanation of a refused write proposes another value for a unique attribute', () => {
    const explanation = explained('POST', '/api/categories', { data: { name: 'Food' } })
    expect(explanation?.body).toEqual({ data: { name: 'Food-2' } })
  })

  test('the explanation of a refused write names the missing permission and the role', () => {
    expect(explained('POST', '/api/reviews', { data: {} }, 'reader-token')).toMatchObject({
      status: 403,
      grant: { role: 'reader', action: 'api::review.review.create' },
      advice: 'The role reader lacks the permission api::review.review.create: grant it.',
      body: null,
    })
    expect(explained('POST', '/api/reviews', { data: {} }, 'nope')?.advice).toContain('The token is unknown')
  })

  test('the explanation of a refused write corrects the query if the server rejects the query', () => {
    expect(explained('POST', '/api/articles?status=odd&locale=fr', { data: { title: 'x' } })).toMatchObject({
      corrected: '/api/articles?locale=fr',
      body: { data: { title: 'x' } },
    })
  })

  test('the explanation of a refused write proposes no body for a document that does not exist', () => {
    expect(explained('PUT', '/api/articles/nobody', { data: {} })).toMatchObject({ status: 404, body: null })
  })

  test('the explanation of a 500 answer to a write contains the reason that the server does not send', () => {
    const real = world(graphOf('guide'), { profile: 'strapi-5.54-sqlite' })
    const body = JSON.stringify({ data: { name: 'x', toString: 1 } })
    const explanation = real.explain(request('POST', '/api/restaurants', body))
    expect(explanation).toMatchObject({
      status: 500,
      rule: 'write.keys.unknown',
      body: { data: { name: 'x' } },
    })
  })
})

test('the search for a body that the server accepts stops after a limit of bytes', () => {
  const names = Array.from({ length: 300 }, (_, at) => [`k${at}`, 1] as const)
  const refused = request('POST', '/api/articles', JSON.stringify({ data: Object.fromEntries(names) }))
  const found = (mostTried: number): unknown =>
    explainFirstWrite(graphOf('guide'), refused, { mostTried })?.body
  expect(found(32 * 1024)).toBeNull()
  expect(found(Number.POSITIVE_INFINITY)).toMatchObject({ data: { title: 'text' } })
})

test('accepted writes and reads get no explanation, and explaining does not change the world', () => {
  expect(explained('POST', '/api/articles', { data: { title: 'Rye' } })).toBeNull()
  expect(guide.explain({ url: '/api/articles' })).toBeNull()
  expect(guide.changes()).toEqual([])
})

test('the text of an explanation of a refused write has the place, the advice and the body', () => {
  const explanation = explained('POST', '/api/articles', { data: { titel: 'Rye' } })
  const text = explanation === null ? '' : writeExplainedText(explanation)
  expect(text).toContain('/data/titel: expected one of title, slug')
  expect(text).toContain('Taken: {"data":{"title":"Rye"}}')
})
