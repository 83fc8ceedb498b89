/** Chooses a SQLite driver: Node's own, or SQLite compiled to WebAssembly. No driver of a project is executed. */
import { createRequire } from 'node:module'

export type SqlValue = string | number | bigint | null

/** An open SQLite file with the functions to query and to close it. */
export interface SqliteFile {
  /** Runs one statement with values for its placeholders `?`, and returns its rows. */
  readonly all: (sql: string, values?: readonly SqlValue[]) => readonly unknown[]
  readonly close: () => void
}

export interface SqliteDriver {
  readonly name: string
  readonly open: (path: string) => SqliteFile
}

/** Returns the best driver on this Node.js: `node:sqlite`, otherwise WebAssembly. */
export const sqliteDriver = async (): Promise<SqliteDriver> => nodeDriver() ?? (await wasmDriver())

/** Returns the driver over `node:sqlite`, which Node.js 22.13 and later have; undefined on older versions. */
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
      // WebAssembly has no shared memory for the index of the write-ahead log; in exclusive mode, SQLite needs none.
      file.exec('pragma locking_mode = exclusive')
      return { all: (sql, values = []) => file.all(sql, [...values]), close: () => file.close() }
    },
  }
}

/** Wraps the database object of a driver, which has the methods `prepare` and `close`. */
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

/** Suppresses the experimental warning of Node, which the user cannot act on. */
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
