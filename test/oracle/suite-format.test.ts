/** The suite for everybody: ids that stay, schemas that fit, and runners in other languages. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { answeredSuite, loadSuite, type SuiteCase } from '../../src/oracle/index.ts'
import { SUITE_EDITION } from '../../src/oracle/suite/records.ts'
import { FIXTURES } from '../../src/oracle/suite/suite.ts'
import { createContentApi } from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'
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

  test('belong to an edition that is told of', () => {
    const told = readFileSync(join(FIXTURES, 'CHANGELOG.md'), 'utf8')
    expect(told.match(/^## Edition \d+$/m)?.[0]).toBe(`## Edition ${SUITE_EDITION}`)
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

  test('are three', () => expect(schemas.size).toBe(3))

  test.each(records.flatMap((one) => (one.record === 'dataset' ? [one] : [])))(
    'fit the dataset $name',
    (one) => {
      expect('resolved' in one).toBe(true)
      expect(faultsOf('dataset.schema.json', one.files)).toEqual([])
      if ('resolved' in one) expect(faultsOf('dataset.schema.json#/$defs/resolved', one.resolved)).toEqual([])
    },
  )

  test('fit every answer in JSON', () => {
    const validate = ajv.compile({ $ref: 'populace:answer.schema.json' })
    const faults = records.flatMap((one) => {
      if (one.record !== 'case' || !('answer' in one) || typeof one.answer.body !== 'object') return []
      return validate(one.answer.body) ? [] : [`${one.id}: ${ajv.errorsText(validate.errors)}`]
    })
    expect(faults).toEqual([])
    expect(ajv.validate('populace:answer.schema.json', { data: 1 })).toBe(false)
  })
})

describe('runners', () => {
  const source = (name: string): readonly string[] =>
    readFileSync(join(FIXTURES, 'runners', name), 'utf8')
      .trimEnd()
      .split('\n')

  test.each(['run.py', 'run.go'])('%s has sixty lines at most', (name) => {
    expect(source(name).length).toBeLessThanOrEqual(60)
    expect(source(name).filter((line) => line.length > 132 || line !== line.trimEnd())).toEqual([])
  })

  // Without it there is nobody to run it; who has it runs it.
  const hasPython = spawnSync('python3', ['--version']).status === 0
  test.skipIf(!hasPython)(
    'run.py finds a right server right, and a wrong one wrong',
    { timeout: 120_000 },
    async () => {
      const right = await byPython('documented', ({ level }) => level === 'MUST')
      expect(right).toMatch(/^MUST: 0 of \d{3} fail\n/)
      const zones = ({ id }: SuiteCase): boolean => id.startsWith('populate.zone.')
      const wrong = await byPython('documented,+zone-unlisted-bare', zones)
      expect(wrong).toContain('SHOULD: ')
      expect(wrong).not.toContain('SHOULD: 0 of')
    },
  )
})

/** What the runner in Python says of the reference under a profile. */
async function byPython(profile: string, isAsked: (one: SuiteCase) => boolean): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'populace-runner-'))
  const file = join(dir, 'suite.ndjson')
  const cases = suite.filter(isAsked)
  writeFileSync(file, [...answeredSuite(cases)].map((one) => `${JSON.stringify(one)}\n`).join(''))
  const api = createContentApi(graphOf('guide'), { profile })
  const server = createServer(({ method = '', url = '', headers }, response) => {
    const { authorization } = headers
    const answer = api.answer({ method, url, headers: authorization === undefined ? {} : { authorization } })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const args = [join(FIXTURES, 'runners/run.py'), file, 'guide', `127.0.0.1:${port}`]
  try {
    return await new Promise((resolve) => execFile('python3', args, (_error, stdout) => resolve(stdout)))
  } finally {
    server.close()
    rmSync(dir, { recursive: true })
  }
}
