/**
 * Tests that no id is used twice, and that tokens of deleted users stay invalid. Also tests writes that arrive after
 * a reset of their world.
 */
import { describe, expect, test } from 'vitest'
import { answeringOf } from '../../src/cli/serve/answering.ts'
import { around } from '../../src/cli/serve/around.ts'
import type { ApiResponse } from '../../src/reference/api.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import type { MockRequest } from '../../src/server/layer.ts'
import { createMock, type Mock } from '../../src/server/mock.ts'
import { Worlds, worldsLayer } from '../../src/server/worlds/worlds.ts'
import type { Source } from '../../src/sources/index.ts'
import { DEFAULT_ACCOUNTS } from '../../src/sources/tokens/accounts.ts'
import { isObject, type Json, member, parseJson } from '../../src/util/json.ts'

const users = (() => {
  const note = {
    kind: 'collectionType',
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: { text: { type: 'string' } },
  }
  const access = {
    publicRole: 'public',
    roles: { public: { permissions: ['*'] }, authenticated: { permissions: ['*'] } },
  }
  const built = buildGraph({ contentTypes: { note }, entries: { note: [{ text: 'one' }] }, access })
  if ('graph' in built) return built.graph
  throw new Error(JSON.stringify(built.faults))
})()

type Answer = (request: MockRequest) => Promise<ApiResponse>

const sent = (method: string, url: string, body?: Json, more: Record<string, string> = {}): MockRequest => ({
  method,
  url,
  headers: { 'content-type': 'application/json', ...more },
  ...(body === undefined ? {} : { body: async () => new TextEncoder().encode(JSON.stringify(body)) }),
})

/** Returns the value at a path of an answer. */
function valueIn({ body }: ApiResponse, ...path: readonly string[]): Json | undefined {
  let json: Json | undefined = parseJson(body)
  for (const name of path) json = isObject(json) ? member(json, name) : undefined
  return json
}

const registered = (answer: Answer, username: string): Promise<ApiResponse> =>
  answer(
    sent('POST', '/api/auth/local/register', {
      ...{ username, email: `${username}@x.example`, password: 'secret secret' },
    }),
  )
const me = (answer: Answer, jwt: Json | undefined): Promise<ApiResponse> =>
  answer(sent('GET', '/api/users/me', undefined, { authorization: `Bearer ${String(jwt)}` }))

describe('a deleted user', () => {
  test('no later user gets the id of a deleted user, and the token of the deleted user is invalid', async () => {
    const { answer } = createMock(users)
    const first = await registered(answer, 'alice')
    const id = Number(valueIn(first, 'user', 'id'))
    expect((await answer(sent('DELETE', `/api/users/${id}`))).status).toBe(200)
    const second = await registered(answer, 'bob')
    expect(Number(valueIn(second, 'user', 'id'))).toBeGreaterThan(id)
    expect((await me(answer, valueIn(first, 'jwt'))).status).toBe(401)
  })

  test('the token of a user stays invalid after a reset of the world, even if a new user gets the same id', async () => {
    const mock = createMock(users, { accounts: { ...DEFAULT_ACCOUNTS, secret: 'secret' } })
    const first = await registered(mock.answer, 'alice')
    mock.reset(users)
    const second = await registered(mock.answer, 'bob')
    expect(valueIn(second, 'user', 'id')).toBe(valueIn(first, 'user', 'id'))
    expect((await me(mock.answer, valueIn(first, 'jwt'))).status).toBe(401)
    expect((await me(mock.answer, valueIn(second, 'jwt'))).status).toBe(200)
  })
})

/** Creates a function that answers requests as `serve` does over the graph `users`. */
function serving(): { readonly answer: Answer; readonly reload: () => boolean } {
  const source: Source = { kind: 'dataset folder', files: { contentTypes: {} }, graph: users, notes: [] }
  const started = { graph: users, source, profile: 'documented' }
  const answers = answeringOf(started, {
    profile: 'documented',
    admin: true,
    around: around({ journal: 1, admin: true }),
    origin: () => 'http://origin.example',
  })
  const answer: Answer = async (request) => (await answers.before(request)) ?? answers.api.answer(request)
  return { answer, reload: () => answers.use(started) }
}

test('a reload reports whether it discards writes to the default world', async () => {
  const { answer, reload } = serving()
  expect(reload()).toBe(false)
  await answer(sent('POST', '/api/notes', { data: { text: 'a' } }))
  expect(reload()).toBe(true)
  expect(reload()).toBe(false)
})

test('a dry run of a write changes neither the world nor the store', async () => {
  const stored: number[] = []
  const mock = createMock(users, { store: ({ tables }) => void stored.push(tables.size) })
  const request = { method: 'POST', target: '/api/notes', headers: {}, body: undefined, ip: '127.0.0.1' }
  const call = { service: 'core' as const, body: { data: { text: 'a' } } }
  const graph = mock.api.graph
  expect((await mock.host().core(request, { ...call, dryRun: true })).status).toBe(201)
  expect([mock.api.graph === graph, stored.length]).toEqual([true, 0])
  expect((await mock.host().core(request, call)).status).toBe(201)
  expect([mock.api.graph === graph, stored.length]).toEqual([false, 1])
})

const documentId = (answer: ApiResponse): string => String(valueIn(answer, 'data', 'documentId'))

test('later patches and writes of a world reuse neither the id nor the documentId of a deleted document', async () => {
  const { answer } = serving()
  const first = await answer(sent('POST', '/api/notes', { data: { text: 'a' } }))
  expect((await answer(sent('DELETE', `/api/notes/${documentId(first)}`))).status).toBe(204)
  const patch = { notes: { create: [{ text: 'b' }, { text: 'c' }] } }
  expect((await answer(sent('PATCH', '/_populace/worlds/base', patch))).status).toBe(200)
  const last = await answer(sent('POST', '/api/notes', { data: { text: 'd' } }))
  const rows = parseJson((await answer(sent('GET', '/api/notes?sort=id'))).body)
  const listed = isObject(rows) ? member(rows, 'data') : undefined
  const ids = Array.isArray(listed) ? listed.map((row: Json) => isObject(row) && member(row, 'id')) : []
  expect(ids).toEqual([1, 3, 4, 5])
  expect(documentId(last)).not.toBe(documentId(first))
})

describe('a write whose body arrives after a reset of its world', () => {
  /** Returns a request whose body arrives only when `arrive` is called. */
  function slow(more: Record<string, string> = {}): { request: MockRequest; arrive: () => void } {
    let arrive = (): void => undefined
    const bytes = new TextEncoder().encode(JSON.stringify({ data: { text: 'late' } }))
    const arrived = new Promise<Uint8Array>((resolve) => {
      arrive = () => resolve(bytes)
    })
    return {
      request: { ...sent('POST', '/api/notes', {}, more), body: () => arrived },
      arrive: () => arrive(),
    }
  }

  const isThere = async (answer: Answer, made: ApiResponse, more: Record<string, string> = {}) =>
    (await answer(sent('GET', `/api/notes/${documentId(made)}`, undefined, more))).status

  test('a write whose body arrives after a reset of the default world is stored in the default world', async () => {
    const { answer } = serving()
    const { request, arrive } = slow()
    const waiting = answer(request)
    expect((await answer(sent('PUT', '/_populace/worlds/base'))).status).toBe(204)
    arrive()
    const made = await waiting
    expect([made.status, await isThere(answer, made)]).toEqual([201, 200])
  })

  test.each(['PUT', 'DELETE'])(
    'a write whose body arrives after a %s of its world is stored in the world of this name',
    async (method) => {
      const { answer } = serving()
      const named = { 'populace-world': 'one' }
      const { request, arrive } = slow(named)
      const waiting = answer(request)
      await answer(sent(method, '/_populace/worlds/one'))
      arrive()
      const made = await waiting
      expect([made.status, await isThere(answer, made, named)]).toEqual([201, 200])
    },
  )

  test('a pending write keeps its unchanged world in memory, even at the limit of worlds', async () => {
    const worlds = new Worlds({ base: () => users, make: (one): Mock => createMock(one), most: 1 })
    const layer = worldsLayer(worlds)
    const { request, arrive } = slow({ 'populace-world': 'one' })
    const waiting = layer(request)
    expect((await layer(sent('GET', '/api/notes', undefined, { 'populace-world': 'two' })))?.status).toBe(503)
    arrive()
    expect((await waiting)?.status).toBe(201)
  })
})
