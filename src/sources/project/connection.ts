/** Opens the database that `config/database` of a project names. */
import { resolve } from 'node:path'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { Environment } from '../code/builtins.ts'
import { jsonOf, valueAt } from '../code/value.ts'
import type { Database } from '../database/database.ts'
import { textAt } from '../database/model.ts'
import type { Note } from '../note.ts'
import { readConfig } from './config.ts'
import type { ProjectFiles } from './files.ts'
import { CLIENTS } from './server.ts'

export interface Connection {
  /** null if it does not exist yet. */
  readonly database: Database | null
  /** Returns a text that changes with the database. */
  readonly mark?: () => Promise<string>
  readonly notes: readonly Note[]
}

/** @throws SourceError if the database cannot be opened. */
export async function connect(files: ProjectFiles, env: Environment): Promise<Connection> {
  const config = readConfig('database', files, env)
  const file = config.file ?? 'config/database'
  const { json, unknown } = jsonOf(valueAt(config.value, ['connection']))
  const client = CLIENTS[textAt(json, ['client']) ?? '']
  const note = (says: string): Connection => ({
    database: null,
    notes: [{ file, line: unknown?.line ?? 0, says: `${says}, so there are no rows` }],
  })
  if (client === undefined) {
    const why = unknown === null ? '' : ` without running the project: ${unknown.why}`
    return note(config.file === null ? 'not there' : `the database cannot be told${why}`)
  }
  const connection = isObject(json) ? json['connection'] : undefined
  if (client === 'sqlite') return sqlite(connection, file, files, note)
  if (!isObject(connection)) return note('the address of the database cannot be read')
  return { ...(await server(client, connection, files.folder)), notes: [] }
}

async function sqlite(
  connection: Json | undefined,
  config: string,
  files: ProjectFiles,
  note: (says: string) => Connection,
): Promise<Connection> {
  const name = typeof connection === 'string' ? connection : textAt(connection, ['filename'])
  if (name === undefined) return note('the name of the SQLite file cannot be read')
  const path = resolve(files.folder, name)
  const { existsSync } = await import('node:fs')
  const { markSqlite } = await import('../database/sqlite/mark.ts')
  const mark = (): Promise<string> => markSqlite(path)
  if (!existsSync(path))
    return { ...note(`the SQLite file ${path} that ${config} names is not there yet`), mark }
  const { openSqlite } = await import('../database/sqlite/open.ts')
  return { database: await openSqlite(path, files.folder), mark, notes: [] }
}

async function server(
  client: 'postgres' | 'mysql',
  connection: JsonObject,
  project: string,
): Promise<{ readonly database: Database; readonly mark: () => Promise<string> }> {
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
