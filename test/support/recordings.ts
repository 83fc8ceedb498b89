/** Compares the reference with the recorded answers of a real server. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { literalDifference } from '../../src/oracle/compare/difference.ts'
import { type RecordedLine, recordedLines } from '../../src/oracle/suite/recordings.ts'
import {
  type ApiRequest,
  type ApiResponse,
  type ContentApi,
  createReferenceApi,
} from '../../src/reference/api.ts'
import type { Json } from '../../src/util/json.ts'
import { graphOf } from './datasets.ts'

const home = new URL('../../fixtures/strapi-5.54/', import.meta.url)
export const pairingFile = fileURLToPath(new URL('pairing.json', home))

export const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, home), 'utf8'))

export const graph = graphOf('strapi-5.54')

export const readRecordings = (): readonly RecordedLine[] =>
  recordedLines(fileURLToPath(new URL('recordings', home)))

/** Returns the API over the recorded dataset under a profile, created once. */
export function apiFor(profile: string): ContentApi {
  const known = apis.get(profile)
  if (known !== undefined) return known
  const api = createReferenceApi(graph, { profile })
  apis.set(profile, api)
  return api
}
const apis = new Map<string, ContentApi>()

/**
 * Returns whether the answer of the reference has the recorded status, body and allowed methods, ignoring the order
 * of keys.
 */
export const isAsRecorded = (recording: RecordedLine, profile: string): boolean =>
  answersAsRecorded(recording, apiFor(profile))

/**
 * Returns a line about a recording that the reference answers differently. The line contains the id, the request, the
 * first mismatch, and the ids of the rules that the reference's answer follows. The result is undefined if the answers
 * are equal.
 */
export function mismatchOf(recording: RecordedLine, profile: string): string | undefined {
  const rules: string[] = []
  const api = createReferenceApi(graph, { profile, cite: (rule) => void rules.push(rule) })
  const answer = api.answer(requestOf(recording, (caller) => caller))
  if (isRecordedAnswer(recording, answer)) return undefined
  const found = { status: answer.status, allow: answer.headers.allow ?? null, body: jsonOf(answer) }
  const { status, allow = found.allow, body } = recording
  const difference = literalDifference({ status, allow, body }, found)
  const [recorded, ours] = [difference?.expected, difference?.found].map((one) => JSON.stringify(one))
  const place = `${difference?.path ?? ''}: recorded ${recorded}, reference ${ours}`
  const how = `${profile}, ${recording.auth}`
  return [
    `${recording.id} ${recording.path} (${how})`,
    place,
    `rules: ${[...new Set(rules)].join(' ')}`,
  ].join('\n  ')
}

/**
 * Returns whether an API over the recorded dataset gives the recorded answer. `bearer` returns the token of a caller in
 * the recordings.
 */
export function answersAsRecorded(
  recording: RecordedLine,
  api: ContentApi,
  bearer: (caller: string) => string = (caller) => caller,
): boolean {
  return isRecordedAnswer(recording, api.answer(requestOf(recording, bearer)))
}

/** Returns the request of a recording. `bearer` returns the token of a caller in the recordings. */
export function requestOf(
  { method = 'GET', path, auth, headers = {} }: Omit<RecordedLine, 'id' | 'status' | 'body'>,
  bearer: (caller: string) => string,
): ApiRequest {
  const authorization = auth === 'none' ? {} : { authorization: `Bearer ${bearer(auth)}` }
  return { method, url: path, headers: { ...authorization, ...headers } }
}

/**
 * Returns whether an answer has the recorded status, body and allowed methods. The order of members is ignored, because
 * Strapi's own order varies.
 */
export function isRecordedAnswer(
  recording: Pick<RecordedLine, 'status' | 'allow' | 'body'>,
  answer: ApiResponse,
): boolean {
  if (answer.status !== recording.status) return false
  if (recording.allow !== undefined && answer.headers.allow !== recording.allow) return false
  return isDeepStrictEqual(jsonOf(answer), recording.body)
}

/** Returns the body of an answer as JSON; the text of a body that is not JSON. */
function jsonOf({ headers, body }: ApiResponse): Json {
  const isJson = headers['content-type']?.startsWith('application/json') === true && body !== ''
  const json: Json = isJson ? JSON.parse(body) : body
  return json
}
