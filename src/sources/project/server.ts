/** Detects the server of a project: its Strapi release and its database. */

import type { Environment } from '../code/builtins.ts'
import type { Note } from '../note.ts'
import type { ServerFound } from '../server.ts'
import { type Config, environmentOf, readConfig, settingAt } from './config.ts'
import type { ProjectFiles } from './files.ts'
import { strapiVersion } from './version.ts'

/** The database clients of Strapi, by their name in `connection.client`. */
export const CLIENTS: Readonly<Record<string, 'sqlite' | 'postgres' | 'mysql'>> = {
  sqlite: 'sqlite',
  'better-sqlite3': 'sqlite',
  sqlite3: 'sqlite',
  postgres: 'postgres',
  pg: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mysql2: 'mysql',
}

/** `given` are environment variables; they override those of `.env`. */
export function serverOf(files: ProjectFiles, given: Environment): ServerFound {
  const version = strapiVersion(files)
  const config = readConfig('database', files, environmentOf(files, given))
  const { database, note } = databaseOf(config)
  return {
    version: version?.version ?? null,
    versionFrom: version?.from ?? null,
    database,
    databaseFrom: database === null ? null : config.file,
    notes: [...files.notes, ...(note === null ? [] : [note])],
  }
}

function databaseOf(config: Config): { database: ServerFound['database']; note: Note | null } {
  const file = config.file
  if (file === null) return { database: null, note: null }
  const client = settingAt(config, ['connection', 'client'])
  if ('note' in client) return { database: null, note: client.note }
  const name = String(client.found)
  if (Object.hasOwn(CLIENTS, name)) return { database: CLIENTS[name] ?? null, note: null }
  const says = `connection.client: expected ${Object.keys(CLIENTS).join(', ')}, found ${JSON.stringify(client.found ?? null)}`
  return { database: null, note: { file, line: 0, says } }
}
