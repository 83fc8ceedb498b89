/**
 * Finds database tables and columns by the names that follow from the schema. Reads each database table at most
 * once.
 */
import type { Database, DatabaseRow } from './database.ts'

export interface TableHandle {
  readonly name: string
  readonly columns: readonly string[]
  /** Reads the rows of the table, in the order of their ids. */
  readonly rows: () => Promise<readonly DatabaseRow[]>
}

export interface Tables {
  readonly database: Database
  readonly find: (name: string) => TableHandle | undefined
}

export async function tablesOf(database: Database): Promise<Tables> {
  const columns = await database.columns()
  const names = bySquashed([...columns.keys()])
  const read = new Map<string, Promise<readonly DatabaseRow[]>>()
  const rowsOf = (name: string): Promise<readonly DatabaseRow[]> => {
    const rows = read.get(name) ?? database.rows(name).then((all) => all.toSorted(byId))
    read.set(name, rows)
    return rows
  }
  return {
    database,
    find: (wanted) => {
      const name = columns.has(wanted) ? wanted : names.get(squashed(wanted))
      return name === undefined
        ? undefined
        : { name, columns: columns.get(name) ?? [], rows: () => rowsOf(name) }
    },
  }
}

const byId = (a: DatabaseRow, b: DatabaseRow): number => numberIn(a, 'id') - numberIn(b, 'id')

/** Returns the number in a column of a row; 0 if the column is empty. */
export const numberIn = (row: DatabaseRow, column: string): number => Number(row[column] ?? 0)

/** Returns the id in a column of a row; null if the column is empty or missing. */
export function idIn(row: DatabaseRow, column: string | undefined): number | null {
  const cell = column === undefined ? null : row[column]
  return cell === null || cell === undefined ? null : Number(cell)
}

/**
 * Finds a column by its expected name. If no column has exactly this name, compares only the letters and digits of the
 * names, regardless of case.
 */
export function columnIn(columns: readonly string[], wanted: string): string | undefined {
  if (columns.includes(wanted)) return wanted
  const name = squashed(wanted)
  return columns.find((column) => squashed(column) === name)
}

const squashed = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()

const bySquashed = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [squashed(name), name]))

/** Groups database rows by the number in one column. */
export function groupedBy(
  rows: readonly DatabaseRow[],
  column: string,
): ReadonlyMap<number, readonly DatabaseRow[]> {
  const groups = new Map<number, DatabaseRow[]>()
  for (const row of rows) {
    const key = idIn(row, column)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/**
 * Sorts database rows by a column with positions, then by id. Rows without a position come first, except for
 * PostgreSQL. For PostgreSQL, rows without a position come last.
 */
export function inOrder(
  rows: readonly DatabaseRow[],
  column: string | undefined,
  { client }: Database,
): readonly DatabaseRow[] {
  if (column === undefined) return rows
  const missing = client === 'postgres' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const position = (row: DatabaseRow): number => {
    const cell = row[column]
    return cell === null || cell === undefined ? missing : Number(cell)
  }
  return rows.toSorted((a, b) => {
    const [first, second] = [position(a), position(b)]
    return first === second ? byId(a, b) : first - second
  })
}
