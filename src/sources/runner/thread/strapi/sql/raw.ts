/**
 * Implements `strapi.db.connection.raw` for a project with SQLite. SQL statements that only read run on the data of
 * the mock.
 */
import type { Json } from '../../../../../util/json.ts'
import { wasmDriver } from '../../../sqlite.ts'
import type { TablesCall } from '../../../tables-call.ts'
import type { Callable } from '../core-parts.ts'
import { traced } from '../data/read-trace.ts'
import type { NoSql } from '../data/transactions.ts'
import { Unavailable } from '../unavailable.ts'
import { memberOf, messageOf } from '../values.ts'
import { type Contents, MemoryDatabase } from './memory.ts'
import { isRead, type Statement, statementOf, wordsIn } from './statement.ts'

export interface RawParts {
  /** Requests the tables for a SQL statement from the server. */
  readonly ask: (call: TablesCall) => Promise<{ readonly value?: Json | undefined } | object>
  /** Returns all content types and components. */
  readonly models: () => readonly unknown[]
  readonly refusal: NoSql
}

const PATH = 'strapi.db.connection.raw'
/** The maximum number of characters of a SQL statement. */
const LONGEST = 100_000

/** Makes the method `raw` of `strapi.db.connection`. */
export function createRaw({ ask, models, refusal }: RawParts): Callable {
  let opening: Promise<MemoryDatabase> | undefined
  const tables = async (words: readonly string[], has: Contents): Promise<unknown> => {
    const collections = Object.fromEntries(
      models().map((model) => [String(memberOf(model, 'uid')), String(memberOf(model, 'collectionName'))]),
    )
    return memberOf(await ask({ service: 'tables', collections, words, has }), 'value')
  }
  const run = async ({ sql, values }: Statement, refuse: RefuseSql): Promise<readonly object[]> => {
    // Uses SQLite as WebAssembly, because the server can then end a thread during an endless statement.
    opening ??= wasmDriver().then((driver) => new MemoryDatabase(driver))
    const memory = await opening
    const [words, had] = [wordsIn(sql), memory.has]
    let answer = await tables(words, had)
    // Requests the tables again if another statement has changed the database while this statement waited for the
    // server.
    if (memory.lacks(answer, had)) answer = await tables(words, NOTHING)
    memory.add(answer)
    try {
      return memory.rows(sql, values)
    } catch (error) {
      const message = messageOf(error)
      if (LACKS.some((start) => message.startsWith(start)))
        throw refuse(`raw SQL reads what the data of a mock lacks (${message})`)
      throw Object.assign(new Error(`${sql} - ${message}`), { code: 'SQLITE_ERROR' })
    }
  }
  return async (text, bindings) => {
    // Makes the text with the place of the call now, because the stack trace later no longer contains this place.
    const call = refusal(PATH, '')
    const refuse: RefuseSql = (what) => new Unavailable(`${what}${call}`, { place: null })
    if (typeof text !== 'string' || text.length > LONGEST)
      throw refuse(`raw SQL is not a text of at most ${LONGEST} characters`)
    const statement = statementOf(text, bindings)
    if (!isRead(statement.sql)) throw refuse('raw SQL on the data of a mock can only be one SELECT statement')
    return traced(PATH, () => run(statement, refuse))
  }
}

type RefuseSql = (what: string) => Error

const NOTHING: Contents = { version: 0, tables: [] }

/** The beginnings of SQLite's error messages about a table or column that a mock may lack. */
const LACKS = ['no such table', 'no such column']
