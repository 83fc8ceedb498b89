/** Tests users, bodies and CORS, over HTTP and without a port, for a dataset with few settings. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { mockHandler } from '../../src/server/fetch.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { createMock, type Mock, type MockOptions } from '../../src/server/mock.ts'
import { Edits } from '../../src/server/plugins/users/edits.ts'
import { ServedWorld } from '../../src/server/world.ts'
import { DEFAULT_ACCOUNTS } from '../../src/sources/tokens/accounts.ts'
import type { Json } from '../../src/util/json.ts'
import { dial, exchange, heard, statuses } from '../support/raw.ts'

/** The bcrypt hash of `hashed secret`, with four rounds. */
const HASH = '$2b$04$Z516H4VtK9aLhSiNb9zmxu80tOhPxcCgvsTYQ754TdNcOz3SBbDsS'

const people: readonly Json[] = [
  { username: 'ana', email: 'ana@x.example', password: HASH, confirmed: true },
  { username: 'bo', email: 'bo@x.example', password: 'plain secret', blocked: true, confirmed: true },
  { username: 'cy', email: 'cy@x.example', password: 'plain secret', provider: 'github' },
  { username: 'di', email: 'di@x.example', password: 'plain secret', resetPasswordToken: 'forgotten' },
  { username: 'ed', email: 'ed@x.example' },
]

function world(access?: Json): Graph {
  const note = {
    kind: 'collectionType',
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: { text: { type: 'string' } },
  }
  const built = buildGraph({
    contentTypes: { note },
    entries: {
      note: [{ text: 'hello' }],
      'plugin-users-permissions-user': people.map((one, at) => ({ id: at + 1, ...Object(one) })),
    },
    ...(access === undefined ? {} : { access }),
  })
  if ('graph' in built) return built.graph
  throw new Error(JSON.stringify(built.faults))
}

const CLOSED: Json = { publicRole: 'public', roles: { public: { permissions: ['api::note.note.find'] } } }

interface Reply {
  readonly status: number
  readonly body: string
  readonly jwt: string
}

/** Creates a function that sends requests without a port. */
function asker(mock: Mock): (path: string, body?: Json, token?: string) => Promise<Reply> {
  const handle = mockHandler(mock)
  return async (path, body, token) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const init = body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers }
    const answer = await handle(new Request(`http://localhost/api/${path}`, init))
    const text = await answer.text()
    return { status: answer.status, body: text, jwt: /"jwt":"([^"]+)"/.exec(text)?.[1] ?? '' }
  }
}

const login = (identifier: string, password: string): [string, Json] => [
  'auth/local',
  { identifier, password },
]
const made = (options?: MockOptions, graph = world(CLOSED)) => asker(createMock(graph, options))

describe('passwords', () => {
  test('passwords can be hashed or plain in the dataset', async () => {
    const ask = made()
    const answers = [
      await ask(...login('ana', 'hashed secret')),
      await ask(...login('ana@X.example', 'hashed secret')),
      await ask(...login('di', 'plain secret')),
      await ask(...login('ana', HASH)),
      await ask(...login('di', 'plain')),
      await ask(...login('ed', 'anything')),
      await ask(...login('cy', 'plain secret')),
      await ask(...login('bo', 'plain secret')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 400, 400, 400])
    expect(answers.at(-1)?.body).toContain('Your account has been blocked by an administrator')
  })

  test('passwords are in no answer', async () => {
    const ask = made()
    const { jwt, body } = await ask(...login('di', 'plain secret'))
    const full = asker(createMock(world({ ...Object(CLOSED), roles: { public: { permissions: ['*'] } } })))
    const bodies = [body, (await ask('users/me', undefined, jwt)).body, (await full('users?populate=*')).body]
    for (const one of bodies) {
      expect(one).toContain('di@x.example')
      expect(one).not.toMatch(/secret|forgotten|\$2b\$|password/i)
    }
  })

  test('passwords can be reset with a code, which works once', async () => {
    const lines: string[] = []
    const ask = made({ tell: (line) => lines.push(line) })
    const to = (code: string): Json => ({ code, password: 'brand new', passwordConfirmation: 'brand new' })
    expect((await ask('auth/forgot-password', { email: 'ANA@x.example' })).body).toBe('{"ok":true}')
    const code = /[0-9a-f]{128}/.exec(lines.join())?.[0] ?? ''
    for (const one of ['forgotten', code]) {
      expect((await ask('auth/reset-password', to(one))).status).toBe(200)
      expect((await ask('auth/reset-password', to(one))).body).toContain('Incorrect code provided')
    }
    expect((await ask(...login('di', 'brand new'))).status).toBe(200)
    expect((await ask(...login('di', 'plain secret'))).status).toBe(400)
    expect((await ask(...login('ana', 'brand new'))).status).toBe(200)
  })

  test('too many simultaneous logins get 503, and a later login succeeds', async () => {
    const ask = made()
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask(...login('ana', 'hashed secret'))))
    const found = new Set(answers.map(({ status }) => status))
    expect([...found].sort()).toEqual([200, 503])
    expect((await ask(...login('ana', 'hashed secret'))).status).toBe(200)
  })
})

describe('a user of the dataset', () => {
  test('a user of the dataset has the role of the user after a login, also in the content API', async () => {
    const roles = { public: { permissions: [] }, authenticated: { permissions: ['api::note.note.find'] } }
    const ask = made({}, world({ publicRole: 'public', roles }))
    expect((await ask('notes')).status).toBe(401)
    const { jwt } = await ask(...login('di', 'plain secret'))
    expect((await ask('notes', undefined, jwt)).status).toBe(200)
    expect((await ask('users/me', undefined, jwt)).body).toContain('"username":"di"')
    expect((await ask('users', undefined, jwt)).status).toBe(403)
  })

  test('a user of the dataset stays logged in until the token expires or the user is blocked', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const mock = createMock(world(CLOSED), { now: () => time })
    const ask = asker(mock)
    const { jwt } = await ask(...login('di', 'plain secret'))
    mock.edit(({ entries }) => {
      Object.assign(entries['plugin-users-permissions-user']?.[3] ?? {}, { blocked: true })
    })
    for (const path of ['users/me', 'notes']) {
      const { status, body } = await ask(path, undefined, jwt)
      expect([status, body]).toEqual([401, expect.stringContaining('"message":"Invalid credentials"')])
    }
    mock.edit(({ entries }) => {
      Object.assign(entries['plugin-users-permissions-user']?.[3] ?? {}, { blocked: false })
    })
    expect((await ask('users/me', undefined, jwt)).status).toBe(200)
    time += 31 * 24 * 60 * 60 * 1000
    expect((await ask('users/me', undefined, jwt)).body).toContain('Missing or invalid credentials')
  })

  test('a user who registers must confirm the email address before the login', async () => {
    const lines: string[] = []
    const accounts = {
      secret: null,
      asksConfirmation: true,
      allowsRegister: true,
      isEmailUnique: true,
      defaultRole: 'authenticated',
      redirection: '/welcome',
    }
    const mock = createMock(world(CLOSED), { accounts, tell: (line) => lines.push(line) })
    const ask = asker(mock)
    const answer = await ask('auth/local/register', {
      username: 'fay',
      email: 'Fay@x.example',
      password: 'secret12',
    })
    expect(Object.keys(JSON.parse(answer.body))).toEqual(['user'])
    expect((await ask(...login('fay', 'secret12'))).body).toContain('not confirmed')
    const [url = ''] = /\/api\/auth\/email-confirmation\?confirmation=[0-9a-f]{40}/.exec(lines.join()) ?? []
    const confirmed = await mock.answer({ url })
    expect([confirmed.status, confirmed.headers['location']]).toEqual([302, '/welcome'])
    expect((await mock.answer({ url })).status).toBe(400)
    expect((await ask(...login('fay', 'secret12'))).status).toBe(200)
  })

  test('a user who registers can set only those fields that the project allows', async () => {
    const accounts = { ...DEFAULT_ACCOUNTS, registrationFields: ['confirmed', 'unknown'] }
    const ask = asker(createMock(world(CLOSED), { accounts }))
    const given = { username: 'fay', email: 'fay@x.example', password: 'secret12' }
    const refused = await ask('auth/local/register', { ...given, blocked: true })
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.stringContaining('Invalid parameters: blocked'),
    ])
    const wrong = await ask('auth/local/register', { ...given, confirmed: { a: 1 } })
    expect(wrong.status).toBe(400)
    const made = await ask('auth/local/register', { ...given, confirmed: false, unknown: 1 })
    expect(JSON.parse(made.body)).toMatchObject({ user: { username: 'fay', confirmed: false } })
  })

  test('a user who registers gets the time of the next write of the world', async () => {
    const given = { username: 'fay', email: 'fay@x.example', password: 'secret12' }
    const [one, other] = await Promise.all(
      [made(), made()].map(
        async (ask) => JSON.parse((await ask('auth/local/register', given)).body).user.createdAt,
      ),
    )
    expect(one).toBe(other)
    expect(Date.parse(one)).toBeLessThan(Date.parse('2026-06-01'))
  })

  test('a user who registers beyond the limit of users is rejected', () => {
    const edits = new Edits(new ServedWorld(world(CLOSED), {}), 2)
    const add = (username: string) =>
      edits.add({ username, email: `${username}@x.example`, confirmed: true, role: 'x' }, `${username}0000`)
    const added = ['fay', 'gil', 'hal'].map(add)
    expect(added.map((one) => (typeof one === 'string' ? one : one.id))).toEqual([6, 7, 'full'])
  })
})

describe('permissions that a dataset does not define', () => {
  test('permissions that a dataset does not define are those of a new server; defined permissions are those of the dataset', async () => {
    const silent = made()
    expect((await silent(...login('nobody', 'x'))).status).toBe(400)
    expect((await silent('users')).status).toBe(403)
    const names = ['plugin::users-permissions.user.count', 'plugin::i18n.locales.listLocales']
    const speaking = made({}, world({ publicRole: 'public', roles: { public: { permissions: names } } }))
    expect((await speaking('users/count')).body).toBe('5')
    expect((await speaking('i18n/locales')).status).toBe(200)
    expect((await speaking(...login('nobody', 'x'))).status).toBe(403)
  })

  test('a content type has precedence over a plugin with the same path', async () => {
    const user = {
      kind: 'collectionType',
      info: { singularName: 'person', pluralName: 'users' },
      attributes: {},
    }
    const built = buildGraph({ contentTypes: { person: user } })
    const ask = 'graph' in built ? asker(createMock(built.graph)) : undefined
    expect((await ask?.('users'))?.body).toContain('"pagination"')
  })
})

describe('unknown tokens', () => {
  test('unknown tokens are refused, or, if an option allows them, may read everything and are reported once', async () => {
    expect((await made()('notes', undefined, 'nobody-knows')).status).toBe(401)
    const reported: string[] = []
    const ask = made(
      { admit: (token) => reported.push(token) },
      world({ publicRole: 'public', roles: { public: { permissions: [] } } }),
    )
    for (const path of ['notes', 'notes', 'users', 'users/count', 'upload/files', 'i18n/locales'])
      expect([path, (await ask(path, undefined, 'nobody-knows')).status]).toEqual([path, 200])
    expect(reported).toEqual(['nobody-knows'])
  })

  test('an admitted unknown token permits at least as much as a request without a token', async () => {
    const role = { permissions: ['*.find', 'api::note.note.create'] }
    const ask = made({ admit: () => undefined }, world({ publicRole: 'public', roles: { public: role } }))
    const statuses = async (token?: string): Promise<readonly number[]> => [
      (await ask('notes', { data: {} }, token)).status,
      (await ask('notes', undefined, token)).status,
    ]
    expect(await statuses('nobody-knows')).toEqual(await statuses())
    expect((await statuses())[0]).toBe(201)
  })
})

describe('over HTTP', () => {
  const mock = createMock(world(CLOSED))
  let running: Running
  const more: Running[] = []
  beforeAll(async () => {
    running = await serve(mock.api, { port: 0, layers: mock.layers })
  })
  afterEach(() => Promise.all(more.splice(0).map(({ stop }) => stop())))
  afterAll(() => running.stop())

  const post = (body: string, ...headers: readonly string[]): string =>
    ['POST /api/auth/local HTTP/1.1', 'host: localhost', ...headers, '', body].join('\r\n')
  const JSON_TYPE = 'content-type: application/json'
  const GOOD = '{"identifier":"di","password":"plain secret"}'

  test('requests on one connection get their bodies in order', async () => {
    const one = post(GOOD, JSON_TYPE, `content-length: ${GOOD.length}`)
    const form = 'identifier=di&password=wrong'
    const two = post(
      form,
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${form.length}`,
    )
    const chunked = post(
      `5\r\n${GOOD.slice(0, 5)}\r\n${(GOOD.length - 5).toString(16)}\r\n${GOOD.slice(5)}\r\n0\r\n\r\n`,
      JSON_TYPE,
      'transfer-encoding: chunked',
    )
    const health = 'GET /_health HTTP/1.1\r\nhost: localhost\r\n\r\n'
    const text = await exchange(running, one + health + two + chunked + one)
    expect(statuses(text)).toEqual([200, 204, 400, 200, 200])
  })

  test('the body of a request may be a multipart form', async () => {
    const body = new FormData()
    body.set('identifier', 'di')
    body.set('password', 'plain secret')
    expect((await fetch(`${running.url}/api/auth/local`, { method: 'POST', body })).status).toBe(200)
  })

  test('a request with a body that is too long gets 413, with and without a content length', async () => {
    const small = await serve(mock.api, { port: 0, layers: mock.layers, limits: { maxBodySize: 1000 } })
    more.push(small)
    const long = `"${'x'.repeat(1100)}"`
    const withLength = await exchange(small, post(long, JSON_TYPE, `content-length: ${long.length}`))
    expect(statuses(withLength)).toEqual([413])
    expect(withLength).toContain('"name":"PayloadTooLargeError","message":"request entity too large"')
    const chunk = `44e\r\n${long}\r\n0\r\n\r\n`
    expect(statuses(await exchange(small, post(chunk, JSON_TYPE, 'transfer-encoding: chunked')))).toEqual([
      413,
    ])
  })

  test('the bytes of all unfinished bodies together have a limit', async () => {
    const small = await serve(mock.api, { port: 0, layers: mock.layers, limits: { maxPendingBytes: 40 } })
    more.push(small)
    const text = await exchange(small, post(GOOD, JSON_TYPE, `content-length: ${GOOD.length}`))
    expect(statuses(text)).toEqual([503])
  })

  test('a client that does not complete its body is disconnected', async () => {
    const limits = { requestTimeout: 100, headersTimeout: 100 }
    const hasty = await serve(mock.api, { port: 0, layers: mock.layers, limits })
    more.push(hasty)
    const socket = await dial(hasty)
    socket.write(post('{"ident', JSON_TYPE, 'content-length: 45'))
    expect((await fetch(`${hasty.url}/api/notes`)).status).toBe(200)
    expect(statuses(await heard(socket)).includes(200)).toBe(false)
  })

  test('a client that disconnects early has no effect', async () => {
    const socket = await dial(running)
    socket.write(post('{"ident', JSON_TYPE, 'content-length: 45'))
    socket.destroy()
    expect((await fetch(`${running.url}/api/notes`)).status).toBe(200)
  })

  test('the server stops without waiting for a body', async () => {
    const other = await serve(mock.api, { port: 0, layers: mock.layers })
    const socket = await dial(other)
    socket.write(post('{"ident', JSON_TYPE, 'content-length: 45'))
    await fetch(`${other.url}/api/notes`)
    await other.stop()
    await heard(socket)
  })

  test.each([
    [[], 'Content-Type,Authorization,Origin,Accept'],
    [['X-Preview'], 'Content-Type,Authorization,Origin,Accept,X-Preview'],
  ])('pages of other origins may send the additional headers %j', async (corsHeaders, allowed) => {
    const opened = await serve(mock.api, { port: 0, layers: mock.layers, corsHeaders })
    more.push(opened)
    for (const path of ['/api/users', '/api/notes', '/_health', '/nowhere']) {
      const headers = {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-odd',
      }
      const answer = await fetch(`${opened.url}${path}`, { method: 'OPTIONS', headers })
      expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, allowed])
    }
  })
})
