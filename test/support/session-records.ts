/** Checks the published records of write sessions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { answeredSuite, type WriteSession } from '../../src/oracle/index.ts'
import { FIXTURES } from '../../src/oracle/suite/suite.ts'
import { graphOf } from './datasets.ts'

/** Returns a published schema. */
export const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(FIXTURES, `${name}.schema.json`), 'utf8'))

/** Declares the tests that the suite records of the given sessions must pass. */
export function describeRecords(sessions: readonly WriteSession[]): void {
  const records = [...answeredSuite([], sessions)]
  const answered = records.flatMap((one) => (one.record === 'session' && 'after' in one ? [one] : []))

  describe('the records', () => {
    const isRecord = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schemaOf('suite'))
    const faultsOf = (one: unknown): unknown =>
      isRecord(JSON.parse(JSON.stringify(one))) ? [] : (isRecord.errors ?? null)

    test('the records match their JSON schema', () => {
      expect(answered.length).toBe(sessions.length)
      expect(records.map(faultsOf).filter((faults) => JSON.stringify(faults) !== '[]')).toEqual([])
    })

    test('the records include each rule that a session names', () => {
      const published = new Set<string>(records.flatMap((one) => (one.record === 'rule' ? [one.id] : [])))
      expect(answered.flatMap(({ rules }) => rules).filter((rule) => !published.has(rule))).toEqual([])
    })

    test('the records have only markers that refer to an answer of an earlier or the same request', () => {
      for (const { id, steps, after } of answered) {
        for (const step of [...steps, ...after]) {
          for (const [, number] of JSON.stringify(step).matchAll(/«(\d+)\//g))
            expect(Number(number), `${id}, ${step.number}`).toBeLessThanOrEqual(step.number)
        }
        expect(JSON.stringify(steps), id).not.toMatch(/«[a-z:.-]+ #?\d+»|q7made7new7q/)
      }
    })

    test('the records contain markers in place of all documentIds that the reference generates', () => {
      const graphs = [graphOf('strapi-5.54'), graphOf('guide')]
      const isOwn = (name: string): boolean =>
        graphs.some(({ tables }) => [...tables.values()].some(({ byDocument }) => byDocument.has(name)))
      const named = answered.flatMap(({ steps }) => JSON.stringify(steps).match(/\bw[a-z0-9]{23}\b/g) ?? [])
      expect(named.filter((name) => !isOwn(name))).toEqual([])
    })

    test.each([
      ['no answer', { answer: undefined }],
      ['another member', { extra: 1 }],
      ['a text that is not a marker in the member later', { later: { '/data/updatedAt': '2024' } }],
    ])('the records are refused with %s', (_why, change) => {
      const [first] = answered
      const broken = { ...first, steps: first?.steps.map((step) => ({ ...step, ...change })) }
      expect(faultsOf(broken)).not.toEqual([])
    })
  })
}
