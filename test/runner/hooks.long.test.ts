/**
 * Tests projects with lifecycles, document middlewares and users: their answers and hook events equal those of a real
 * server.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startCode } from '../../src/server/code/start.ts'
import { mockHandler } from '../../src/server/fetch.ts'
import { createMock, type MockOptions } from '../../src/server/mock.ts'
import { graphOf, openSource } from '../../src/sources/index.ts'
import { bearers, type MadeProject, makeProject } from '../support/project.ts'

const fixture = (path: string): string =>
  fileURLToPath(new URL(`../../fixtures/project-code/${path}`, import.meta.url))

type Given = readonly [
  method: string,
  path: string,
  body: unknown,
  caller: string,
  headers: Readonly<Record<string, string>>,
  /** For each name, the path of the value in the answer that later requests use as `«name»`. */
  saved: Readonly<Record<string, string>>,
]

interface Recorded {
  readonly request: Given
  readonly status: number
  readonly body: unknown
  /** The hook events of the request. */
  readonly log: unknown
}

const recordedOf = (name: string): readonly Recorded[] =>
  gunzipSync(readFileSync(fixture(`${name}/answers.jsonl.gz`)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line): Recorded => JSON.parse(line))

/** Prefixes of requests that this server answers differently, on purpose or because a part is missing. */
const DEPARTURES: Readonly<Record<string, readonly string[]>> = {
  lifecycles: [],
  // Components have no tables of their own in the reference.
  'documents-use': ['/api/restaurants/component'],
  // A plain text in a dataset is accepted as a password.
  users: ['/api/auth/local pla', '/api/auth/forgot-password'],
}

/** Replaces values that differ between two runs: times, new documentIds and tokens. */
function plain(value: unknown, names: Map<string, string>): unknown {
  const named = (text: string): string => {
    const name = names.get(text) ?? `document ${names.size}`
    names.set(text, name)
    return name
  }
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one === 'object' && one !== null)
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]))
    if (typeof one !== 'string') return one
    if (/^20\d\d-\d\d-\d\dT/.test(one)) return 'a time'
    if (/^eyJ/.test(one)) return 'a token'
    return /^[a-z0-9]{24}$/.test(one) ? named(one) : one
  }
  return walk(value)
}

const valueIn = (value: unknown, path: string): unknown =>
  path.split('.').reduce((one: unknown, name) => Object(one)[name], value)

/** Returns the request with the values from earlier answers inserted. */
function filled(request: Given, saved: ReadonlyMap<string, unknown>): Given {
  const text = JSON.stringify(request)
    .replace(/"«(\w+)»"/g, (_, name: string) => JSON.stringify(saved.get(name) ?? null))
    .replace(/«(\w+)»/g, (_, name: string) => String(saved.get(name)))
  return JSON.parse(text)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface Served {
  readonly handle: (request: Request) => Promise<Response>
  readonly end: () => void
}

/** Serves a project with the published worker thread. */
async function serve(folder: string): Promise<Served> {
  const source = await openSource(folder, { env: {}, projectCode: { tell: () => undefined } })
  const options: MockOptions = {
    profile: 'strapi-5.54-sqlite',
    ...(source.accounts === undefined ? {} : { accounts: source.accounts }),
    ...(source.roleOfToken === undefined ? {} : { roleOfToken: source.roleOfToken }),
  }
  const graph = graphOf(source)
  const started = await startCode(source, graph, options)
  const mock = createMock(started?.graph ?? graph, {
    ...options,
    ...(started === undefined ? {} : { code: started.code }),
  })
  return { handle: mockHandler(mock), end: () => source.end?.() }
}

function senderOf(source: Served) {
  const tokens = new Map<string, string | undefined>([['full', bearers().get('tokenFull')]])
  return async ([method, path, body, caller, headers]: Given) => {
    const token = caller.startsWith('jwt:') ? caller.slice(4) : tokens.get(caller)
    const response = await source.handle(
      new Request(`http://127.0.0.1${encodeURI(path)}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: parsed(await response.text()) }
  }
}

/** Adds files with Strapi's core routes, controllers and services to an API that has schemas. */
function addCore({ folder, write }: MadeProject, api: string): void {
  if (!existsSync(join(folder, 'src/api', api, 'content-types', api))) return
  for (const kind of ['Controller', 'Service', 'Router']) {
    const place = kind === 'Router' ? 'routes' : `${kind.toLowerCase()}s`
    const path = `src/api/${api}/${place}/${api}.js`
    const text = `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${api}.${api}')\n`
    if (!existsSync(join(folder, path))) write(path, text)
  }
}

describe.each(['lifecycles', 'documents-use', 'users'])('the project %s', (name) => {
  // Retried, because on a busy machine another thread may take over, and each thread has its own log.
  test('the project has the recorded answers and events of the real server, except for known departures', {
    retry: 2,
    timeout: 180_000,
  }, async () => {
    const project = makeProject()
    onTestFinished(project.remove)
    for (const folder of name === 'users' ? ['src', 'config'] : ['src'])
      cpSync(fixture(`${name}/${folder}`), `${project.folder}/${folder}`, { recursive: true })
    // A TypeScript project would use this file instead of the copied `plugins.js`.
    if (name === 'users') rmSync(join(project.folder, 'config/plugins.ts'))
    for (const api of readdirSync(join(project.folder, 'src/api'))) addCore(project, api)
    const source = await serve(project.folder)
    onTestFinished(source.end)
    const send = senderOf(source)
    const saved = new Map<string, unknown>()
    const [theirs, ours] = [new Map<string, string>(), new Map<string, string>()]
    const wrong: unknown[] = []
    for (const line of recordedOf(name)) {
      const request = filled(line.request, saved)
      const answer = await send(request)
      for (const [key, path] of Object.entries(line.request[5])) saved.set(key, valueIn(answer.body, path))
      const log = await send(['GET', '/api/log', null, 'none', {}, {}])
      const found = plain({ ...answer, log: log.body }, ours)
      const expected = plain({ status: line.status, body: line.body, log: line.log }, theirs)
      const title = `${request[1]} ${Object(request[2])['identifier'] ?? ''}`.trim()
      const isKnown = (DEPARTURES[name] ?? []).includes(title)
      if (isKnown) expect(found).not.toEqual(expected)
      else if (!isEqual(found, expected)) wrong.push({ title, found, expected })
    }
    expect(wrong).toEqual([])
  })
})

const isEqual = (a: unknown, b: unknown): boolean => {
  try {
    expect(a).toEqual(b)
    return true
  } catch {
    return false
  }
}
