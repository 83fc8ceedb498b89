/** Tests that commands write their output to the file of `--out`. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { declarationsOf } from '../../src/tools/types/index.ts'
import { graphOf } from '../support/datasets.ts'
import { populace } from './populace.ts'

describe('populace types and populace openapi', () => {
  const folder = mkdtempSync(join(tmpdir(), 'populace-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('populace types and populace openapi write to the file of `--out`, in a new folder if needed', async () => {
    const file = join(folder, 'new/content.ts')
    const written = await populace('types', datasetFolder('guide'), '--out', file)
    expect(written).toEqual({ code: 0, out: '', err: '' })
    expect(readFileSync(file, 'utf8')).toBe(declarationsOf(graphOf('guide'), { profile: 'documented' }))
    expect(readdirSync(join(folder, 'new'))).toEqual(['content.ts'])
  })
})
