/** Tests commands of the compiled package, which run as a user would run them. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { populace } from './populace.ts'

describe('populace get', () => {
  test('populace get prints the body and exits with 0', async () => {
    const { code, out } = await populace('get', '/api/restaurants?fields=name&filters[name]=Biscotte')
    expect(JSON.parse(out)).toMatchObject({
      data: [{ name: 'Biscotte' }],
      meta: { pagination: { total: 1 } },
    })
    expect(code).toBe(0)
  })
})

describe('populace validate', () => {
  const broken = mkdtempSync(join(tmpdir(), 'populace-'))
  afterAll(() => rmSync(broken, { recursive: true }))
  cpSync(datasetFolder('guide'), broken, { recursive: true })
  writeFileSync(join(broken, 'entries', 'category.json'), '[{"name": 5}, {"nope": 1, "name": "x"}]')

  test('`populace validate` prints the faults of a dataset with file and JSON pointer', async () => {
    const { code, err } = await populace('validate', broken)
    expect(err).toContain('entries/category.json')
    expect(err).toContain('/0/name')
    expect(err).toContain('/1/nope')
    expect(code).toBe(1)
  })
})
