/** Tests how the configuration files of a project and the environment affect answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf, noteText, openSource } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { configured, env } from './configured.ts'

const { project, settingsWith } = configured()
afterAll(project.remove)

const CONFIG = readFileSync(join(project.folder, 'config/database.ts'), 'utf8')

describe('config/api', () => {
  test('config/api is merged with the file config/env/production/api', async () => {
    const { settings } = await settingsWith({}, { env: { NODE_ENV: 'production' } })
    expect(settings).toMatchObject({ defaultLimit: 10, maxLimit: 100 })
  })

  test('config/api is overridden by the option for settings', async () => {
    const { settings } = await settingsWith({}, { settings: { rest: { maxLimit: 7, strictParams: true } } })
    expect(settings).toMatchObject({ defaultLimit: 25, maxLimit: 7, strictParams: true })
  })

  test('in config/api, the slash at the start of `prefix` may be missing, and a negative `maxLimit` means no limit', async () => {
    const text = 'module.exports = { rest: { prefix: "content/v1/", maxLimit: -1, strictParams: true } }'
    const { settings } = await settingsWith({ 'config/api.ts': text })
    expect(settings).toMatchObject({ prefix: '/content/v1', maxLimit: null, strictParams: true })
  })

  test('config/api that fails gives a note with its line, and the defaults apply', async () => {
    const text = 'export default {\n  rest: {\n    maxLimit: limitOf(7),\n    defaultLimit: 5 },\n}'
    const { settings, source } = await settingsWith({ 'config/api.ts': text })
    expect(settings).toMatchObject({ defaultLimit: 25, maxLimit: null })
    expect(source.notes).toContainEqual({
      file: 'config/api.ts',
      line: 3,
      says: expect.stringMatching(/limitOf is not defined/),
    })
  })

  test('config/api makes the attributes in `responses.privateAttributes` private in every type', async () => {
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

const OPEN = expect.stringMatching(/^permissions: .* everyone may read everything and write nothing/)

describe('config/database', () => {
  const notes = async (env: Record<string, string>): Promise<readonly string[]> => {
    const source = await openProject(project.folder, { env })
    expect(source).toMatchObject({ kind: 'Strapi project without a database', localesUnknown: true })
    expect(graphOf(source).schema.contentTypes.has('api::tag.tag')).toBe(true)
    return source.notes.map(noteText)
  }

  test('config/database that fails is replaced by environment variables', async () => {
    project.write('config/env/test/database.js', 'module.exports = {\n connection: secret() }')
    project.write('config/database.ts', '\nthrow new Error("never")')
    const found = await notes({ NODE_ENV: 'test', DATABASE_FILENAME: 'none.db' })
    expect(found).toContainEqual(expect.stringMatching(/^config\/env\/test\/database\.js:2: .*secret/))
    expect(found).toContainEqual(expect.stringMatching(/^environment: the SQLite file .*none\.db of /))
    project.write('config/database.ts', CONFIG)
  })

  test('config/database whose server does not answer leaves all types without rows', async () => {
    project.write('node_modules/pg/package.json', '{"main":"index.js"}')
    const code =
      'exports.Client = class { on() {} connect() { return Promise.reject(new Error("connect ECONNREFUSED 127.0.0.1:1")) } }'
    project.write('node_modules/pg/index.js', code)
    const found = await notes({ DATABASE_CLIENT: 'postgres', DATABASE_PASSWORD: 'pssst' })
    expect(found).toEqual([
      expect.stringMatching(
        /^config\/database\.ts: PostgreSQL strapi at localhost:5432: no connection to the database: connect ECONNREFUSED .* in \.env; there are no rows; --fake 20 makes entries up$/,
      ),
      OPEN,
    ])
    expect(found.join()).not.toMatch(/pssst/)
  })

  test('config/database whose driver is not installed leaves all types without rows', async () => {
    project.write(
      'config/env/test/database.js',
      'module.exports = { connection: { client: "mysql", connection: { host: "h", database: "d" } } }',
    )
    expect(await notes({ NODE_ENV: 'test' })).toEqual([
      'config/env/test: database.js in this folder overrides the files of config, because NODE_ENV is test',
      'config/database.ts: MySQL d at h:3306: its driver mysql2 is not installed; run `npm install` in the project, or `npm install mysql2` in the folder of populace; there are no rows; --fake 20 makes entries up',
      OPEN,
    ])
  })
})

describe('schemas as code', () => {
  const FILE = 'src/api/code/content-types/code/schema.ts'
  const codeType = async (text: string) => {
    const { source } = await settingsWith({ [FILE]: text })
    const type = graphOf(source).schema.contentTypes.get('api::code.code')
    return { type, notes: source.notes.map(noteText) }
  }

  test('schemas as code are evaluated', async () => {
    const { type, notes } = await codeType(`const later = () => 'integer'
      export default {
        kind: 'collectionType', collectionName: 'codes',
        info: { singularName: 'code', pluralName: 'codes' },
        attributes: { name: { type: 'string' }, more: { type: later() } },
      }`)
    expect(type?.attributes.get('more')).toMatchObject({ type: 'integer' })
    expect(notes.filter((note) => note.startsWith(FILE))).toEqual([])
  })
})

describe('a path', () => {
  test('a path to a project opens the project', async () => {
    const source = await openSource(project.folder, { env })
    expect(source.kind).toMatch(/^Strapi project/)
    expect(createReferenceApi(graphOf(source)).answer({ url: '/api/tags' }).status).toBe(200)
  })
})
