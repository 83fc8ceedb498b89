/**
 * Reads PostgreSQL with the driver `pg`. A single read-only transaction reads all tables, so that all rows come from
 * one snapshot.
 */
import type { JsonObject } from '../../../util/json.ts'
import { SourceError } from '../../source.ts'
import { type Columns, type Database, quoted, reasonOf, rowOf } from '../database.ts'
import { textAt } from '../model.ts'
import { call, driverOf, isMaker, memberOf } from './driver.ts'

/**
 * The type parsers for the driver `pg`. Each type parser returns a database value as the text that the database
 * sends.
 */
const AS_TEXT = { getTypeParser: () => (text: string) => text }

const TIMEOUT_MILLISECONDS = 10_000

interface OpenPostgres {
  readonly name: string
  readonly query: (sql: string) => Promise<readonly unknown[]>
  readonly close: () => Promise<void>
}

/** Opens a PostgreSQL database. @throws SourceError if the driver is missing, or the database cannot be read. */
export async function openPostgres(connection: JsonObject, project: string | null): Promise<Database> {
  const schema = textAt(connection, ['schema']) ?? 'public'
  const { name, query, close } = await opened(connection, project)
  await query('begin transaction isolation level repeatable read read only')
  await query("set local datestyle to 'ISO'")
  return {
    client: 'postgres',
    name,
    columns: async () => columnsOf((await query(columnsQuery(schema))).map(rowOf)),
    rows: async (table) =>
      (await query(`select * from ${quoted(schema, '"')}.${quoted(table, '"')}`)).map(rowOf),
    close,
  }
}

/**
 * Returns a text that changes when the content of the database changes. The returned text is the position of the
 * database server's write-ahead log. A write to another database of the same server also changes the text, and
 * causes an unnecessary reload.
 * @throws SourceError if the database is unreachable.
 */
export async function markPostgres(connection: JsonObject, project: string | null): Promise<string> {
  const { query, close } = await opened(connection, project)
  try {
    const [row] = await query('select pg_current_wal_lsn()::text as mark')
    return String(rowOf(row)['mark'])
  } finally {
    await close()
  }
}

async function opened(connection: JsonObject, project: string | null): Promise<OpenPostgres> {
  const name = nameOf(connection)
  const Client = memberOf(driverOf('pg', name, project), 'Client')
  if (!isMaker(Client)) throw new SourceError(`${name}: the driver pg has no Client`)
  const client = await connected(Client, connection, name)
  return {
    name,
    query: async (sql) => {
      try {
        const rows = memberOf(await call(client, 'query', sql), 'rows')
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

async function connected(
  Client: new (...args: readonly unknown[]) => object,
  connection: JsonObject,
  name: string,
): Promise<object> {
  try {
    const client = new Client({
      ...connection,
      types: AS_TEXT,
      connectionTimeoutMillis: TIMEOUT_MILLISECONDS,
    })
    // Ignores the event `error` of the connection, because the failing query reports the lost connection.
    await call(client, 'on', 'error', () => undefined)
    await call(client, 'connect')
    return client
  } catch (error) {
    const advice = 'check that the database runs, and its address and password in .env'
    throw new SourceError(`${name}: no connection to the database: ${reasonOf(error)}; ${advice}`)
  }
}

const columnsQuery = (schema: string): string =>
  `select table_name t, column_name c from information_schema.columns
   where table_schema = '${schema.replaceAll("'", "''")}' order by table_name, ordinal_position`

export function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): Columns {
  const columns = new Map<string, string[]>()
  for (const { t, c } of rows) {
    const list = columns.get(String(t))
    if (list === undefined) columns.set(String(t), [String(c)])
    else list.push(String(c))
  }
  return columns
}

/** Returns the name of the database for messages. The name contains no password. */
function nameOf(connection: JsonObject): string {
  const url = textAt(connection, ['connectionString'])
  if (url !== undefined && URL.canParse(url)) {
    const { host, pathname } = new URL(url)
    return `PostgreSQL ${pathname.slice(1)} at ${host}`
  }
  const [database, host, port] = ['database', 'host', 'port'].map((key) => connection[key])
  return `PostgreSQL ${database ?? '(default)'} at ${host ?? 'localhost'}:${port ?? 5432}`
}
