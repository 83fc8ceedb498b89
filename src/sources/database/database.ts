/** The interface of a read-only database. Callers read a table by its name, and get rows with plain values. */

/**
 * The value of a column in one database row. The function `rowOf` converts small `bigint` values to numbers, bytes
 * to texts, and other objects to null.
 */
export type Cell = string | number | bigint | boolean | null

export type DatabaseRow = Readonly<Record<string, Cell>>

/** The kind of database. The value `export` stands for an archive of `strapi export`. */
export type Client = 'sqlite' | 'postgres' | 'mysql' | 'export'

/** The column names of each table, in the order of the database. */
export type Columns = ReadonlyMap<string, readonly string[]>

export interface Database {
  readonly client: Client
  /**
   * The name of the database in messages: the path of a file, or the name of the database with its host. The name of
   * the database never contains a password.
   */
  readonly name: string
  readonly columns: () => Promise<Columns>
  /** Reads all rows of an existing database table. */
  readonly rows: (table: string) => Promise<readonly DatabaseRow[]>
  readonly close: () => Promise<void>
}

/** Quotes the name of a table or column for SQL. The parameter `mark` is the quotation mark of the database. */
export const quoted = (name: string, mark: '"' | '`'): string =>
  `${mark}${name.replaceAll(mark, mark + mark)}${mark}`

/** Copies a row object from a database driver to a plain object without a prototype. */
export function rowOf(given: unknown): DatabaseRow {
  const row: Record<string, Cell> = Object.create(null)
  if (typeof given === 'object' && given !== null)
    for (const [key, value] of Object.entries(given)) row[key] = cellOf(value)
  return row
}

function cellOf(value: unknown): Cell {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'bigint':
      // Converts small integers to numbers, because some drivers return all integers as bigint.
      return Number.isSafeInteger(Number(value)) ? Number(value) : value
    default:
      return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null
  }
}

/** Returns a text for the user with the reason why a database operation failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const text = error.message === '' ? code : error.message
  // If a connection attempt to several addresses fails, Node throws an AggregateError. The message of an
  // AggregateError is empty.
  const inner = error instanceof AggregateError ? error.errors.map(reasonOf) : []
  return [text, ...inner]
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, MAX_REASON)
}

const MAX_REASON = 300
