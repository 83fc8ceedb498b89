/** Implements `strapi.db.connection.raw` for a project with SQLite: statements that read run over the served data. */
import type { Json } from '../../../../../util/json.ts'
import type { TablesCall } from '../../../tables-call.ts'
import type { Callable } from '../core-parts.ts'
import { traced } from '../data/read-trace.ts'
import type { NoSql } from '../data/transactions.ts'
import { Unavailable } from '../unavailable.ts'
import { memberOf, messageOf } from '../values.ts'
import { MemoryDatabase } from './memory.ts'
import { isRead, type Statement, statementOf, wordsIn } from './statement.ts'

export interface RawParts {
  /** Asks the server for the tables of a statement. */
  readonly ask: (call: TablesCall) => Promise<{ readonly value?: Json | undefined } | object>
  /** Returns all content types and components. */
  readonly models: () => readonly unknown[]
  readonly refusal: NoSql
}

const PATH = 'strapi.db.connection.raw'
/** The maximum number of characters of a statement. */
const LONGEST = 100_000

/** Makes the method `raw`. Statements run one after the other, because they share one database. */
export function createRaw({ ask, models, refusal }: RawParts): Callable {
  const memory = new MemoryDatabase()
  let last: Promise<unknown> = Promise.resolve()
  const run = async (
    { sql, values }: Statement,
    refuse: (what: string) => Error,
  ): Promise<readonly object[]> => {
    const collections = Object.fromEntries(
      models().map((model) => [String(memberOf(model, 'uid')), String(memberOf(model, 'collectionName'))]),
    )
    const answer = await ask({ service: 'tables', collections, words: wordsIn(sql), has: memory.has })
    await memory.add(memberOf(answer, 'value'))
    try {
      return memory.rows(sql, values)
    } catch (error) {
      const message = messageOf(error)
      if (LACKS.test(message)) throw refuse(`the data of a mock has ${message}`)
      throw Object.assign(new Error(`${sql} - ${message}`), { code: 'SQLITE_ERROR' })
    }
  }
  return async (text, bindings) => {
    // The stack trace names the place of the call only here.
    const places = refusal(PATH, '')
    const refuse = (what: string): Error => new Unavailable(`${what}${places}`, { place: null })
    if (typeof text !== 'string' || text.length > LONGEST)
      throw refuse(`${PATH} needs a text of at most ${LONGEST} characters`)
    const statement = statementOf(text, bindings)
    if (!isRead(statement.sql)) throw refuse('raw SQL on the data of a mock can only be one SELECT statement')
    const result = last.then(() => traced(PATH, () => run(statement, refuse)))
    last = result.catch(() => undefined)
    return result
  }
}

/** Matches the errors of SQLite about a part of the database that a mock may lack. */
const LACKS = /^no such (?:table|column)/
