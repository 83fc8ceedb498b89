/**
 * Tests reads by a project's code, recorded on Strapi 5.54.0 over the recorded dataset. `npm run lab -- services`
 * records the reads again.
 */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isList, isObject, type Json } from '../../../src/util/json.ts'
import { callService, type ServiceRequest } from '../../../src/writing/service/service.ts'
import { firstState } from '../../../src/writing/state.ts'
import { graphOf } from '../../support/datasets.ts'

interface Recorded extends ServiceRequest {
  readonly value?: Json
  readonly error?: { readonly name: string; readonly message: string; readonly details: Json }
}

const PROFILE = 'strapi-5.54-sqlite'
const file = new URL('../../../fixtures/project-code/service-reads.jsonl.gz', import.meta.url)
const recorded: readonly Recorded[] = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const state = firstState(graphOf('strapi-5.54'))

/** Attributes that are not compared, because the dataset has other texts in place of password hashes. */
const PASSWORDS: readonly string[] = ['pin', 'aPassword']
const FOLDERS: readonly string[] = ['folder', 'folderPath']

function comparable(value: Json, name = ''): Json {
  if (PASSWORDS.includes(name) && typeof value === 'string') return '(hash)'
  if (isList(value)) return value.map((item) => comparable(item))
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([key]) => !FOLDERS.includes(key))
  return Object.fromEntries(members.map(([key, item]) => [key, comparable(item, key)]))
}

/** Returns the value as JSON, in which a missing value is null. */
const written = (value: Json | undefined): Json => comparable(JSON.parse(JSON.stringify(value ?? null)))

function outcomeOf(call: Recorded): Json {
  const { service, uid, method, args } = call
  const outcome = callService(state, { service, uid, method, args }, { profile: PROFILE })
  expect(outcome.state).toBe(state)
  if (outcome.ok) return { value: written(outcome.value) }
  const { name, message, details } = outcome.error
  return { error: { name, message, details } }
}

/** Errors of JavaScript itself, for which the recording has empty details. */
const PLAIN: readonly string[] = ['Error', 'TypeError', 'RangeError']

/** Returns the recorded outcome; the statement and the table alias in texts of the database are removed. */
function recordedOutcome({ value, error }: Recorded): Json {
  if (error === undefined) return { value: written(value) }
  return { error: PLAIN.includes(error.name) ? { ...error, details: null } : { ...error } }
}

const isOfDatabase = ({ error }: Recorded): boolean => error?.name === 'SqliteError'

describe.each(['documents', 'query', 'entity'] as const)('reads by %s', (service) => {
  const calls = recorded.filter((call) => call.service === service)

  test('reads by services have at least two hundred recordings', () => {
    expect(calls.length).toBeGreaterThanOrEqual(200)
  })

  test('recorded reads of services give the recorded result', () => {
    const different = calls
      .filter((call) => !isOfDatabase(call))
      .filter((call) => !isDeepStrictEqual(outcomeOf(call), recordedOutcome(call)))
      .map(({ uid, method, args }) => `${uid} ${method} ${JSON.stringify(args)}`)
    expect(different).toEqual([])
  })

  test('recorded reads that failed in the database fail with an SQLite error', () => {
    for (const call of calls.filter(isOfDatabase))
      expect(outcomeOf(call)).toMatchObject({ error: { name: 'SqliteError' } })
  })
})

test('a service call with 5000 nested conditions is rejected', () => {
  let where: Json = { id: 1 }
  for (let depth = 0; depth < 5000; depth++) where = { $not: where }
  const outcome = callService(state, {
    service: 'query',
    uid: 'api::tag.tag',
    method: 'findMany',
    args: [{ where }],
  })
  expect(outcome).toMatchObject({ ok: false, error: { name: 'RangeError' } })
})

test('a call that exceeds the budget of steps fails', () => {
  const request: ServiceRequest = {
    service: 'query',
    uid: 'api::article.article',
    method: 'findMany',
    args: [{ populate: true }],
  }
  expect(callService(state, request, { budget: 100 })).toMatchObject({ ok: false })
  expect(callService(state, request)).toMatchObject({ ok: true })
})

test('a filter of the document service with an unknown name in its operand is rejected in 5.36', () => {
  const call: ServiceRequest = {
    service: 'documents',
    uid: 'api::article.article',
    method: 'findMany',
    args: [{ filters: { author: { documentId: { $eq: { a: 1 } } } } }],
  }
  expect(callService(state, call, { profile: 'strapi-5.36-sqlite' })).toMatchObject({
    error: { message: 'Invalid key a at author', details: { key: 'a', path: 'author' } },
  })
  expect(callService(state, call)).not.toMatchObject({ error: { name: 'ValidationError' } })
})
