/** Replays recorded writing calls of services. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createReferenceApi } from '../../../src/reference/api.ts'
import type { Json, JsonObject } from '../../../src/util/json.ts'
import { firstIds } from '../../../src/writing/index.ts'
import type { ServiceOutcome, ServiceRequest } from '../../../src/writing/service/request.ts'
import { writeService } from '../../../src/writing/service/writes/index.ts'
import type { WritingState } from '../../../src/writing/writer.ts'
import { graphOf } from '../../support/datasets.ts'
import { plainRead } from '../../support/service-reads.ts'
import { differences, Markers } from '../../support/writes.ts'

const PROFILE = 'strapi-5.54-sqlite'
const FILE = new URL('../../../fixtures/project-code/service-writes.jsonl.gz', import.meta.url)

/** A call to a service of the real server, its result, and later answers of the server. */
interface RecordedCall extends ServiceRequest {
  readonly session: string
  readonly step: number
  readonly value?: Json
  readonly error?: { readonly name: string; readonly message: string; readonly details: Json }
  readonly gets: readonly { readonly path: string; readonly status: number; readonly body: Json }[]
}

export const calls = gunzipSync(readFileSync(FILE))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line): RecordedCall => JSON.parse(line))

export const sessions = new Map<string, RecordedCall[]>()
for (const call of calls) sessions.set(call.session, [...(sessions.get(call.session) ?? []), call])

/** The ids of the recorded calls whose results differ from those of the real server, with the reasons. */
const KNOWN: ReadonlySet<string> = new Set([
  // The real server publishes the locales of one call concurrently, so the number of earlier queries decides which
  // component gets which id.
  'existing/17',
  'existing/18',
  // The dataset does not contain secrets of administrators.
  'answers/4',
])

/** Replaces password hashes by the mark that the recording has. */
const masked = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      /"hashed"|"sha256:[0-9a-f]{64}"|"\$2[aby]\$10\$[./A-Za-z0-9]{53}"/g,
      '"«password»"',
    ),
  )

function unlike(recorded: RecordedCall, outcome: ServiceOutcome | undefined, markers: Markers): string[] {
  if (outcome === undefined) return recorded.error?.name === 'TypeError' ? [] : ['not a method that writes']
  if (!outcome.ok) {
    const error = masked(wordsOf(outcome))
    return differences(
      recorded.error === undefined ? null : plainError(recorded.error),
      error,
      markers,
      'error',
    )
  }
  if (recorded.error !== undefined)
    return [
      `want ${recorded.error.name} ${recorded.error.message} got ${JSON.stringify(outcome.value)?.slice(0, 200)}`,
    ]
  return differences(
    recorded.value,
    outcome.value === undefined ? undefined : masked(outcome.value),
    markers,
    'value',
  )
}

/** Returns an error without the message of the database, because that message contains the SQL statement. */
const plainError = ({ name, message, details }: NonNullable<RecordedCall['error']>): JsonObject => ({
  name,
  message: name === 'SqliteError' ? '' : message,
  details,
})

const wordsOf = ({ error }: Extract<ServiceOutcome, { ok: false }>): JsonObject =>
  plainError({ name: error.name, message: error.message, details: error.details })

/** Replays a session of calls; returns the differences from the recording. */
export function replay(lines: readonly RecordedCall[]): readonly string[] {
  const start = Date.UTC(2026, 11, 1)
  const markers = new Markers(start)
  const graph = graphOf('strapi-5.54')
  let state: WritingState = { graph, ids: firstIds(graph), time: start }
  return lines.flatMap((line) => {
    const time = start + line.step * 1000
    markers.times.set(line.step, time)
    state = { ...state, time }
    const args: readonly Json[] = JSON.parse(markers.bind(JSON.stringify(line.args)))
    const outcome = writeService(state, { ...line, args }, { profile: PROFILE, read: plainRead })
    const found = unlike(line, outcome, markers)
    state = outcome?.state ?? state
    const api = createReferenceApi(state.graph, { profile: PROFILE })
    const seen = line.gets.flatMap(({ path, status, body }) => {
      const answer = api.answer({
        method: 'GET',
        url: markers.bind(path),
        headers: { authorization: 'Bearer tokenFull' },
      })
      const same = answer.status === status ? [] : [`${path}: want ${status} got ${answer.status}`]
      return [...same, ...differences(body, JSON.parse(answer.body), markers, 'get')]
    })
    const all = [...found, ...seen]
    const id = `${line.session}/${line.step}`
    if (KNOWN.has(id)) return all.length > 0 ? [] : [`${id} no longer differs`]
    return all.length === 0 ? [] : [`${id} ${line.service}.${line.method} ${line.uid} ${all.join('\n  ')}`]
  })
}
