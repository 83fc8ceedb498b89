/**
 * Tests SQLite files: the results are the same with any driver and during writes of other programs, and errors are
 * clear.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSqlite } from '../../src/sources/database/sqlite/open.ts'
import { copyAll, snapshotOf } from '../../src/sources/database/sqlite/snapshot.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { nodeDriver, type SqliteDriver, wasmDriver } from '../../src/sources/runner/sqlite.ts'
import { databaseBytes, makeProject } from '../support/project.ts'

const project = makeProject()
afterAll(project.remove)

/** Changes the SQLite file of the project, as a running server might. */
function withDatabase(change: (database: sqlite.Database) => void): void {
  const database = new sqlite.Database(project.database)
  change(database)
  database.close()
}

const reset = (): void => writeFileSync(project.database, databaseBytes())
const opened = () => openProject(project.folder, { env: {} })

/** A folder for the temporary files of these tests. */
const temporary = mkdtempSync(join(tmpdir(), 'populace-test-'))
beforeAll(() => void vi.stubEnv('TMPDIR', temporary))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(temporary, { recursive: true })
})
const copies = (): readonly string[] => readdirSync(temporary)

describe('every driver for SQLite reads the same rows', () => {
  const tables = ['articles', 'kitchensinks', 'strapi_core_store_settings', 'articles_cmps']
  const read = async (driver: SqliteDriver) => {
    const database = await openSqlite(project.database, driver)
    const columns = await database.columns()
    const rows = await Promise.all(tables.map((table) => database.rows(table)))
    await database.close()
    return { columns, rows }
  }
  const expected = wasmDriver().then(read)

  test('the WebAssembly driver for SQLite reads integers beyond 53 bits exactly', async () => {
    const { columns, rows } = await expected
    expect(columns.get('articles_author_lnk')).toEqual(['id', 'article_id', 'author_id', 'article_ord'])
    expect(rows[0]).toHaveLength(185)
    expect(rows[1]?.[6]?.['a_biginteger']).toBe(9007199254740993n)
    expect(rows[1]?.[8]?.['a_biginteger']).toBe(9223372036854775807n)
  })

  const builtIn = nodeDriver()
  test.skipIf(builtIn === undefined)(
    'the driver node:sqlite reads the same rows as the WebAssembly driver (skipped if Node lacks it)',
    async () => {
      if (builtIn !== undefined) expect(await read(builtIn)).toEqual(await expected)
    },
  )

  test('a driver of the project is not executed', async () => {
    project.write('node_modules/better-sqlite3/package.json', '{"main":"index.js"}')
    project.write(
      'node_modules/better-sqlite3/index.js',
      `require('node:fs').writeFileSync(${JSON.stringify(join(project.folder, 'executed'))}, '')`,
    )
    await openProject(project.folder, { env: {} })
    expect(existsSync(join(project.folder, 'executed'))).toBe(false)
  })
})

describe('a file that is in use', () => {
  test('rows in the write-ahead log of SQLite are read, and no file is written', async () => {
    const writer = new sqlite.Database(project.database)
    writer.exec('pragma locking_mode = exclusive; pragma journal_mode = wal')
    writer.exec("update restaurants set name = 'In the log' where id = 1")
    expect(existsSync(`${project.database}-wal`)).toBe(true)
    const before = readdirSync(dirname(project.database)).map((name) => [name, readFileSyncOr(name)])
    const { files } = await opened()
    expect(files.entries?.['restaurant']).toContainEqual(
      expect.objectContaining({ id: 1, name: 'In the log' }),
    )
    const after = readdirSync(dirname(project.database)).map((name) => [name, readFileSyncOr(name)])
    expect(after).toEqual(before)
    writer.close()
    reset()
  })

  test('reading an SQLite file waits for the end of a transaction', async () => {
    const writer = new sqlite.Database(project.database)
    writer.exec(
      "pragma cache_size = 1; begin; update restaurants set name = 'Begun'; update articles set body = title",
    )
    setTimeout(() => {
      writer.exec('rollback')
      writer.close()
    }, 300)
    const { files } = await opened()
    expect(files.entries?.['restaurant']).toHaveLength(40)
    expect(JSON.stringify(files.entries?.['restaurant'])).not.toContain('Begun')
    reset()
  })

  test('a database with an interrupted transaction is an error', async () => {
    writeFileSync(`${project.database}-journal`, Buffer.from('d9d505f920a163d700000000', 'hex'))
    await expect(opened()).rejects.toThrow(/or ended during a write: .* start it once/)
    writeFileSync(`${project.database}-journal`, Buffer.alloc(512))
    await opened()
    rmSync(`${project.database}-journal`)
  })

  test('reading an SQLite file fails if another process writes to it constantly', async () => {
    let tick = 0
    const restless = (file: string, path: string): void => {
      copyAll(file, path)
      utimesSync(file, new Date(), new Date(++tick * 1000))
    }
    await expect(snapshotOf(project.database, restless)).rejects.toThrow(
      /another process writes.*stop the server/,
    )
    expect(tick).toBeGreaterThan(5)
    expect(copies()).toEqual([])
  })
})

const readFileSyncOr = (name: string): string => {
  const path = join(dirname(project.database), name)
  // A lock of the WebAssembly driver is a folder, so it has no content to read.
  return name.endsWith('.lock') ? '' : readFileSync(path).toString('latin1')
}

describe('an unreadable file is an error of one sentence', () => {
  const bytes = databaseBytes()
  const noise = Buffer.from(bytes)
  noise.fill(0x5a, 8192, 1_000_000)
  test.each<[string, Uint8Array, RegExp]>([
    ['empty', Buffer.alloc(0), /is empty: start the server/],
    ['text', Buffer.from('no database at all'), /not a SQLite database/],
    [
      'zipped',
      readFileSync(new URL('../../fixtures/project/data.db.gz', import.meta.url)),
      /not a SQLite database/,
    ],
    ['cut short', bytes.subarray(0, 1_500_000), /truncated: 1500000 bytes of 2826240/],
    ['cut within its header', bytes.subarray(0, 50), /truncated|reading the database failed/],
    ['overwritten', noise, /reading the database failed: /],
  ])('%s', async (_what, content, message) => {
    writeFileSync(project.database, content)
    await expect(opened()).rejects.toThrow(message)
    await expect(opened()).rejects.toMatchObject({ name: 'SourceError' })
    expect(copies()).toEqual([])
    reset()
  })

  test.each<[string, string, RegExp]>([
    [
      'of another program',
      'drop table strapi_core_store_settings',
      /not a database of Strapi.*start the server/,
    ],
    ['half migrated: a type', 'drop table articles', /half migrated: the table articles is missing/],
    [
      'half migrated: links',
      'drop table articles_author_lnk',
      /half migrated: the table articles_author_lnk/,
    ],
    ['half migrated: parts', 'drop table articles_cmps', /half migrated: the table articles_cmps/],
    [
      'of Strapi 4',
      'alter table articles drop column document_id',
      /not migrated to Strapi 5: the table articles/,
    ],
  ])('%s', async (_what, change, message) => {
    withDatabase((database) =>
      database.exec(`pragma foreign_keys = off; drop index if exists articles_documents_idx; ${change}`),
    )
    await expect(opened()).rejects.toThrow(message)
    reset()
  })

  test('a missing database is no error, and leaves the types without rows', async () => {
    const { files, notes, kind } = await openProject(project.folder, {
      env: { DATABASE_FILENAME: 'none.db' },
    })
    expect(kind).toBe('Strapi project without a database')
    expect(files.entries?.['tag']).toBeUndefined()
    expect(notes).toEqual([
      {
        file: 'config/database.ts',
        line: 0,
        says: expect.stringMatching(/none\.db .*does not exist yet; there are no rows/),
      },
      {
        file: 'permissions',
        line: 0,
        says: expect.stringMatching(
          /^unknown without a database, so everyone may read everything and write nothing;/,
        ),
      },
    ])
  })
})

describe('a schema that is newer than its database', () => {
  const schema = (attributes: object): string =>
    JSON.stringify({
      kind: 'collectionType',
      collectionName: 'novelties',
      info: { singularName: 'novelty', pluralName: 'novelties' },
      attributes,
    })

  test('types, attributes and relations that the database lacks are empty, and notes list them', async () => {
    project.write('src/api/novelty/content-types/novelty/schema.json', schema({ name: { type: 'string' } }))
    const path = 'src/api/tag/content-types/tag/schema.json'
    const tag = JSON.parse(readFileSync(join(project.folder, path), 'utf8'))
    const target = 'api::novelty.novelty'
    const added = {
      extra: { type: 'integer', default: 7 },
      novelties: { type: 'relation', relation: 'oneToMany', target },
    }
    project.write(path, JSON.stringify({ ...tag, attributes: { ...tag.attributes, ...added } }))
    const { files, notes } = await opened()
    expect(files.entries).toMatchObject({ novelty: [] })
    expect(notes.map(({ file, pointer }) => `${file}#${pointer ?? ''}`).sort()).toEqual([
      'src/api/novelty/content-types/novelty/schema.json#',
      `${path}#/attributes/extra`,
      `${path}#/attributes/novelties`,
    ])
    project.write(path, JSON.stringify(tag))
  })
})
