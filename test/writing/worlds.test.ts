/** Tests writes in the mock, in named worlds, and saved to a folder. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { createMock } from '../../src/server/mock.ts'
import { world } from '../../src/server/world/index.ts'
import { Worlds, worldsLayer } from '../../src/server/worlds/worlds.ts'
import { Saving } from '../../src/sources/write/saving/save.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const headers = { authorization: 'Bearer tokenFull', 'content-type': 'application/json' }
const bytes = (data: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify({ data }))
const post = (url: string, data: unknown) => ({ method: 'POST', url, headers, body: bytes(data) })
const mockPost = (url: string, data: unknown, more = {}) => ({
  ...{ method: 'POST', url, headers: { ...headers, ...more } },
  body: async () => bytes(data),
})

test('a mock accepts writes, and a read-only mock rejects them', async () => {
  const mock = createMock(graph)
  expect((await mock.answer(mockPost('/api/categories', { name: 'New' }))).status).toBe(201)
  expect((await mock.answer({ url: '/api/categories?filters[name]=New', headers })).body).toContain(
    '"total":1',
  )
  expect(mock.api.graph).not.toBe(graph)
  const still = createMock(graph, { readOnly: true })
  const answer = await still.answer(mockPost('/api/categories', { name: 'New' }))
  expect([answer.status, answer.headers['allow'], answer.body]).toEqual([
    405,
    'HEAD, GET',
    'Method Not Allowed',
  ])
  expect(still.api.graph).toBe(graph)
})

test('a read-only mock accepts logins, and rejects requests that change users', async () => {
  const mock = createMock(graph, { readOnly: true })
  const statusOf = async (path: string): Promise<number> =>
    (await mock.answer(mockPost(`/api/auth/${path}`, { identifier: 'nobody', password: 'wrong' }))).status
  expect(await Promise.all(['local', 'LOCAL/', 'forgot-password'].map(statusOf))).toEqual([400, 400, 400])
  const changes = ['local/register', 'reset-password', 'change-password']
  expect(await Promise.all(changes.map(statusOf))).toEqual([405, 405, 405])
  expect(mock.api.graph).toBe(graph)
})

test('each world has its own writes, and loses them when it is reset', async () => {
  const worlds = new Worlds({ base: () => graph, make: (one) => createMock(one) })
  const layer = worldsLayer(worlds)
  const count = async (name: string) => {
    const answer = await layer({
      url: '/api/categories?filters[name]=New',
      headers: { ...headers, 'populace-world': name },
    })
    return JSON.parse(answer?.body ?? '{}').meta?.pagination.total
  }
  await layer(mockPost('/api/categories', { name: 'New' }, { 'populace-world': 'a' }))
  expect([await count('a'), await count('b')]).toEqual([1, 0])
  worlds.reset('a')
  expect(await count('a')).toBe(0)
})

test('`send` of a test world returns the answer and the changed world, which lists its changes', () => {
  const before = world(graph)
  const { world: after, answer } = before.send(post('/api/reviews', { title: 'New' }))
  expect(answer.status).toBe(201)
  expect(after.changes().map(({ kind, type, status }) => `${kind} ${type} ${status}`)).toEqual([
    'created api::review.review draft',
    'created api::review.review published',
  ])
  expect(before.changes()).toEqual([])
  const refused = after.send(post('/api/reviews', { nope: 1 }))
  expect([refused.answer.status, refused.world === after]).toEqual([400, true])
  const [made] = after.changes()
  const gone = after.send({ method: 'DELETE', url: `/api/reviews/${made?.documentId}`, headers })
  expect(gone.answer.status).toBe(204)
  expect(gone.world.changes()).toEqual([])
})

test('equal writes give equal worlds', () => {
  const run = () => world(graph, { seed: 's' }).send(post('/api/reviews', { title: 'New' })).answer.body
  expect(run()).toBe(run())
})

test('a save after a write stores only the changed files in the dataset folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'populace-save-'))
  try {
    cpSync(datasetFolder('strapi-5.54'), folder, { recursive: true })
    const loaded = loadDataset(folder)
    const saving = new Saving(folder)
    saving.begin(loaded)
    const { world: after } = world(loaded).send(post('/api/categories', { name: 'New', parent: 1 }))
    expect(saving.save(after.graph)).toEqual(['entries/category.json'])
    expect(saving.save(after.graph)).toEqual([])
    const rows = JSON.parse(readFileSync(join(folder, 'entries/category.json'), 'utf8'))
    expect(rows.at(-1)).toMatchObject({ id: 26, name: 'New', parent: 1 })
    expect(readdirSync(join(folder, 'entries')).filter((name) => !name.endsWith('.json'))).toEqual([])
    expect(loadDataset(folder).tables.get('api::category.category')?.rows.at(-1)?.values['name']).toBe('New')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
