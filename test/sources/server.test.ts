/** Detects the release and the database of a project. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isProject, projectFiles } from '../../src/sources/project/files.ts'
import { serverOf } from '../../src/sources/project/server.ts'

const made: string[] = []

function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'populace-project-'))
  made.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

const found = (files: Readonly<Record<string, string>>, env: Record<string, string> = {}) =>
  serverOf(projectFiles(projectWith(files)), env)

describe('the release', () => {
  const asks = (range: string): string => JSON.stringify({ dependencies: { '@strapi/strapi': range } })
  test.each<[string, Record<string, string>, string | null]>([
    ['package.json', { 'package.json': asks('5.12.3') }, '5.12.3'],
    ['package.json', { 'package.json': asks('^5.12') }, '5.12.0'],
    ['package.json', { 'package.json': asks('5') }, '5.0.0'],
    [
      'package-lock.json',
      {
        'package.json': asks('^5.0.0'),
        'package-lock.json': JSON.stringify({
          packages: { 'node_modules/@strapi/strapi': { version: '5.23.6' } },
        }),
      },
      '5.23.6',
    ],
    [
      'yarn.lock',
      { 'yarn.lock': '"@strapi/strapi@^5.1.0", "@strapi/strapi@5.1":\n  version "5.1.1"\n' },
      '5.1.1',
    ],
    [
      'yarn.lock',
      { 'yarn.lock': '"@strapi/strapi@npm:^5.1.0":\n  version: 5.2.0\n  resolution: "x"\n' },
      '5.2.0',
    ],
    [
      'pnpm-lock.yaml',
      {
        'pnpm-lock.yaml':
          "importers:\n  .:\n    dependencies:\n      '@strapi/strapi':\n        specifier: ^5.4.0\n        version: 5.4.2(react@18.3.1)\n",
      },
      '5.4.2',
    ],
    [
      'pnpm-lock.yaml',
      { 'pnpm-lock.yaml': "packages:\n\n  '@strapi/strapi@5.9.0(x)':\n    resolution: {}\n" },
      '5.9.0',
    ],
    [
      'node_modules/@strapi/strapi/package.json',
      { 'node_modules/@strapi/strapi/package.json': '{"version":"5.30.1"}' },
      '5.30.1',
    ],
    ['nothing', { 'package.json': asks('latest') }, null],
    ['nothing', { 'package.json': 'no JSON', 'yarn.lock': '\0'.repeat(100) }, null],
  ])('of %s', (from, files, version) => {
    const server = found(files)
    expect(server.version).toBe(version)
    expect(server.versionFrom).toBe(version === null ? null : from)
  })
})

describe('the database', () => {
  const usual = `
    import path from 'path'
    export default ({ env }) => {
      const client = env('DATABASE_CLIENT', 'sqlite')
      const connections = {
        postgres: { connection: { connectionString: env('DATABASE_URL'), ssl: env.bool('DATABASE_SSL', false) && { ca: env('CA') } } },
        sqlite: { connection: { filename: path.join(__dirname, '..', env('DATABASE_FILENAME', '.tmp/data.db')) } },
      }
      return { connection: { client, ...connections[client], acquireConnectionTimeout: env.int('T', 60000) } }
    }`
  test.each<[string, Record<string, string>, Record<string, string>, string | null]>([
    ['by default', { 'config/database.ts': usual }, {}, 'sqlite'],
    ['from .env', { 'config/database.ts': usual, '.env': 'DATABASE_CLIENT=postgres\n' }, {}, 'postgres'],
    [
      'from the process',
      { 'config/database.ts': usual, '.env': 'DATABASE_CLIENT=postgres' },
      { DATABASE_CLIENT: 'mysql' },
      'mysql',
    ],
    [
      'from the environment of the server',
      {
        'config/database.ts': usual,
        'config/env/production/database.json': '{"connection":{"client":"postgres"}}',
      },
      { NODE_ENV: 'production' },
      'postgres',
    ],
    [
      'written out',
      { 'config/database.js': 'module.exports = { connection: { client: "better-sqlite3" } }' },
      {},
      'sqlite',
    ],
    ['nowhere', {}, {}, null],
  ])('%s', (_what, files, env, database) => {
    expect(found(files, env)).toMatchObject({ database, notes: [] })
  })

  test('that cannot be read is reported with file and line', () => {
    const { database, notes } = found({
      'config/database.js': 'module.exports = {\n  connection: secret(),\n}',
    })
    expect(database).toBeNull()
    expect(notes).toEqual([
      { file: 'config/database.js', line: 2, says: expect.stringContaining('`secret` is not known') },
    ])
  })

  test('that is unknown is reported with the known ones', () => {
    const { notes } = found({ 'config/database.json': '{"connection":{"client":"oracle"}}' })
    expect(notes[0]?.says).toMatch(/expected sqlite.* found "oracle"/)
  })
})

test('a folder is a project if its package.json asks for Strapi', () => {
  const asks = projectWith({ 'package.json': '{"dependencies":{"@strapi/strapi":"5.0.0"}}' })
  expect(isProject(projectFiles(asks))).toBe(true)
  expect(isProject(projectFiles(projectWith({ 'package.json': '{}' })))).toBe(false)
  expect(isProject(projectFiles(projectWith({})))).toBe(false)
})

test('a folder that is not there is a note', () => {
  expect(serverOf(projectFiles('/nowhere/at/all'), {}).notes).toHaveLength(1)
})
