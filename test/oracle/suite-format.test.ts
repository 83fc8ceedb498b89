/**
 * Tests the published suite: the ids of cases are stable, and the JSON schemas match the records. The file
 * `suite-format.long.test.ts` runs the runners.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { answeredSuite, loadSuite } from '../../src/oracle/index.ts'
import { SUITE_EDITION } from '../../src/oracle/suite/records.ts'
import { FIXTURES } from '../../src/oracle/suite/suite.ts'
import { idsStay } from '../support/ids-that-stay.ts'

const suite = loadSuite()
const some = suite.filter(
  ({ level, dataset }, at) => level === 'MUST' || dataset === 'corners' || at % 8 === 0,
)
const records = [...answeredSuite(some)]

describe('ids', () => {
  idsStay(
    'case-ids.txt',
    suite.map(({ id }) => id),
    2400,
  )

  test('ids of cases belong to an edition that the changelog describes', () => {
    const changelog = readFileSync(join(FIXTURES, 'CHANGELOG.md'), 'utf8')
    expect(changelog.match(/^## Edition \d+$/m)?.[0]).toBe(`## Edition ${SUITE_EDITION}`)
  })
})

describe('schemas', () => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
  const schemas = new Map(
    ['case', 'dataset', 'answer'].map((name) => {
      const schema = JSON.parse(readFileSync(join(FIXTURES, `${name}.schema.json`), 'utf8'))
      ajv.addSchema(schema)
      return [name, schema]
    }),
  )
  const faultsOf = (ref: string, json: unknown): unknown => {
    const validate = ajv.compile({ $ref: `populace:${ref}` })
    return validate(JSON.parse(JSON.stringify(json))) ? [] : validate.errors
  }

  test('the suite has exactly three JSON schemas', () => expect(schemas.size).toBe(3))

  test.each(records.flatMap((one) => (one.record === 'dataset' ? [one] : [])))(
    'the schemas of the suite fit the dataset $name',
    (one) => {
      expect('resolved' in one).toBe(true)
      expect(faultsOf('dataset.schema.json', one.files)).toEqual([])
      if ('resolved' in one) expect(faultsOf('dataset.schema.json#/$defs/resolved', one.resolved)).toEqual([])
    },
  )

  test('the schemas of the suite match the JSON answers in the records', () => {
    const validate = ajv.compile({ $ref: 'populace:answer.schema.json' })
    const faults = records.flatMap((one) => {
      if (one.record !== 'case' || !('answer' in one) || typeof one.answer.body !== 'object') return []
      return validate(one.answer.body) ? [] : [`${one.id}: ${ajv.errorsText(validate.errors)}`]
    })
    expect(faults).toEqual([])
    expect(ajv.validate('populace:answer.schema.json', { data: 1 })).toBe(false)
  })
})

test('each URL of the records is percent-encoded', () => {
  const urls = records.flatMap((one) => (one.record === 'case' ? [one.request.url] : []))
  expect(urls.filter((url) => !/^[!-~]+$/.test(url) || url.includes('#'))).toEqual([])
  expect(urls.filter((url) => /\?.*["<>\\^`{|}]/.test(url))).toEqual([])
})

test('the resolved dataset has both sides of morph relations', () => {
  const guide = records.find((one) => one.record === 'dataset' && one.name === 'guide')
  const { entries = {} } = guide !== undefined && 'resolved' in guide ? guide.resolved : {}
  expect(JSON.stringify(entries['api-author-author'])).toMatch(/"pin":\d+/)
  expect(JSON.stringify(entries['api-restaurant-restaurant'])).toMatch(/"bookmarks":\[\d+/)
})

describe('runners', () => {
  const source = (name: string): readonly string[] =>
    readFileSync(join(FIXTURES, 'runners', name), 'utf8')
      .trimEnd()
      .split('\n')

  test.each([
    ['run.py', 60],
    ['run.go', 60],
    ['run.mjs', 85],
    ['rename.py', 45],
  ])('%s has at most %i lines', (name, most) => {
    expect(source(name).length).toBeLessThanOrEqual(most)
    expect(source(name).filter((line) => line.length > 132 || line !== line.trimEnd())).toEqual([])
  })
})
