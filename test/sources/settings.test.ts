/** Tests the settings that come from the configuration of a project, a schema file that fails, and paths to sources. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { graphOf, noteText, openSource, SourceError } from '../../src/sources/index.ts'
import { configured, env } from './configured.ts'

const { project, settingsWith } = configured()
afterAll(project.remove)

describe('config/api', () => {
  test('config/api sets the prefix and limits, also by variables of the environment', async () => {
    const { settings } = await settingsWith({}, { env: { API_MAX_LIMIT: '50' } })
    expect(settings).toMatchObject({ prefix: '/api', defaultLimit: 25, maxLimit: 50, strictParams: false })
  })
})

describe('schemas as code', () => {
  const FILE = 'src/api/code/content-types/code/schema.ts'
  const codeType = async (text: string) => {
    const { source } = await settingsWith({ [FILE]: text })
    const type = graphOf(source).schema.contentTypes.get('api::code.code')
    return { type, notes: source.notes.map(noteText) }
  }

  test('a schema file that is code and fails is omitted with a note', async () => {
    const { type, notes } = await codeType('export default { attributes: nothing() }')
    expect(type).toBeUndefined()
    expect(notes).toContainEqual(expect.stringMatching(/schema\.ts:1: .*nothing/))
    rmSync(join(project.folder, FILE))
  })
})

describe('a path', () => {
  test('a path to a dataset opens the dataset', async () => {
    const source = await openSource('fixtures/guide', { env })
    expect(source).toMatchObject({ kind: 'dataset folder', notes: [] })
    expect(graphOf(source).tables.size).toBeGreaterThan(3)
  })

  test.each([
    ['/nowhere/at/all', 'found nothing'],
    ['package.json', 'found a file'],
  ])('%s: %s', async (path, says) => {
    const opened = openSource(path, { env })
    await expect(opened).rejects.toThrow(SourceError)
    await expect(opened).rejects.toThrow(says)
  })
})
