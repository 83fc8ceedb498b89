/**
 * Opens the database of a project. If the database cannot be opened, a note gives the reason why the source has no
 * rows.
 */
import { resolve } from 'node:path'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { Database } from '../database/database.ts'
import { at, textAt } from '../database/model.ts'
import { isLfsPointer } from '../locate.ts'
import type { Note } from '../note.ts'
import { SourceError } from '../source.ts'
import type { Config } from './config.ts'
import { CLIENTS } from './server.ts'

export interface Connection {
  /** The open database; null if the database could not be opened, for the reason in `notes`. */
  readonly database: Database | null
  /** Returns a text that changes after each write to the database. */
  readonly mark?: () => Promise<string>
  readonly notes: readonly Note[]
}

export interface ConnectOptions {
  /** The absolute path of the project's folder. */
  readonly folder: string
  /** Whether the reader may execute a database driver from the project's `node_modules`. */
  readonly runsDrivers: boolean
}

/**
 * The last part of a note on a project without a readable database. The text `ADVICE` suggests the option `--fake`,
 * which generates rows.
 */
export const ADVICE = '; there are no rows; --fake 20 makes entries up'

/**
 * Opens the database that the project's configuration names. The parameter `config` is the value of
 * `config/database`. @throws SourceError for a SQLite file that cannot be read.
 */
export async function connect(config: Config, options: ConnectOptions): Promise<Connection> {
  const file = config.file ?? 'config/database'
  const without = (says: string): Connection => ({
    database: null,
    notes: [{ file, line: 0, says: `${says}${ADVICE}` }],
  })
  if (config.file === null) return without('not there')
  const client = CLIENTS[textAt(config.value, ['connection', 'client']) ?? '']
  if (client === undefined) return without('the database client is unknown')
  const connection = at(config.value, ['connection', 'connection'])
  if (client === 'sqlite') return sqlite(connection, file, options, without)
  if (!isObject(connection)) return without('the address of the database is unknown')
  try {
    return { ...(await server(client, connection, options)), notes: [] }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return without(error.message)
  }
}

async function sqlite(
  connection: Json | undefined,
  config: string,
  { folder }: ConnectOptions,
  without: (says: string) => Connection,
): Promise<Connection> {
  const name = typeof connection === 'string' ? connection : textAt(connection, ['filename'])
  if (name === undefined) return without('the name of the SQLite file is unknown')
  const path = resolve(folder, name)
  const { existsSync } = await import('node:fs')
  const { markSqlite } = await import('../database/sqlite/mark.ts')
  const mark = (): Promise<string> => markSqlite(path)
  if (!existsSync(path))
    return { ...without(`the SQLite file ${path} of ${config} does not exist yet`), mark }
  if (isLfsPointer(path))
    return {
      ...without(`the SQLite file ${path} is a Git LFS pointer; run \`git lfs pull\` to download the file`),
      mark,
    }
  const { openSqlite } = await import('../database/sqlite/open.ts')
  return { database: await openSqlite(path), mark, notes: [] }
}

/**
 * Opens a PostgreSQL or MySQL database of a project.
 * @throws SourceError if the database driver is not installed, or if the database server does not answer.
 */
async function server(
  client: 'postgres' | 'mysql',
  connection: JsonObject,
  { folder, runsDrivers }: ConnectOptions,
): Promise<{ readonly database: Database; readonly mark: () => Promise<string> }> {
  const project = runsDrivers ? folder : null
  switch (client) {
    case 'postgres': {
      const { markPostgres, openPostgres } = await import('../database/drivers/postgres.ts')
      return {
        database: await openPostgres(connection, project),
        mark: () => markPostgres(connection, project),
      }
    }
    case 'mysql': {
      const { markMysql, openMysql } = await import('../database/drivers/mysql.ts')
      return { database: await openMysql(connection, project), mark: () => markMysql(connection, project) }
    }
  }
}
