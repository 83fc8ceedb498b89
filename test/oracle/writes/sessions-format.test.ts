/**
 * Tests the published write sessions: their JSON schema accepts valid files only, their records match the schemas, and
 * the runner in Python is short. The file `sessions-format.long.test.ts` tests the runner itself.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { loadSessions } from '../../../src/oracle/index.ts'
import { FIXTURES } from '../../../src/oracle/suite/suite.ts'
import type { Json } from '../../../src/util/json.ts'
import { idsStay } from '../../support/ids-that-stay.ts'
import { describeRecords, schemaOf } from '../../support/session-records.ts'

const sessions = loadSessions()

describe('ids', () => {
  idsStay(
    'session-ids.txt',
    sessions.map(({ id }) => id),
    90,
  )
})

describe('the schema of a file', () => {
  const isFile = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schemaOf('session'))
  const dir = join(FIXTURES, 'sessions')
  const files = readdirSync(dir)

  test.each(files)('the JSON schema of session files accepts %s', (name) => {
    isFile(JSON.parse(readFileSync(join(dir, name), 'utf8')))
    expect(isFile.errors ?? []).toEqual([])
  })

  const step = { send: 'POST /api/tags', data: { name: 'a' } }
  const session = { id: 'a', name: 'A', rules: ['write.create'], steps: [step] }
  const file = {
    ...{ about: 'Tags', dataset: 'guide', level: 'SHOULD', token: 't', tags: ['a'], sessions: [session] },
  }
  const withStep = (other: Json): Json => ({ ...file, sessions: [{ ...session, steps: [other] }] })

  test('the JSON schema of session files accepts the valid file from which the invalid files are made', () =>
    expect(isFile(file)).toBe(true))

  test.each([
    ['no sessions', { ...file, sessions: [] }],
    ['another level', { ...file, level: 'OUGHT' }],
    ['no token', { ...file, token: null }],
    ['an unknown member', { ...file, profile: 'documented' }],
    ['no rules', { ...file, sessions: [{ ...session, rules: [] }] }],
    ['a rule of reading', { ...file, sessions: [{ ...session, rules: ['fields.unknown'] }] }],
    ['no steps', { ...file, sessions: [{ ...session, steps: [] }] }],
    ['a session that says it is not loaded', { ...file, sessions: [{ ...session, loaded: false }] }],
    ['no method', withStep({ send: '/api/tags' })],
    ['a blank in a path', withStep({ send: 'GET /api/tags?name=a b' })],
    ['two bodies', withStep({ ...step, text: 'a' })],
    ['a type of no body', withStep({ send: 'GET /api/tags', type: 'text/plain' })],
    ['a marker of no kind', withStep({ ...step, data: { name: '«1.data.id»' } })],
    ['a marker that is open', withStep({ ...step, data: { tags: [{ name: '«new' }] } })],
    [
      'a text with a fractional number of repetitions',
      withStep({ send: step.send, text: { repeat: 'a', times: 0.5 } }),
    ],
  ])('the JSON schema of session files refuses a file with %s', (_why, broken) =>
    expect(isFile(broken)).toBe(false),
  )
})

/**
 * Tests the records of every eighth write session. `sessions-format.long.test.ts` tests the records of all sessions.
 */
describeRecords(sessions.filter((_, at) => at % 8 === 0))

describe('sessions.py', () => {
  test('sessions.py has at most sixty lines', () => {
    const lines = readFileSync(join(FIXTURES, 'runners/sessions.py'), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => line.length > 132 || line !== line.trimEnd())).toEqual([])
  })
})
