/** A database as its readers see it: tables by name, and rows of plain values. Nothing here can write. */

/** As the driver hands it over: text for whatever has no form of its own. */
export type Cell = string | number | bigint | boolean | null

export type DatabaseRow = Readonly<Record<string, Cell>>

/** `export` is what was read from one of the others: JSON is there as it was. */
export type Client = 'sqlite' | 'postgres' | 'mysql' | 'export'

/** Columns by table, in the order of the database. */
export type Columns = ReadonlyMap<string, readonly string[]>

export interface Database {
  readonly client: Client
  /** What it is called in messages: the file, or the name with its host; no password in it. */
  readonly name: string
  readonly columns: () => Promise<Columns>
  /** All rows of a table that is there. */
  readonly rows: (table: string) => Promise<readonly DatabaseRow[]>
  readonly close: () => Promise<void>
}

/** A name as it stands in a query, with `mark` around it. */
export const quoted = (name: string, mark: '"' | '`'): string =>
  `${mark}${name.replaceAll(mark, mark + mark)}${mark}`

/** What a driver made of a row, as a row. */
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
      // A driver that answers whole numbers in one form answers the small ones so too.
      return Number.isSafeInteger(Number(value)) ? Number(value) : value
    default:
      return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null
  }
}

/** What went wrong between a program and a database, in words for whoever started it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const text = error.message === '' ? code : error.message
  // Several addresses that all refuse are one error without words.
  const inner = error instanceof AggregateError ? error.errors.map(reasonOf) : []
  return [text, ...inner]
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, MAX_REASON)
}

const MAX_REASON = 300
