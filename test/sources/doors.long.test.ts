/**
 * Tests one dataset from every kind of source: a folder, projects with SQLite and PostgreSQL, exports, the running
 * server, and files with its answers. All sources must give the same answers to 300 recorded requests from the public
 * role, API tokens and a user.
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { apiOf } from '../../src/cli/request.ts'
import { openGiven } from '../../src/cli/source.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { filesOf } from '../../src/reference/load/build.ts'
import { writeDataset } from '../../src/reference/load/files/folder.ts'
import { openDataset } from '../../src/sources/dataset.ts'
import { graphOf, type Source } from '../../src/sources/index.ts'
import { openLive } from '../../src/sources/live/open.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { asDecoded } from '../../src/util/url/percent.ts'
import { ENCRYPTED, KEY, PLAIN } from '../support/archive.ts'
import { bearers, makeProject } from '../support/project.ts'
import { graph, readRecordings } from '../support/recordings.ts'
import { running, serverOf } from './running.ts'
import { sample } from './sample.ts'

const project = makeProject()
const home = mkdtempSync(join(tmpdir(), 'populace-doors-'))
afterAll(() => {
  project.remove()
  rmSync(home, { recursive: true })
})

const PROFILE = 'strapi-5.54-sqlite'
const CALLERS = ['none', 'tokenFull', 'tokenReadOnly', 'tokenCustom', 'jwtReader']

/**
 * The pattern of requests that some sources cannot answer: requests about private values, admin users, large
 * integers, built-in types and file uses.
 */
const OMITTED =
  /hush|internalNote|aPrivate|aPassword|_q=|aBiginteger|secretScore|hiddenAuthor|editor|createdBy|updatedBy|related|\/api\/(users|upload)/

const comparable = readRecordings().filter(
  ({ method = 'GET', auth, path, body }) =>
    method === 'GET' &&
    CALLERS.includes(auth) &&
    !OMITTED.test(asDecoded(path)) &&
    !/createdBy|updatedBy|editor/.test(JSON.stringify(body)),
)

/** The requests: 100 without a token, and 200 with the tokens of other callers. */
const requests = CALLERS.flatMap((caller, at) => {
  const own = comparable.filter(({ auth }) => auth === caller)
  const most = sample(own, at === 0 ? 100 : 50, at)
  // Some callers have too few recordings, so requests of other callers fill the sample.
  const more = sample(comparable, (at === 0 ? 100 : 50) - most.length, at + 7)
  return [...most, ...more].map(({ path }) => ({ url: path, caller }))
})

const bearer = (caller: string): string => bearers().get(caller) ?? caller

function answersOf(source: Source, token: (caller: string) => string = bearer): readonly string[] {
  const api = apiOf(source, graphOf(source), PROFILE)
  return requests.map(({ url, caller }) => {
    const headers = caller === 'none' ? {} : { authorization: `Bearer ${token(caller)}` }
    const { status, body } = api.answer({ url, headers })
    return `${caller} ${url}\n${status} ${body}`
  })
}

/** Returns an answer whose JSON members are sorted, for a comparison that ignores their order. */
function inAnyOrder(line: string): unknown {
  const [request, answer = ''] = line.split('\n', 2)
  return [request, answer.slice(0, 3), JSON.parse(answer.slice(4))]
}

const dataset = createReferenceApi(graph, { profile: PROFILE })
const right = requests.map(({ url, caller }) => {
  const headers = caller === 'none' ? {} : { authorization: `Bearer ${caller}` }
  const { status, body } = dataset.answer({ url, headers })
  return `${caller} ${url}\n${status} ${body}`
})

/** A file with the roles of the dataset and the real tokens, for sources without roles and tokens. */
const access = join(home, 'access.json')
writeFileSync(
  access,
  JSON.stringify({
    roles: Object.fromEntries(
      [...graph.access.roles.values()].map(({ name, permissions }) => [
        name,
        { permissions: [...permissions] },
      ]),
    ),
    tokens: Object.fromEntries([...graph.access.tokens].map(([name, role]) => [bearer(name), role])),
  }),
)

/** Reads the dataset from a running server; records all lists of entries that the server sends. */
async function readServer(): Promise<{
  readonly source: Source
  readonly lists: ReadonlyMap<string, unknown[]>
}> {
  const lists = new Map<string, unknown[]>()
  const server = await running(serverOf(graph, 'tokenFull'), (_request, response, url) => {
    const end = response.end.bind(response)
    Object.assign(response, {
      end: (body: string) => {
        const answer: unknown = JSON.parse(body)
        const [path = ''] = url.split('?', 1)
        const data = Array.isArray(answer) ? answer : Object(answer)['data']
        const items = Array.isArray(data) ? data : data === null || data === undefined ? [] : [data]
        if (response.statusCode === 200) lists.set(path, [...(lists.get(path) ?? []), ...items])
        return end(body)
      },
    })
    return false
  })
  try {
    return { source: await openLive(server.url, { token: 'tokenFull', backoff: 1, timeout: 5_000 }), lists }
  } finally {
    await server.stop()
  }
}

const read = readServer()

/** Returns a folder with the schemas, and with the unchanged answers of the server as files of rows. */
async function pasted(): Promise<string> {
  const { lists } = await read
  const folder = join(home, 'pasted')
  const { contentTypes = {}, components = {}, locales, settings } = filesOf(graph) ?? {}
  writeDataset(folder, {
    contentTypes,
    components,
    ...(locales === undefined ? {} : { locales }),
    ...(settings === undefined ? {} : { settings }),
    media: (lists.get('/api/upload/files') ?? []) as never,
    entries: Object.fromEntries(
      [...graph.schema.contentTypes.values()].flatMap(({ uid, kind, singularName, pluralName }) => {
        if (!uid.startsWith('api::')) return []
        const data = lists.get(`/api/${kind === 'singleType' ? singularName : pluralName}`) ?? []
        return data.length === 0 ? [] : [[singularName, { data, meta: {} } as never]]
      }),
    ),
  })
  return folder
}

describe('one dataset', () => {
  test('this test has 300 requests of five callers with several statuses', () => {
    expect(requests).toHaveLength(300)
    expect(new Set(requests.map(({ caller }) => caller)).size).toBe(5)
    const statuses = right.map((line) => line.split('\n')[1]?.slice(0, 3))
    for (const status of ['200', '400', '403']) expect(statuses).toContain(status)
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(150)
  })

  test('the mock gives the expected answers over a dataset folder', async () => {
    writeDataset(join(home, 'dataset'), filesOf(graph) ?? { contentTypes: {} })
    expect(answersOf(await openDataset(join(home, 'dataset')), (caller) => caller)).toEqual(right)
  })

  test('the mock gives the expected answers over a project with SQLite', async () => {
    const source = await openProject(project.folder, { env: {} })
    expect(source.kind).toContain('SQLite')
    expect(answersOf(source)).toEqual(right)
  })

  test('the mock gives the expected answers over an export of the server', async () => {
    const { source } = await openGiven(PLAIN, { access })
    expect(answersOf(source)).toEqual(right)
  })

  test('the mock gives the expected answers over an encrypted export of the server', async () => {
    const { source } = await openGiven(ENCRYPTED, { access, key: KEY })
    expect(answersOf(source)).toEqual(right)
  })

  test('the mock gives the expected answers over the data of the running server', async () => {
    const { source } = await read
    writeDataset(join(home, 'live'), source.files)
    const { source: given } = await openGiven(join(home, 'live'), { access })
    expect(answersOf(given)).toEqual(right)
  })

  test('the mock gives the expected answers over pasted answers of the server', async () => {
    const { source } = await openGiven(await pasted(), { access })
    expect(answersOf(source)).toEqual(right)
  })

  const { POPULACE_DRIVERS: drivers, POPULACE_POSTGRES: postgres } = process.env
  test.skipIf(drivers === undefined || postgres === undefined)(
    'the mock gives the expected answers over a project with PostgreSQL (skipped if no server is named)',
    async () => {
      symlinkSync(drivers ?? '', join(project.folder, 'node_modules'))
      const { hostname: host, port, username: user, password, pathname } = new URL(postgres ?? '')
      const connection = { host, port: Number(port), user, password, database: pathname.slice(1) }
      project.write(
        'config/env/postgres/database.json',
        JSON.stringify({ connection: { client: 'postgres', connection } }),
      )
      const source = await openProject(project.folder, { env: { NODE_ENV: 'postgres' } })
      expect(source.kind).toContain('PostgreSQL')
      // PostgreSQL sorts the members of JSON, so their order is ignored.
      expect(answersOf(source).map(inAnyOrder)).toEqual(right.map(inAnyOrder))
    },
  )
})
