/** A read-only database with tables by name, whose rows contain plain values. */

/**
 * The value of a column in the form that the driver returns. A value whose database type has no JavaScript equivalent
 * is a text.
 */
export type Cell = string | number | bigint | boolean | null

export type DatabaseRow = Readonly<Record<string, Cell>>

/** The kind of database. The value `export` is an archive of any kind, whose JSON columns are parsed already. */
export type Client = 'sqlite' | 'postgres' | 'mysql' | 'export'

/** The columns of each table, in the order of the database. */
export type Columns = ReadonlyMap<string, readonly string[]>

export interface Database {
  readonly client: Client
  /** The name of the database in messages: the file, or the database with its host; never a password. */
  readonly name: string
  readonly columns: () => Promise<Columns>
  /** Reads all rows of a table; the table must exist. */
  readonly rows: (table: string) => Promise<readonly DatabaseRow[]>
  readonly close: () => Promise<void>
}

/** Quotes the name of a table or column for SQL. The parameter `mark` is the quotation mark of the database. */
export const quoted = (name: string, mark: '"' | '`'): string =>
  `${mark}${name.replaceAll(mark, mark + mark)}${mark}`

/** Copies the row object of a driver to a plain object without a prototype. */
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

/** Returns the reason why a connection failed, in words for the user. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const text = error.message === '' ? code : error.message
  // A connection to several addresses fails with an AggregateError, whose own message is empty.
  const inner = error instanceof AggregateError ? error.errors.map(reasonOf) : []
  return [text, ...inner]
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, MAX_REASON)
}

const MAX_REASON = 300
