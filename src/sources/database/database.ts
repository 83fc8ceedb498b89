/** A read-only database: tables by name, and rows of plain values. */

/** A value from the driver. Types without a JavaScript form come as text. */
export type Cell = string | number | bigint | boolean | null

export type DatabaseRow = Readonly<Record<string, Cell>>

/** `export` is an archive of one of the others; its JSON is parsed. */
export type Client = 'sqlite' | 'postgres' | 'mysql' | 'export'

/** Columns by table, in the order of the database. */
export type Columns = ReadonlyMap<string, readonly string[]>

export interface Database {
  readonly client: Client
  /** The name in messages: the file, or the database with its host; never a password. */
  readonly name: string
  readonly columns: () => Promise<Columns>
  /** All rows of an existing table. */
  readonly rows: (table: string) => Promise<readonly DatabaseRow[]>
  readonly close: () => Promise<void>
}

/** Quotes a name for a query with `mark`. */
export const quoted = (name: string, mark: '"' | '`'): string =>
  `${mark}${name.replaceAll(mark, mark + mark)}${mark}`

/** Converts a driver's row object to a row. */
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

/** The reason of a connection failure, in words for the user. */
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
