/**
 * Compares the answers of the reference to the recorded requests with the answers of a real server on each database.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { RecordedLine } from '../../src/oracle/suite/recordings.ts'
import { type ContentApi, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Decision } from '../../src/reference/strapi/databases/database.ts'
import { type DatabaseName, decisionsOf } from '../../src/reference/strapi/databases/databases.ts'
import { isList, isObject, type Json, parseJson } from '../../src/util/json.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { graph, readJson, readRecordings } from './recordings.ts'

const home = new URL('../../fixtures/strapi-5.54/databases/', import.meta.url)
export const shownFile = fileURLToPath(new URL('shown.json', home))

export const RECORDED = ['sqlite', 'postgres', 'postgres+icu', 'postgres+c', 'mariadb'] as const
export type Recorded = (typeof RECORDED)[number]

/** A recorded answer of a real server on one database that differs from the answer on SQLite. */
interface Line {
  readonly id: string
  readonly status: number
  readonly body: Json
  /** Whether the answer contains a list in unspecified order. */
  readonly unordered?: true
}

/** A line of `more.jsonl`: a request that a server on every database got, and the different answers. */
interface More {
  readonly id: string
  readonly path: string
  readonly answers: readonly {
    readonly databases: readonly string[]
    readonly status: number
    readonly body: Json
  }[]
}

/**
 * Returns the decisions that can change compared answers. The decision `loose` is excluded, because the comparison
 * sorts lists in unspecified order. The decision `strings` is excluded except for PostgreSQL, because no recorded value
 * shows it on other databases.
 */
export const answering = (name: Recorded): readonly Decision[] =>
  decisionsOf(name).filter((one) => one !== 'loose' && !(one === 'strings' && !name.startsWith('postgres')))

export interface Answered {
  readonly recording: Pick<RecordedLine, 'id' | 'method' | 'path' | 'auth' | 'headers'>
  readonly status: number
  readonly body: Json
  readonly unordered: boolean
  /** Whether the recorded answer depends on the database. */
  readonly differs: boolean
}

function linesOf<T>(text: string): readonly T[] {
  return text
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))
}

/** The further answers that contain lists in unspecified order, as `name id` with the name of the database. */
const ownOrder = Object.entries(Object(readJson('databases/own-order.json'))).flatMap(([name, ids]) =>
  Object.keys(Object(ids)).map((id) => `${name} ${id}`),
)
const outOfScope = new Set(Object.keys(Object(readJson('out-of-scope.json'))))

/** Returns every recorded request in scope, with the answer of a real server on the given database. */
export function answersOf(name: Recorded): readonly Answered[] {
  const lines = new Map(name === 'sqlite' ? [] : differing(name).map((line) => [line.id, line]))
  const recorded = readRecordings()
    .filter(({ id }) => !outOfScope.has(id))
    .map((recording) => {
      const line = lines.get(recording.id)
      const { status, body } = line ?? recording
      const differs = name === 'sqlite' ? isOfDatabase(recording.id) : line !== undefined
      const unordered = line?.unordered === true || ownOrder.includes(`${name} ${recording.id}`)
      return { recording, status, body, unordered, differs }
    })
  return [...recorded, ...moreOf(name)]
}

const differing = (name: Recorded): readonly Line[] =>
  linesOf<Line>(gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, home))).toString())

function moreOf(name: Recorded): readonly Answered[] {
  return linesOf<More>(readFileSync(new URL('more.jsonl', home), 'utf8')).flatMap(({ id, path, answers }) =>
    answers
      .filter(({ databases }) => databases.includes(name))
      .map(({ status, body }) => ({
        recording: { id, path, auth: 'none' },
        status,
        body,
        unordered: ownOrder.includes(`${name} ${id}`),
        differs: true,
      })),
  )
}

const pairing = new Map<string, readonly string[]>(Object.entries(Object(readJson('pairing.json'))))
const isOfDatabase = (id: string): boolean => pairing.get(id)?.some((one) => one.endsWith('=sqlite')) === true

/** MariaDB stores no timestamps before 1970, so earlier timestamps become null here. */
const withoutEarly = editGraph(graph, ({ entries }) => {
  for (const entry of entries.kitchensink ?? []) if (entry.aTimestamp === '-1') entry.aTimestamp = null
})

const apis = new Map<string, ContentApi>()

function apiOf(given: Graph, profile: string): ContentApi {
  const known = apis.get(profile) ?? createReferenceApi(given, { profile })
  apis.set(profile, known)
  return known
}

/** Returns the name of the profile of a database, such as `strapi-5.54-postgres`, with the given switches. */
export const profileOf = (name: DatabaseName, ...changes: readonly string[]): string =>
  [`strapi-5.54-${name}`, ...changes].join(',')

/**
 * Returns whether two answers have equal status and body. The order of keys does not matter, and the order of a list
 * only if it is specified.
 */
export function isAsAnswered(
  { recording: { method = 'GET', path, auth, headers = {} }, status, body, unordered }: Answered,
  name: Recorded,
  ...changes: readonly string[]
): boolean {
  const api = apiOf(name === 'mariadb' ? withoutEarly : graph, profileOf(name, ...changes))
  const authorization = auth === 'none' ? {} : { authorization: `Bearer ${auth}` }
  const found = api.answer({ method, url: path, headers: { ...authorization, ...headers } })
  if (found.status !== status) return false
  const parsed = parseJson(found.body) ?? found.body
  return unordered
    ? isDeepStrictEqual(sorted(parsed), sorted(body))
    : isDeepStrictEqual(typeof body === 'string' ? found.body : parsed, body)
}

/** Returns the value with all its lists sorted by content. */
function sorted(value: Json): Json {
  if (isList(value)) {
    const items = value.map(sorted)
    return items.map((item) => JSON.stringify(item)).toSorted()
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]))
}
