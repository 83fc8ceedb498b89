/** Detects the Strapi release and the kind of database of a project. */

import { isObject, parseJson } from '../../util/json.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { at } from '../database/model.ts'
import type { Note } from '../note.ts'
import type { ServerFound } from '../server.ts'
import { type Config, type Environment, environmentOf, jsonConfiguration } from './config.ts'
import type { ProjectFiles } from './files.ts'
import { strapiVersion } from './repository/version.ts'

/** The kind of database for each value of `connection.client` in a Strapi configuration. */
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

/**
 * Returns the Strapi release and the kind of database of a project. The parameter `database` is the value of
 * `config/database`.
 */
export function serverFound(files: ProjectFiles, database: Config): ServerFound {
  const version = strapiVersion(files)
  const { client, note } = clientOf(database)
  return {
    version: version?.version ?? null,
    versionFrom: version?.from ?? null,
    database: client,
    databaseFrom: client === null ? null : database.file,
    notes: [...files.notes, ...(note === null ? [] : [note])],
  }
}

function clientOf({ file, value }: Config): {
  readonly client: ServerFound['database']
  readonly note: Note | null
} {
  if (file === null) return { client: null, note: null }
  const found = at(value, ['connection', 'client']) ?? null
  if (typeof found === 'string' && Object.hasOwn(CLIENTS, found))
    return { client: CLIENTS[found] ?? null, note: null }
  const says = `connection.client: expected ${Object.keys(CLIENTS).join(', ')}, found ${JSON.stringify(found)}`
  return { client: null, note: { file, line: 0, says } }
}

/**
 * Returns the Strapi release and the kind of database of a project without executing code. The kind of database
 * follows from `config/database.json`, from `DATABASE_CLIENT`, or from the only database driver among the
 * dependencies.
 */
export function serverOf(files: ProjectFiles, given: Environment): ServerFound {
  const env = environmentOf(files, given)
  const json = jsonConfiguration(files, env)('database')
  return serverFound(files, json.file === null ? (clientOfEnvironment(env) ?? clientOfDriver(files)) : json)
}

/**
 * Returns a database configuration that contains only the client in `DATABASE_CLIENT`; undefined if the variable is
 * not set.
 */
function clientOfEnvironment({ DATABASE_CLIENT: client }: Environment): Config | undefined {
  return client === undefined ? undefined : { file: 'DATABASE_CLIENT', value: { connection: { client } } }
}

function clientOfDriver(files: ProjectFiles): Config {
  const dependencies = at(parseJson(files.text('package.json') ?? ''), ['dependencies'])
  const drivers = isObject(dependencies)
    ? Object.keys(dependencies).filter((name) => Object.hasOwn(CLIENTS, name))
    : []
  const [client, ...others] = [...new Set(drivers.map((name) => CLIENTS[name]))]
  if (client === undefined || others.length > 0) return { file: null, value: undefined }
  return { file: 'package.json', value: { connection: { client } } }
}

/** Makes the database configuration from environment variables, with the default values of a new project. */
export function databaseOfEnvironment(env: Environment): Config {
  const client = env['DATABASE_CLIENT'] ?? 'sqlite'
  const kind = Object.hasOwn(CLIENTS, client) ? CLIENTS[client] : undefined
  const connection =
    kind === 'sqlite' || kind === undefined
      ? { filename: env['DATABASE_FILENAME'] ?? '.tmp/data.db' }
      : serverConnection(kind, env)
  return { file: 'environment', value: { connection: { client, connection } } }
}

const PORTS = { postgres: 5432, mysql: 3306 }

function serverConnection(kind: 'postgres' | 'mysql', env: Environment) {
  const url = env['DATABASE_URL']
  const usual = {
    host: env['DATABASE_HOST'] ?? 'localhost',
    port: Number(env['DATABASE_PORT'] ?? PORTS[kind]),
    database: env['DATABASE_NAME'] ?? 'strapi',
    user: env['DATABASE_USERNAME'] ?? 'strapi',
    password: env['DATABASE_PASSWORD'] ?? 'strapi',
  }
  return {
    ...(url === undefined || url === '' ? usual : urlConnection(kind, url)),
    ...(env['DATABASE_SCHEMA'] === undefined ? {} : { schema: env['DATABASE_SCHEMA'] }),
    ...(env['DATABASE_SSL'] === 'true' ? { ssl: true } : {}),
  }
}

/**
 * Returns the connection options for a database URL. The PostgreSQL driver accepts the URL itself. The MySQL driver
 * needs the host, user and other parts of the URL as separate options.
 */
function urlConnection(kind: 'postgres' | 'mysql', url: string) {
  if (kind === 'postgres' || !URL.canParse(url)) return { connectionString: url }
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname,
    port: Number(port === '' ? PORTS.mysql : port),
    user: asDecoded(username),
    password: asDecoded(password),
    database: pathname.slice(1),
  }
}
