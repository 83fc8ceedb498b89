/**
 * Tests the JSON Schemas of the endpoints below `/_populace`: they accept and reject the same request bodies as the
 * server.
 */
import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { adminDocument, schemaNamed } from '../../src/server/admin/grammar.ts'
import { RuleError, readRules } from '../../src/server/faults/rule.ts'
import { PatchError, patched } from '../../src/server/worlds/patch.ts'
import type { Json } from '../../src/util/json.ts'
import { graphOf } from '../support/datasets.ts'

const validator = (name: string) =>
  new Ajv2020({ strict: false }).compile(Object(schemaNamed(`${name}.json`)))

/** Returns whether `read` accepts its value: a refusal is false, and any other error is thrown. */
function takes(read: () => unknown, refusal: typeof RuleError | typeof PatchError): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof refusal) return false
    throw error
  }
}

describe('rules of fault injection', () => {
  const isValid = validator('fault-rules')
  test.each<[Json, boolean]>([
    [[], true],
    [{ path: '/api/articles/*', delay: '200-800' }, true],
    [[{ path: '/a', query: { populate: 'author' }, every: 3, status: 503, body: null }], true],
    [{ method: 'GET', path: '/uploads/**', chance: 0.1, error: 'reset' }, true],
    [{ once: true, drip: { bytes: 100, delay: 50 }, headers: { a: 'b' }, times: 3, delay: 5 }, true],
    [{ sttatus: 503 }, false],
    [{ body: {} }, false],
    [{ path: 'api' }, false],
    [{ path: '/api?x' }, false],
    [{ status: 600 }, false],
    [{ status: 200.5 }, false],
    [{ error: 'bogus' }, false],
    [{ delay: 'soon' }, false],
    [{ delay: 600_001 }, false],
    [{ chance: 2 }, false],
    [{ once: 'yes' }, false],
    [{ query: { a: 1 } }, false],
    [{ drip: { bytes: 0 } }, false],
    [{ drip: { bites: 5 } }, false],
    [7, false],
  ])('%j', (rules, expected) => {
    expect([isValid(rules), takes(() => readRules(rules, ''), RuleError)]).toEqual([expected, expected])
  })
})

describe('patches of worlds', () => {
  const isValid = validator('world-patch')
  const guide = graphOf('guide')
  test.each<[Json, boolean]>([
    [{}, true],
    [{ articles: { clear: true } }, true],
    [{ articles: { create: [{ title: 'A', publish: true, locale: 'fr' }, { title: 'B' }] } }, true],
    [{ articles: { create: { title: 'A' }, publish: { title: 'A' }, unpublish: { title: 'A' } } }, true],
    [
      { categories: { update: { where: { name: 'Food' }, data: { name: 'F' } }, delete: { name: 'Grill' } } },
      true,
    ],
    [[], false],
    [{ articles: [] }, false],
    [{ articles: { clear: 1 } }, false],
    [{ articles: { remove: 'x' } }, false],
    [{ articles: { create: 'A' } }, false],
    [{ articles: { create: { title: 'A', publish: 'yes' } } }, false],
    [{ articles: { create: { title: 'A', locale: 5 } } }, false],
    [{ articles: { update: { where: { title: 'A' } } } }, false],
    [{ articles: { update: { where: 'x', data: {}, nonsense: 1 } } }, false],
    [{ articles: { delete: 5 } }, false],
  ])('%j', (patch, expected) => {
    expect([isValid(patch), takes(() => patched(guide, patch), PatchError)]).toEqual([expected, expected])
  })
})

test('a valid OpenAPI document describes the endpoints below `/_populace`', async () => {
  const document = structuredClone(adminDocument('1.0.0'))
  const { paths = {} } = await SwaggerParser.validate(Object(document))
  expect(Object.keys(paths)).toHaveLength(6)
})
