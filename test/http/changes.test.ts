/** Tests the endpoint that lists the changed entries of a world, and the records of writes in the request journal. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Running } from '../../src/server/http/serve.ts'
import { world } from '../../src/server/world/index.ts'
import { graphOf } from '../support/datasets.ts'
import { serveWorlds } from '../support/worlds.ts'

const guide = graphOf('guide')
let running: Running
beforeAll(async () => {
  running = await serveWorlds(guide)
})
afterAll(() => running.stop())

const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' }
const send = (method: string, path: string, data?: object, more = {}): Promise<Response> =>
  fetch(`${running.url}${path}`, {
    method,
    headers: { ...headers, ...more },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  })
const changes = async (query = '', more = {}) =>
  (await fetch(`${running.url}/_populace/changes${query}`, { headers: more })).json()

test('the changes of a world over HTTP equal world.changes(), and other worlds do not list them', async () => {
  const own = { 'populace-world': 'one' }
  const created = await send('POST', '/api/categories', { name: 'New' }, own)
  const { documentId } = (await created.json()).data
  await send('PUT', '/api/restaurants/restaurantbiscotte000001', { stars: 1 }, own)
  const body = (data: object) => new TextEncoder().encode(JSON.stringify({ data }))
  const same = world(guide)
    .send({ method: 'POST', url: '/api/categories', headers, body: body({ name: 'New' }) })
    .world.send({
      method: 'PUT',
      url: '/api/restaurants/restaurantbiscotte000001',
      headers,
      body: body({ stars: 1 }),
    }).world
  const answer = await changes('?world=one')
  expect(answer).toEqual({ count: same.changes().length, changes: same.changes() })
  expect(answer.changes).toMatchObject([
    { kind: 'created', type: 'api::category.category', documentId },
    { kind: 'updated', type: 'api::restaurant.restaurant', attributes: expect.arrayContaining(['stars']) },
  ])
  expect(await changes('', own)).toEqual(answer)
  expect(await changes('?world=two')).toEqual({ count: 0, changes: [] })
  expect(await changes()).toEqual({ count: 0, changes: [] })
  await fetch(`${running.url}/_populace/worlds/one`, { method: 'DELETE' })
  expect(await changes('?world=one')).toEqual({ count: 0, changes: [] })
})

test('the endpoint for changes lists the changes of the default world if the request names no world', async () => {
  const patch = { categories: { create: { name: 'Of all' } } }
  await fetch(`${running.url}/_populace/worlds/base`, { method: 'PATCH', body: JSON.stringify(patch) })
  expect((await changes()).changes).toMatchObject([{ kind: 'created', type: 'api::category.category' }])
  expect(await changes('?world=base')).toEqual(await changes())
  await fetch(`${running.url}/_populace/worlds/base`, { method: 'DELETE' })
  expect(await changes()).toEqual({ count: 0, changes: [] })
})

test('the request journal lists the method and the status of each write', async () => {
  const own = { 'populace-world': 'written' }
  const { documentId } = (await (await send('POST', '/api/categories', { name: 'New' }, own)).json()).data
  await send('DELETE', `/api/categories/${documentId}`, undefined, own)
  await send('POST', '/api/categories', { nope: 1 }, own)
  const asked = await fetch(`${running.url}/_populace/requests?world=written`)
  const { requests } = await asked.json()
  expect(requests.map(({ method, status }: Record<string, unknown>) => [method, status])).toEqual([
    ['POST', 201],
    ['DELETE', 204],
    ['POST', 400],
  ])
})

test('the endpoint for changes accepts only GET and known parameters', async () => {
  const status = async (path: string, method = 'GET') =>
    (await fetch(`${running.url}/_populace/${path}`, { method })).status
  expect(await status('changes', 'POST')).toBe(405)
  expect(await status('changes?worlds=one')).toBe(400)
  expect(await status('changes?world=a%20b')).toBe(400)
  expect(await status('changes/one')).toBe(404)
})
