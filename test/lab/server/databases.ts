/** The databases of the lab: an SQLite file, or a local database server with its own data folder. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

export const DATABASES = ['sqlite', 'postgres', 'mariadb'] as const
export type Database = (typeof DATABASES)[number]
export const isDatabase = (name: string): name is Database => DATABASES.some((one) => one === name)

/** The object `connection` in the database settings of a project. */
export type Connection = Readonly<Record<string, unknown>>

/** The npm package of the driver for each database. */
export const DRIVERS: Readonly<Record<Database, string>> = {
  sqlite: 'better-sqlite3',
  postgres: 'pg',
  mariadb: 'mysql2',
}

/** The error for a machine that lacks a program of the database. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram'
}

interface Place {
  /** The data folder of the database server, which all projects share. */
  readonly home: string
  /** The folder of the project, and its database name. */
  readonly dir: string
  readonly name: string
}

/**
 * Creates an empty database, and starts its server if needed.
 * @throws MissingProgram if the machine lacks the database server.
 */
export async function emptyDatabase(database: Database, place: Place): Promise<Connection> {
  switch (database) {
    case 'sqlite':
      return {
        client: 'sqlite',
        connection: { filename: join(place.dir, 'data.db') },
        useNullAsDefault: true,
      }
    case 'postgres':
      return postgres(place)
    case 'mariadb':
      return mariadb(place)
  }
}

const POSTGRES_PORT = 54_399
const MARIADB_PORT = 53_399

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0

async function postgres({ home, name }: Place): Promise<Connection> {
  const bin = postgresPrograms()
  const data = join(home, 'postgres')
  const as = (program: string, ...args: readonly string[]): string =>
    run('postgres', join(bin, program), args)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    ownedBy('postgres', data)
    as('initdb', '-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'lab', '--auth=trust')
  }
  if (!succeeds(() => as('pg_ctl', '-D', data, 'status'))) {
    const settings = `-p ${POSTGRES_PORT} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
    as('pg_ctl', '-D', data, '-w', '-l', join(data, 'log'), '-o', settings, 'start')
  }
  const login = ['-h', '127.0.0.1', '-p', String(POSTGRES_PORT), '-U', 'lab', '-d', 'postgres']
  const say = (sql: string): string =>
    run(undefined, join(bin, 'psql'), [...login, '-v', 'ON_ERROR_STOP=1', '-qtAc', sql])
  say(`drop database if exists "${name}" with (force)`)
  say(`create database "${name}" template template0 encoding 'UTF8' ${collation()}`)
  const connection = { host: '127.0.0.1', port: POSTGRES_PORT, database: name, user: 'lab', password: '' }
  return { client: 'postgres', connection }
}

/** Returns the collation. The variable `LAB_COLLATION` is `icu` or a locale of the machine; the default is en_US. */
function collation(): string {
  const { LAB_COLLATION: asked = 'en_US.UTF-8' } = process.env
  if (asked === 'icu') return "locale_provider icu icu_locale 'en-US' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'"
  return `lc_collate '${asked}' lc_ctype '${asked}'`
}

function postgresPrograms(): string {
  const root = '/usr/lib/postgresql'
  const version = existsSync(root)
    ? readdirSync(root)
        .sort((a, b) => Number(a) - Number(b))
        .at(-1)
    : undefined
  if (version === undefined) throw missing('PostgreSQL', 'postgresql')
  return join(root, version, 'bin')
}

async function mariadb({ home, name }: Place): Promise<Connection> {
  const server = ['/usr/sbin/mariadbd', '/usr/bin/mariadbd'].find((path) => existsSync(path))
  if (server === undefined || !existsSync('/usr/bin/mariadb'))
    throw missing('MariaDB', 'mariadb-server-core mariadb-client-core')
  const data = join(home, 'mariadb')
  // If the user `mysql` is missing, the current user runs the server, because the package `mariadb-server-core` creates
  // no user.
  const user = isRoot && succeeds(() => run(undefined, 'id', ['mysql'])) ? 'mysql' : userInfo().username
  if (!existsSync(join(data, 'mysql'))) {
    ownedBy(user, data)
    const made = ['--no-defaults', `--user=${user}`, `--datadir=${data}`, '--skip-test-db']
    run(undefined, 'mariadb-install-db', [...made, '--auth-root-authentication-method=normal'])
  }
  const login = [
    '--no-defaults',
    '--protocol=tcp',
    '-h',
    '127.0.0.1',
    '-P',
    String(MARIADB_PORT),
    '-u',
    'root',
    '-N',
    '-B',
  ]
  const say = (sql: string): string => run(undefined, 'mariadb', [...login, '-e', sql])
  if (!succeeds(() => say('select 1'))) {
    const log = openSync(join(data, 'log'), 'a')
    const settings = [
      `--user=${user}`,
      `--datadir=${data}`,
      '--bind-address=127.0.0.1',
      `--port=${MARIADB_PORT}`,
    ]
    const texts = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_general_ci']
    const rest = [`--socket=${join(data, 'socket')}`, '--default-time-zone=+00:00']
    spawn(server, ['--no-defaults', ...settings, ...texts, ...rest], {
      detached: true,
      stdio: ['ignore', log, log],
    }).unref()
    await until(() => succeeds(() => say('select 1')))
  }
  say(`drop database if exists \`${name}\`; create database \`${name}\``)
  say("create user if not exists lab@'127.0.0.1' identified by 'lab'; grant all on *.* to lab@'127.0.0.1'")
  const connection = { host: '127.0.0.1', port: MARIADB_PORT, database: name, user: 'lab', password: 'lab' }
  return { client: 'mysql', connection }
}

const missing = (what: string, packages: string): MissingProgram =>
  new MissingProgram(`${what} is missing: apt-get install -y ${packages}`)

/** Runs a program and returns its output. If this process is root, the program runs as the given user. */
function run(user: string | undefined, program: string, args: readonly string[]): string {
  const asUser = isRoot && user !== undefined
  const whole = asUser ? ['--reuid', user, '--regid', user, '--clear-groups', program, ...args] : args
  return execFileSync(asUser ? 'setpriv' : program, whole, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  })
}

function ownedBy(user: string, dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (!isRoot) return
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8' })),
  )
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid)
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

/** The number of attempts to connect, one every half second, because a new database needs minutes on a slow disk. */
const TRIES = 600

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('It did not start within five minutes')
}
