/** Opens a SQLite file as a database. */
import { type SqliteDriver, sqliteDriver } from '../../runner/sqlite.ts'
import { SourceError } from '../../source.ts'
import { type Columns, type Database, quoted, reasonOf, rowOf } from '../database.ts'
import { snapshotOf } from './snapshot.ts'

/**
 * Opens a copy of a SQLite file as a database. Later writes to the original SQLite file do not change the opened
 * copy.
 * @throws SourceError if the file is not a readable database.
 */
export async function openSqlite(file: string, given?: SqliteDriver): Promise<Database> {
  const snapshot = await snapshotOf(file)
  const failed = (error: unknown): SourceError =>
    new SourceError(`${file}: reading the database failed: ${reasonOf(error)}`)
  try {
    const driver = given ?? (await sqliteDriver())
    const open = driver.open(snapshot.path)
    const all = async (sql: string): Promise<readonly unknown[]> => {
      try {
        return open.all(sql)
      } catch (error) {
        throw failed(error)
      }
    }
    return {
      client: 'sqlite',
      name: file,
      columns: () => columnsOf(all),
      rows: async (table) => (await all(`select * from ${quoted(table, '"')} order by rowid`)).map(rowOf),
      close: async () => {
        open.close()
        snapshot.remove()
      },
    }
  } catch (error) {
    snapshot.remove()
    throw error instanceof SourceError ? error : failed(error)
  }
}

const COLUMNS =
  "select m.name t, c.name c from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'"

async function columnsOf(all: (sql: string) => Promise<readonly unknown[]>): Promise<Columns> {
  const columns = new Map<string, string[]>()
  for (const { t, c } of (await all(COLUMNS)).map(rowOf)) {
    const list = columns.get(String(t)) ?? []
    columns.set(String(t), [...list, String(c)])
  }
  return columns
}
