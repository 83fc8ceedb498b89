/**
 * Implements a SQLite database in memory. The database in memory contains the tables that the SQL statements of the
 * project's code have read.
 */
import type { SqliteDriver, SqliteFile, SqlValue } from '../../../sqlite.ts'
import type { TablesCall } from '../../../tables-call.ts'
import { isMembers, listOf, memberOf } from '../values.ts'
import { identifier } from './statement.ts'

/**
 * The maximum number of pages of the database in memory. A page of the database has 4 KB, so the tables take at most
 * 256 MB.
 */
const MOST_PAGES = 65_536

/** The names of the tables in the database, and the version of the data in these tables. */
export type Contents = TablesCall['has']

export class MemoryDatabase {
  readonly #driver: SqliteDriver
  #file: SqliteFile
  #version = 0
  readonly #tables = new Set<string>()

  constructor(driver: SqliteDriver) {
    this.#driver = driver
    this.#file = openEmpty(driver)
  }

  get has(): Contents {
    return { version: this.#version, tables: [...this.#tables] }
  }

  /**
   * Returns whether an answer of the server lacks tables that this database no longer has. The server omits the
   * tables `had`, but this database may have dropped these tables since the call.
   */
  lacks(answer: unknown, had: Contents): boolean {
    const version = memberOf(answer, 'version')
    return version === had.version && version !== this.#version
  }

  /**
   * Adds the tables in an answer of the server to the database. If the answer has another version of the data, drops
   * all old tables first.
   */
  add(answer: unknown): void {
    const version = Number(memberOf(answer, 'version'))
    if (version !== this.#version) {
      this.#file.close()
      this.#tables.clear()
      this.#file = openEmpty(this.#driver)
      this.#version = version
    }
    this.#file.all('pragma query_only = 0')
    for (const table of listOf(memberOf(answer, 'tables'))) {
      const name = String(memberOf(table, 'name'))
      if (!this.#tables.has(name)) create(this.#file, name, table)
      this.#tables.add(name)
    }
    this.#file.all('pragma query_only = 1')
  }

  /**
   * Runs a SQL statement that only reads, and returns the resulting rows as plain objects. @throws the error of
   * SQLite.
   */
  rows(sql: string, values: readonly SqlValue[]): readonly object[] {
    return this.#file.all(sql, values).map(plainRow)
  }
}

function openEmpty(driver: SqliteDriver): SqliteFile {
  const file = driver.open(':memory:')
  file.all(`pragma max_page_count = ${MOST_PAGES}`)
  return file
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

/** Copies a row of a SQL result to a plain object. Converts every integer to a number, as Strapi's driver does. */
const plainRow = (row: unknown): object =>
  Object.fromEntries(
    Object.entries(isMembers(row) ? row : {}).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  )
