/**
 * Creates a database in memory from the contents of an archive, so that the reader of Strapi databases can also read
 * archives.
 */
import type { Cell, Columns, Database, DatabaseRow } from '../../database/database.ts'
import { SourceError } from '../../source.ts'

type TableCells = Record<string, Cell>[]

export interface TableMaker {
  /** Adds a table to the database in memory. @throws SourceError if a table with this name already exists */
  readonly make: (name: string, columns: readonly string[]) => TableCells
  readonly database: Database
}

/** Creates a database row as an object without a prototype, so that a column may have any name, such as `__proto__`. */
export const newRow = (cells: Readonly<Record<string, Cell>>): Record<string, Cell> =>
  Object.assign(Object.create(null), cells)

/** Creates an empty database in memory. Messages use `name` as the name of this database. */
export function tableMaker(name: string): TableMaker {
  const columns = new Map<string, readonly string[]>()
  const rows = new Map<string, readonly DatabaseRow[]>()
  const make: TableMaker['make'] = (table, names) => {
    if (columns.has(table))
      throw new SourceError(`${name}: expected a table for each type, found the table ${table} twice`)
    const made: TableCells = []
    columns.set(table, [...new Set(names)])
    rows.set(table, made)
    return made
  }
  const database: Database = {
    client: 'export',
    name,
    columns: async (): Promise<Columns> => columns,
    rows: async (table) => rows.get(table) ?? [],
    close: async () => undefined,
  }
  return { make, database }
}
