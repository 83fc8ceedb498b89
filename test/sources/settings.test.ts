/** A project's configuration affects answers; a note on an unreadable value names the option that sets it. */
import { afterAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf, openSource, SourceError } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import type { Json } from '../../src/util/json.ts'
import { makeProject } from '../support/project.ts'

const project = makeProject()
afterAll(project.remove)

/** No database, because these tests do not need it. */
const env = { DATABASE_FILENAME: 'none.db' }

async function settingsWith(
  files: Readonly<Record<string, string>>,
  more: { readonly env?: Readonly<Record<string, string>>; readonly settings?: Json } = {},
) {
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  const { settings } = more
  const source = await openProject(project.folder, {
    env: { ...env, ...more.env },
    ...(settings === undefined ? {} : { settings }),
  })
  return { settings: graphOf(source).settings, source }
}

describe('config/api', () => {
  test('says prefix and limits, with variables of the environment', async () => {
    const { settings } = await settingsWith({}, { env: { API_MAX_LIMIT: '50' } })
    expect(settings).toMatchObject({ prefix: '/api', defaultLimit: 25, maxLimit: 50, strictParams: false })
  })

  test('is overlaid by that of the environment', async () => {
    const { settings } = await settingsWith({}, { env: { NODE_ENV: 'production' } })
    expect(settings).toMatchObject({ defaultLimit: 10, maxLimit: 100 })
  })

  test('is overlaid by what is given', async () => {
    const { settings } = await settingsWith({}, { settings: { rest: { maxLimit: 7, strictParams: true } } })
    expect(settings).toMatchObject({ defaultLimit: 25, maxLimit: 7, strictParams: true })
  })

  test('a prefix may lack its slash, and a limit below one is none', async () => {
    const text = 'module.exports = { rest: { prefix: "content/v1/", maxLimit: -1, strictParams: true } }'
    const { settings } = await settingsWith({ 'config/api.ts': text })
    expect(settings).toMatchObject({ prefix: '/content/v1', maxLimit: null, strictParams: true })
  })

  test('a value that needs code is noted with its line and the option that sets it, the rest is read', async () => {
    const text = 'export default {\n  rest: {\n    maxLimit: limitOf(7),\n    defaultLimit: 5 },\n}'
    const { settings, source } = await settingsWith({ 'config/api.ts': text })
    expect(settings).toMatchObject({ defaultLimit: 5, maxLimit: null })
    expect(source.notes).toContainEqual({
      file: 'config/api.ts',
      line: 3,
      says: expect.stringMatching(/rest\.maxLimit cannot be read.*`limitOf`.*--settings FILE.*"maxLimit"/),
    })
  })

  test('attributes that no answer shows are private in every type', async () => {
    const text = 'export default { responses: { privateAttributes: ["name", "updatedAt"] } }'
    const { source } = await settingsWith({ 'config/api.ts': text })
    const { schema } = graphOf(source)
    expect(schema.contentTypes.get('api::tag.tag')?.attributes.get('name')?.private).toBe(true)
    expect(schema.contentTypes.get('api::tag.tag')?.attributes.get('updatedAt')?.private).toBe(true)
    expect(schema.components.get('menu.dish')?.attributes.get('name')?.private).toBe(true)
    expect(schema.contentTypes.get('api::tag.tag')?.attributes.get('color')?.private).toBe(false)
    project.write('config/api.ts', 'export default {}')
  })
})

describe('config/database', () => {
  test('that cannot be read leaves the types without rows, with its line', async () => {
    const { source } = await settingsWith(
      { 'config/env/test/database.js': 'module.exports = {\n connection: secret() }' },
      { env: { NODE_ENV: 'test' } },
    )
    expect(source.notes).toContainEqual({
      file: 'config/env/test/database.js',
      line: 2,
      says: expect.stringMatching(/the database cannot be told.*`secret`.*no rows/),
    })
  })

  test('whose server is not there is an error of one sentence', async () => {
    project.write('node_modules/pg/package.json', '{"main":"index.js"}')
    const code =
      'exports.Client = class { on() {} connect() { return Promise.reject(new Error("connect ECONNREFUSED 127.0.0.1:1")) } }'
    project.write('node_modules/pg/index.js', code)
    const reached = openProject(project.folder, {
      env: { DATABASE_CLIENT: 'postgres', DATABASE_PASSWORD: 'pssst' },
    })
    await expect(reached).rejects.toThrow(
      /^PostgreSQL strapi at localhost:5432: the database cannot be reached: connect ECONNREFUSED .* \.env right\?$/,
    )
    await expect(reached).rejects.not.toThrow(/pssst/)
  })

  test('whose driver is not installed is an error with the command that installs it', async () => {
    project.write(
      'config/env/test/database.js',
      'module.exports = { connection: { client: "mysql", connection: { host: "h" } } }',
    )
    const opened = openProject(project.folder, { env: { NODE_ENV: 'test' } })
    await expect(opened).rejects.toThrow(/MySQL needs its driver mysql2.*npm install mysql2/)
  })
})

describe('schemas as code', () => {
  test('are read as far as they are written out', async () => {
    const text = `export default {
      kind: 'collectionType', collectionName: 'codes',
      info: { singularName: 'code', pluralName: 'codes' },
      attributes: { name: { type: 'string' }, more: { type: later() } },
    }`
    const { source } = await settingsWith({ 'src/api/code/content-types/code/schema.ts': text })
    const type = graphOf(source).schema.contentTypes.get('api::code.code')
    expect([...(type?.attributes.keys() ?? [])]).toContain('name')
    expect(source.notes.map(({ file }) => file)).toContain('src/api/code/content-types/code/schema.ts')
  })
})

describe('a path', () => {
  test('with a project is one', async () => {
    const source = await openSource(project.folder, { env })
    expect(source.kind).toMatch(/^Strapi project/)
    expect(createReferenceApi(graphOf(source)).answer({ url: '/api/tags' }).status).toBe(200)
  })

  test('with a dataset is one', async () => {
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
