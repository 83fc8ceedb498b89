/** Tests databases with arbitrary content: the reader accepts them, or rejects them with a message. */
import fc from 'fast-check'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { databaseBytes, makeProject } from '../support/project.ts'

const project = makeProject()
afterAll(project.remove)

const VALUES: readonly sqlite.JSValue[] = [
  ...[null, 0, 1, -1, 99_999, 1.5, 1e308, 9007199254740993n],
  ...['', 'x', '*', 'en', '2024-01-01', '{"a":', '[1]', '"q"', 'a\u0000b', '__proto__', 'constructor'],
  ...['api::tag.tag', 'plugin::upload.file', 'title', new Uint8Array([255, 0, 1])],
]

const anyPlace = fc.record({ table: fc.nat(), column: fc.nat(), every: fc.integer({ min: 1, max: 20 }) })
const anyChange = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('update'), anyPlace, fc.constantFrom(...VALUES)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('delete', 'twice'), anyPlace, fc.constant(null)) },
)
type Change = typeof anyChange extends fc.Arbitrary<infer C> ? C : never

/** Recreates the SQLite file, and applies those random changes that SQLite accepts. */
function spoil(changes: readonly Change[]): void {
  project.write('.tmp/data.db', databaseBytes())
  const database = new sqlite.Database(project.database)
  database.exec('pragma foreign_keys = off')
  const tables = namesOf(database, "select name from sqlite_master where type = 'table' and name like '%s'")
  for (const [kind, place, value] of changes) {
    const table = tables[place.table % tables.length] ?? ''
    const columns = namesOf(database, `select name from pragma_table_info('${table}') where name <> 'id'`)
    const list = columns.map((name) => `"${name}"`).join()
    const where = `where rowid % ${place.every} = 0`
    try {
      if (kind === 'update')
        database.run(`update "${table}" set "${columns[place.column % columns.length]}" = ? ${where}`, [
          value,
        ])
      else if (kind === 'delete') database.exec(`delete from "${table}" ${where}`)
      else database.exec(`insert into "${table}" (${list}) select ${list} from "${table}" ${where}`)
    } catch {
      // The error is ignored: the database rejects this change, so no real database contains it.
    }
  }
  database.close()
}

const namesOf = (database: sqlite.Database, sql: string): readonly string[] =>
  database.all(sql).map(({ name }) => String(name))

const URLS = ['articles', 'restaurants', 'bookmarks', 'homepage'].map((name) => `/api/${name}?populate=*`)

test('a database with arbitrary changes is read or rejected with a message', async () => {
  const outcomes = { read: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
      spoil(changes)
      try {
        const source = await openProject(project.folder, { env: {} })
        const api = createReferenceApi(graphOf(source))
        for (const url of URLS) expect(api.answer({ url }).status).toBeLessThan(500)
        outcomes.read++
      } catch (error) {
        expect(error).toMatchObject({ name: expect.stringMatching(/^(SourceError|DatasetError)$/) })
        outcomes.refused++
      }
    }),
    { numRuns: 5, seed: 13 },
  )
  expect(outcomes.read).toBeGreaterThan(outcomes.refused)
})
