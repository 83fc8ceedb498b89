/**
 * Chooses a SQLite driver: the driver in Node.js, or SQLite compiled to WebAssembly. Never executes the SQLite
 * driver of a project.
 */
import { createRequire } from 'node:module'

export type SqlValue = string | number | bigint | null

/** An open SQLite file, with functions to query and to close the file. */
export interface SqliteFile {
  /** Runs one SQL statement with values for the placeholders `?`, and returns the resulting rows. */
  readonly all: (sql: string, values?: readonly SqlValue[]) => readonly unknown[]
  readonly close: () => void
}

export interface SqliteDriver {
  readonly name: string
  readonly open: (path: string) => SqliteFile
}

/** Returns the SQLite driver for the running version of Node.js: `node:sqlite` if available, otherwise WebAssembly. */
export const sqliteDriver = async (): Promise<SqliteDriver> => nodeDriver() ?? (await wasmDriver())

/** Returns the driver that uses `node:sqlite` of Node.js 22.13 and later; undefined on an older version of Node.js. */
export function nodeDriver(): SqliteDriver | undefined {
  const { DatabaseSync } = membersOf(
    attempt(() => quietly(() => createRequire(import.meta.url)('node:sqlite'))),
  )
  if (!isMaker(DatabaseSync)) return undefined
  return {
    name: 'node:sqlite',
    open: (path) => fileOf(new DatabaseSync(path)),
  }
}

/** Returns the driver that runs SQLite as WebAssembly, on every version of Node.js. */
export async function wasmDriver(): Promise<SqliteDriver> {
  const { default: sqlite } = await import('node-sqlite3-wasm')
  return {
    name: 'node-sqlite3-wasm',
    open: (path) => {
      const file = new sqlite.Database(path)
      // In exclusive mode, SQLite needs no shared memory for the index of the write-ahead log. WebAssembly has no
      // shared memory.
      file.exec('pragma locking_mode = exclusive')
      return { all: (sql, values = []) => file.all(sql, [...values]), close: () => file.close() }
    },
  }
}

/** Wraps the database object of a SQLite driver. The database object has the methods `prepare` and `close`. */
function fileOf(file: object): SqliteFile {
  return {
    all: (sql, values = []) => {
      const statement = callOn(file, 'prepare', sql)
      callOn(statement, 'setReadBigInts', true)
      const rows = callOn(statement, 'all', ...values)
      return Array.isArray(rows) ? rows : []
    },
    close: () => void callOn(file, 'close'),
  }
}

const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown =>
  typeof value === 'function'

const isMaker = (value: unknown): value is new (path: string) => object => typeof value === 'function'

function callOn(owner: unknown, name: string, ...args: readonly unknown[]): unknown {
  const method = typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined
  return isFunction(method) ? Reflect.apply(method, owner, args) : undefined
}

const membersOf = (module: unknown): { readonly DatabaseSync?: unknown } =>
  typeof module === 'object' && module !== null ? module : {}

/** Suppresses the warning of Node.js about an experimental feature, because the user cannot act on this warning. */
function quietly<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
