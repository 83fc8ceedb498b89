/** Tests that calls of `strapi.contentAPI` give the results that a real server gave. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isList, isObject, type Json, type JsonObject } from '../../../src/util/json.ts'
import { type ContentApiCall, contentApi } from '../../../src/writing/service/content-api/content-api.ts'
import { graphOf } from '../../support/datasets.ts'

interface Recorded extends Omit<ContentApiCall, 'role'> {
  readonly role?: string
  readonly answer: JsonObject
}

const file = new URL('../../../fixtures/project-code/content-api.jsonl.gz', import.meta.url)
const lines: readonly Recorded[] = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line): Recorded => JSON.parse(line))

const graph = graphOf('strapi-5.54')
const known = new Set([...graph.schema.contentTypes.keys(), ...graph.schema.components.keys()])

/** Returns the value without members for types that the dataset lacks, such as types of the admin panel. */
function withoutOthers(json: Json): Json {
  if (isList(json)) return json.map(withoutOthers)
  if (!isObject(json)) return json
  const members = Object.entries(json).map(([key, value]): [string, Json] => [
    key,
    key === 'on' && isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([uid]) => known.has(uid)))
      : withoutOthers(value),
  ])
  return Object.fromEntries(members)
}

/** Returns the result of a call in the format of the recording. */
function resultOf({ answer: _, role, ...call }: Recorded): Json {
  const result = contentApi(graph, { ...call, role }, { profile: 'strapi-5.54-sqlite' })
  if (result.ok) return result.value === undefined ? { ok: true } : { ok: true, value: result.value }
  const { name, message, details } = result.error
  return name === 'Error' || name === 'TypeError' ? { ok: false } : { ok: false, name, message, details }
}

function recorded({ answer }: Recorded): Json {
  if (answer['ok'] === true) return withoutOthers(answer)
  const { name = null, message = null, details = null } = answer
  return name === 'Error' || name === 'TypeError' ? { ok: false } : { ok: false, name, message, details }
}

const unlike = (line: Recorded): readonly string[] => {
  const [found, expected] = [withoutOthers(resultOf(line)), recorded(line)]
  try {
    expect(found).toEqual(expected)
    return []
  } catch {
    const { method, uid, role, data, strict } = line
    return [
      [{ method, uid, role, strict }, data, found, expected].map((one) => JSON.stringify(one)).join('\n  '),
    ]
  }
}

describe('recorded calls of strapi.contentAPI', () => {
  test('recorded calls of strapi.contentAPI exist for each method and each role', () => {
    expect(lines.length).toBeGreaterThan(200)
    expect(new Set(lines.map(({ method }) => method)).size).toBe(5)
    expect(new Set(lines.map(({ role }) => role)).size).toBe(7)
  })

  test.each(['sanitize.query', 'validate.query', 'sanitize.output', 'sanitize.input', 'validate.input'])(
    'recorded calls of %s give the recorded result',
    (name) => {
      const calls = lines.filter(({ method }) => method === name)
      expect(calls.length).toBeGreaterThan(50)
      expect(calls.flatMap(unlike)).toEqual([])
    },
  )
})
