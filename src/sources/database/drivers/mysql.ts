/**
 * Reads MySQL and MariaDB with the driver `mysql2`. A single read-only transaction reads all tables, so that all
 * rows come from one snapshot.
 */
import type { JsonObject } from '../../../util/json.ts'
import { SourceError } from '../../source.ts'
import { type Database, quoted, reasonOf, rowOf } from '../database.ts'
import { call, driverOf, isFunction, memberOf } from './driver.ts'
import { columnsOf } from './postgres.ts'

const TIMEOUT_MILLISECONDS = 10_000

/**
 * The connection options that Populace passes to the driver `mysql2`. The driver warns about connection options that
 * it does not know.
 */
const OPTIONS = ['host', 'port', 'user', 'password', 'database', 'ssl', 'socketPath', 'charset']

/**
 * Returns a database value as the text that the database sends; the driver `mysql2` calls this function for each
 * value.
 */
const asText = (field: unknown): unknown => {
  const read = memberOf(field, 'string')
  return isFunction(read) ? Reflect.apply(read, field, ['utf8']) : null
}

interface OpenMysql {
  readonly name: string
  readonly query: (sql: string) => Promise<readonly unknown[]>
  readonly close: () => Promise<void>
}

/** Opens a MySQL or MariaDB database. @throws SourceError if the driver is missing, or the database cannot be read. */
export async function openMysql(connection: JsonObject, project: string | null): Promise<Database> {
  const { name, query, close } = await opened(connection, project)
  await query('set session transaction isolation level repeatable read')
  await query('start transaction with consistent snapshot, read only')
  return {
    client: 'mysql',
    name,
    columns: async () => columnsOf((await query(COLUMNS)).map(rowOf)),
    rows: async (table) => (await query(`select * from ${quoted(table, '`')}`)).map(rowOf),
    close,
  }
}

/**
 * Returns a text that changes when the content of the database changes. The returned text contains the update time
 * of each table. Update times of tables have a resolution of seconds. Therefore, while an update time is recent,
 * every call of `markMysql` returns a new text.
 * @throws SourceError if the database is unreachable.
 */
export async function markMysql(connection: JsonObject, project: string | null): Promise<string> {
  const { query, close } = await opened(connection, project)
  try {
    // MySQL caches the update times for a day unless a setting says otherwise. MariaDB has no setting for the cache
    // of update times. Therefore, the code ignores the error of MariaDB for this SQL statement.
    await query('set session information_schema_stats_expiry = 0').catch(() => undefined)
    const rows = (await query(WRITTEN)).map(rowOf)
    return rows.map(({ t, u, recent }) => `${t} ${u} ${String(recent) === '1' ? Date.now() : ''}`).join(', ')
  } finally {
    await close()
  }
}

const WRITTEN = `select table_name t, update_time u, update_time >= now() - interval 3 second recent
   from information_schema.tables where table_schema = database() order by table_name`

async function opened(connection: JsonObject, project: string | null): Promise<OpenMysql> {
  const [database, host, port] = ['database', 'host', 'port'].map((key) => connection[key])
  const name = `MySQL ${database ?? '(default)'} at ${host ?? 'localhost'}:${port ?? 3306}`
  const driver = driverOf('mysql2/promise', name, project)
  const client = await connected(driver, connection, name)
  return {
    name,
    query: async (sql) => {
      try {
        const answer = await call(client, 'query', { sql, typeCast: asText })
        const rows = Array.isArray(answer) ? answer[0] : undefined
        return Array.isArray(rows) ? rows : []
      } catch (error) {
        throw new SourceError(`${name}: reading the database failed: ${reasonOf(error)}`)
      }
    },
    close: async () => {
      await call(client, 'end')
    },
  }
}

const COLUMNS = `select table_name t, column_name c from information_schema.columns
   where table_schema = database() order by table_name, ordinal_position`

async function connected(driver: unknown, connection: JsonObject, name: string): Promise<unknown> {
  try {
    const known = Object.entries(connection).filter(([key]) => OPTIONS.includes(key))
    const options = { ...Object.fromEntries(known), connectTimeout: TIMEOUT_MILLISECONDS }
    return await call(driver, 'createConnection', options)
  } catch (error) {
    const advice = 'check that the database runs, and its address and password in .env'
    throw new SourceError(`${name}: no connection to the database: ${reasonOf(error)}; ${advice}`)
  }
}
