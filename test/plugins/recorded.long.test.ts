/** Tests that the plugin endpoints of a project give the recorded answers of a real server, in recorded order. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { createMock } from '../../src/server/mock.ts'
import { graphOf } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { bearers, makeProject } from '../support/project.ts'

/** The ids of requests whose answers are known to differ from the real server, each with the reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'path-390': 'the mock refuses an unknown method before it reads the path',
  'cors-477': 'the real server hides the allowed methods of a path from pages of other origins',
  'users-160': 'the permissions of a role are not a content type of a dataset',
}

interface Recording {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The name of the caller that sends the request; `last` is the user with the newest JWT. */
  readonly auth: string
  readonly sent?: Readonly<Record<string, string>>
  readonly sentBody?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const file = new URL('../../fixtures/strapi-5.54/beside/recordings.jsonl.gz', import.meta.url)
const recordings: readonly Recording[] = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

const project = makeProject()
afterAll(project.remove)
const source = await openProject(project.folder, { env: {} })
const { roleOfToken = () => undefined, accounts } = source
const MOST_BYTES = 1024 * 1024

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** Returns the answers to all requests in order, because some requests change users. */
async function answered(): Promise<ReadonlyMap<string, Answer>> {
  const mock = createMock(graphOf(source), {
    profile: 'strapi-5.54-sqlite',
    roleOfToken,
    ...(accounts === undefined ? {} : { accounts }),
  })
  const tokens = new Map(bearers())
  tokens.set('tokenBad', 'not-a-real-token')
  const answers = new Map<string, Answer>()
  for (const { id, method, path, auth, sent = {}, sentBody } of recordings) {
    const token = tokens.get(auth)
    const headers = { ...sent, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const bytes = Buffer.from(sentBody ?? '')
    const body = async () => (bytes.length > MOST_BYTES ? ('too-large' as const) : bytes)
    const answer = await mock.answer({ method, url: path, headers, body })
    answers.set(id, answer)
    const jwt = /^\{"jwt":"([^"]+)"/.exec(answer.body)?.[1]
    if (jwt !== undefined) tokens.set('last', jwt)
  }
  return answers
}

const answers = await answered()

/** Patterns of generated values, of which only the format is compared: tokens, and ids and times of new users. */
const MADE: readonly (readonly [RegExp, string])[] = [[/"jwt":"[\w-]+\.[\w-]+\.[\w-]+"/g, '"jwt":""']]

const OF_NEW_USERS = /"documentId":"\w{24}","username":"(anna|Anna|q)"/

function comparable({ path, id }: Recording, body: string): string {
  const bare = MADE.reduce((text, [pattern, by]) => text.replace(pattern, by), body)
  if (path.includes('/i18n/locales') && body.startsWith('['))
    return bare.replace(/"documentId":"\w{24}"/g, '').replace(/"\d{4}-\d\d-\d\dT[^"]+Z"/g, '""')
  if (id.startsWith('ctb') || path.includes('content-types')) return bare
  return bare
    .split(/(?=\{"id":\d+,"documentId")/)
    .map((part) =>
      OF_NEW_USERS.test(part)
        ? part.replace(/"documentId":"\w{24}"/, '').replace(/"\d{4}-\d\d-\d\dT[^"]+Z"/g, '""')
        : part,
    )
    .join('')
}

/** Returns the body with sorted schemas, because their order depends on the file system, and without admin types. */
function inOrder({ path }: Recording, body: string): unknown {
  if (
    !/content-type-builder\/(components|content-types)\/?(\?|$)/.test(path) ||
    !body.startsWith('{"data":[')
  )
    return body
  const { data }: { data: readonly { uid: string; schema: { visible?: boolean } }[] } = JSON.parse(body)
  return data
    .filter(
      ({ schema }) =>
        schema.visible !== false && !/^"(plugin::(?!users)|admin::)/.test(JSON.stringify(schema)),
    )
    .sort((one, other) => (one.uid < other.uid ? -1 : 1))
    .map((one) => JSON.stringify(one))
}

const HEADERS = [
  'content-type',
  'allow',
  'access-control-allow-origin',
  'strapi',
  'access-control-allow-headers',
]

function asTold(recording: Recording, { status, headers, body }: Answer) {
  const has = HEADERS.filter(
    (name) => (headers[name] ?? '') !== '' && (body !== '' || name !== 'content-type'),
  )
  return {
    status,
    body: inOrder(recording, comparable(recording, body)),
    headers: Object.fromEntries(has.map((name) => [name, headers[name]])),
  }
}

describe('the endpoints of plugins', () => {
  test('601 answers of the endpoints are recorded, and the 3 exceptions are among them', () => {
    const ids = new Set(recordings.map(({ id }) => id))
    expect(Object.keys(OTHERWISE).filter((id) => !ids.has(id))).toEqual([])
    expect([recordings.length, Object.keys(OTHERWISE).length]).toEqual([601, 3])
  })

  test.each(recordings.filter(({ id }) => !(id in OTHERWISE)))('$id: $method $path', (recording) => {
    const { id } = recording
    const answer = answers.get(id)
    expect(answer && asTold(recording, answer)).toEqual(asTold(recording, recording))
  })
})
