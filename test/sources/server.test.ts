/** Tests how the release and the database of a project are detected. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { at } from '../../src/sources/database/model.ts'
import { isProject, projectFiles } from '../../src/sources/project/files.ts'
import { databaseOfEnvironment, serverOf } from '../../src/sources/project/server.ts'

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
  ])('the release is read from %s', (from, files, version) => {
    const server = found(files)
    expect(server.version).toBe(version)
    expect(server.versionFrom).toBe(version === null ? null : from)
  })
})

describe('the database in a configuration file that is data', () => {
  const needs = (...drivers: readonly string[]): string =>
    JSON.stringify({ dependencies: Object.fromEntries(drivers.map((name) => [name, '1'])) })
  test.each<[string, Record<string, string>, Record<string, string>, string | null]>([
    ['from .env', { '.env': 'DATABASE_CLIENT=postgres\n' }, {}, 'postgres'],
    ['from the process', { '.env': 'DATABASE_CLIENT=postgres' }, { DATABASE_CLIENT: 'mysql' }, 'mysql'],
    [
      'from the configuration folder of NODE_ENV',
      {
        'config/database.json': '{"connection":{"client":"sqlite"}}',
        'config/env/production/database.json': '{"connection":{"client":"postgres"}}',
      },
      { NODE_ENV: 'production' },
      'postgres',
    ],
    ['from its one driver', { 'package.json': needs('pg', 'react') }, {}, 'postgres'],
    ['from several drivers', { 'package.json': needs('pg', 'mysql2') }, {}, null],
    ['nowhere', {}, {}, null],
  ])('%s', (_what, files, env, database) => {
    expect(found(files, env)).toMatchObject({ database, notes: [] })
  })

  test('an unknown database in a configuration file that is data is reported with the known databases', () => {
    const { notes } = found({ 'config/database.json': '{"connection":{"client":"oracle"}}' })
    expect(notes[0]?.says).toMatch(/expected sqlite.* found "oracle"/)
  })
})

describe('environment variables of a database', () => {
  const connection = (env: Record<string, string>) => at(databaseOfEnvironment(env).value, ['connection'])

  test('environment variables of a database set the SQLite file', () => {
    expect(connection({})).toEqual({ client: 'sqlite', connection: { filename: '.tmp/data.db' } })
    expect(connection({ DATABASE_FILENAME: 'a.db' })).toMatchObject({ connection: { filename: 'a.db' } })
  })

  test('environment variables of a database set host, port, name and user of the database server', () => {
    const env = { DATABASE_CLIENT: 'postgres', DATABASE_HOST: 'h', DATABASE_NAME: 'n', DATABASE_SSL: 'true' }
    const parts = { host: 'h', port: 5432, database: 'n', user: 'strapi', password: 'strapi', ssl: true }
    expect(connection(env)).toEqual({ client: 'postgres', connection: parts })
  })

  test('environment variables of a database set a URL, which is split into parts for MySQL', () => {
    const url = 'mysql://u:p%40s@h:3307/n'
    expect(connection({ DATABASE_CLIENT: 'postgres', DATABASE_URL: url })).toMatchObject({
      connection: { connectionString: url },
    })
    expect(connection({ DATABASE_CLIENT: 'mysql', DATABASE_URL: url })).toMatchObject({
      connection: { host: 'h', port: 3307, user: 'u', password: 'p@s', database: 'n' },
    })
  })
})

test('a folder is a project if its package.json depends on Strapi', () => {
  const asks = projectWith({ 'package.json': '{"dependencies":{"@strapi/strapi":"5.0.0"}}' })
  expect(isProject(projectFiles(asks))).toBe(true)
  expect(isProject(projectFiles(projectWith({ 'package.json': '{}' })))).toBe(false)
  expect(isProject(projectFiles(projectWith({})))).toBe(false)
})

test('the detection of a server in a missing folder gives a note', () => {
  expect(serverOf(projectFiles('/nowhere/at/all'), {}).notes).toHaveLength(1)
})
