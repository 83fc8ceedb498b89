/** A SQLite database in memory with the tables that the statements of the project's code have read. */
import { type SqliteFile, type SqlValue, sqliteDriver } from '../../../sqlite.ts'
import { isMembers, listOf, memberOf } from '../values.ts'
import { identifier } from './statement.ts'

/** The maximum number of pages of 4 KB, so that the tables take at most 256 MB. */
const MOST_PAGES = 65_536

export class MemoryDatabase {
  #file: SqliteFile | undefined
  #version = 0
  readonly #tables = new Set<string>()

  /** The version of the data, and the names of the tables that the database contains. */
  get has(): { readonly version: number; readonly tables: readonly string[] } {
    return { version: this.#version, tables: [...this.#tables] }
  }

  /** Adds the tables of an answer. The tables of an earlier version of the data are dropped. */
  async add(answer: unknown): Promise<void> {
    const version = Number(memberOf(answer, 'version'))
    if (this.#file === undefined || version !== this.#version) {
      this.#file?.close()
      this.#tables.clear()
      this.#file = (await sqliteDriver()).open(':memory:')
      this.#file.all(`pragma max_page_count = ${MOST_PAGES}`)
      this.#version = version
    }
    this.#file.all('pragma query_only = 0')
    for (const table of listOf(memberOf(answer, 'tables'))) {
      const name = String(memberOf(table, 'name'))
      create(this.#file, name, table)
      this.#tables.add(name)
    }
    this.#file.all('pragma query_only = 1')
  }

  /** Runs a statement that reads, and returns its rows as plain objects. @throws the error of SQLite. */
  rows(sql: string, values: readonly SqlValue[]): readonly object[] {
    return (this.#file?.all(sql, values) ?? []).map(plainRow)
  }
}

function create(file: SqliteFile, name: string, table: unknown): void {
  const columns = listOf(memberOf(table, 'columns')).map(listOf)
  const quoted = identifier(name)
  file.all(
    `create table ${quoted} (${columns.map(([column, type]) => `${identifier(column)} ${type}`).join(', ')})`,
  )
  const cells = columns.map((_, at) => `value ->> '$[${at}]'`)
  file.all(`insert or ignore into ${quoted} select ${cells.join(', ')} from json_each(?)`, [
    String(memberOf(table, 'rows')),
  ])
  for (const [at, index] of listOf(memberOf(table, 'indexes')).map(listOf).entries())
    file.all(`create index ${identifier(`${name}_${at}`)} on ${quoted} (${index.map(identifier).join(', ')})`)
}

/** Copies a row to a plain object. Strapi's driver returns every integer as a number. */
const plainRow = (row: unknown): object =>
  Object.fromEntries(
    Object.entries(isMembers(row) ? row : {}).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  )
