/** The sessions for everybody: ids that stay, schemas that fit, and a runner in another language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/ground/json.ts'
import { answeredSuite, loadSessions, type WriteSession } from '../../../src/oracle/index.ts'
import { FIXTURES } from '../../../src/oracle/suite/suite.ts'
import { graphOf } from '../../support/datasets.ts'
import { idsStay } from '../../support/ids-that-stay.ts'
import { byPython, hasPython } from './python.ts'

const sessions = loadSessions()
const records = [...answeredSuite([], sessions)]
const answered = records.flatMap((one) => (one.record === 'session' && 'after' in one ? [one] : []))

describe('ids', () => {
  idsStay(
    'session-ids.txt',
    sessions.map(({ id }) => id),
    90,
  )
})

const schemaOf = (name: string) => JSON.parse(readFileSync(join(FIXTURES, `${name}.schema.json`), 'utf8'))

describe('the schema of a file', () => {
  const isFile = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schemaOf('session'))
  const dir = join(FIXTURES, 'sessions')
  const files = readdirSync(dir)

  test.each(files)('takes %s', (name) => {
    isFile(JSON.parse(readFileSync(join(dir, name), 'utf8')))
    expect(isFile.errors ?? []).toEqual([])
  })

  const step = { send: 'POST /api/tags', data: { name: 'a' } }
  const session = { id: 'a', name: 'A', rules: ['write.create'], steps: [step] }
  const file = {
    ...{ about: 'Tags', dataset: 'guide', level: 'SHOULD', token: 't', tags: ['a'], sessions: [session] },
  }
  const withStep = (other: Json): Json => ({ ...file, sessions: [{ ...session, steps: [other] }] })

  test('takes what the broken ones are made of', () => expect(isFile(file)).toBe(true))

  test.each([
    ['no sessions', { ...file, sessions: [] }],
    ['another level', { ...file, level: 'OUGHT' }],
    ['no token', { ...file, token: null }],
    ['a member that there is not', { ...file, profile: 'documented' }],
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
    ['a text that is repeated half a time', withStep({ send: step.send, text: { repeat: 'a', times: 0.5 } })],
  ])('refuses %s', (_why, broken) => expect(isFile(broken)).toBe(false))
})

describe('the records', () => {
  const isRecord = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schemaOf('suite'))
  const faultsOf = (one: unknown): unknown =>
    isRecord(JSON.parse(JSON.stringify(one))) ? [] : (isRecord.errors ?? null)

  test('fit their schema, each', () => {
    expect(answered.length).toBe(sessions.length)
    expect(records.map(faultsOf).filter((faults) => JSON.stringify(faults) !== '[]')).toEqual([])
  })

  test('have a rule for each that a session names', () => {
    const told = new Set<string>(records.flatMap((one) => (one.record === 'rule' ? [one.id] : [])))
    expect(answered.flatMap(({ rules }) => rules).filter((rule) => !told.has(rule))).toEqual([])
  })

  test('name in each marker what an earlier request was answered, or this one', () => {
    for (const { id, steps, after } of answered) {
      for (const step of [...steps, ...after]) {
        for (const [, number] of JSON.stringify(step).matchAll(/«(\d+)\//g))
          expect(Number(number), `${id}, ${step.number}`).toBeLessThanOrEqual(step.number)
      }
      expect(JSON.stringify(steps), id).not.toMatch(/«[a-z:.-]+ #?\d+»|q7made7new7q/)
    }
  })

  test('say of nothing that was made how it is called', () => {
    const graphs = [graphOf('strapi-5.54'), graphOf('guide')]
    const isOwn = (name: string): boolean =>
      graphs.some(({ tables }) => [...tables.values()].some(({ byDocument }) => byDocument.has(name)))
    const named = answered.flatMap(({ steps }) => JSON.stringify(steps).match(/\bw[a-z0-9]{23}\b/g) ?? [])
    expect(named.filter((name) => !isOwn(name))).toEqual([])
  })

  test.each([
    ['no answer', { answer: undefined }],
    ['another member', { extra: 1 }],
    ['an instant that is later than a text', { later: { '/data/updatedAt': '2024' } }],
  ])('are refused with %s', (_why, change) => {
    const [first] = answered
    const broken = { ...first, steps: first?.steps.map((step) => ({ ...step, ...change })) }
    expect(faultsOf(broken)).not.toEqual([])
  })
})

describe('sessions.py', () => {
  test('has sixty lines at most', () => {
    const lines = readFileSync(join(FIXTURES, 'runners/sessions.py'), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => line.length > 132 || line !== line.trimEnd())).toEqual([])
  })

  const some = ['writes.update', 'writes.locale.known', 'writes.component.kept', 'writes.publish.whole']
  const isSome = ({ id }: WriteSession): boolean => some.includes(id)

  test.skipIf(!hasPython)('finds a right server right, and leaves nothing', async () => {
    expect(await byPython('documented', sessions.filter(isSome))).toBe('0 of 4 fail\n')
  })

  test.skipIf(!hasPython)('finds a wrong one wrong where it is', async () => {
    const text = await byPython('documented,+locale-unchecked', sessions.filter(isSome))
    expect(text).toBe('1 of 4 fail\n  writes.locale.known\n')
  })
})
