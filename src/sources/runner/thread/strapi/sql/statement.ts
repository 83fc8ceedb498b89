/**
 * Analyses a SQL statement of the project's code: replaces placeholders, lists words, and tests whether the
 * statement only reads.
 */
import type { SqlValue } from '../../../sqlite.ts'
import { memberOf } from '../values.ts'

export interface Statement {
  readonly sql: string
  /** The values for the placeholders `?` in `sql`, in order. */
  readonly values: readonly SqlValue[]
}

/**
 * Replaces the placeholders of a raw SQL statement as Knex does. The placeholders `?` and `:name` stand for values.
 * The placeholders `??` and `:name:` stand for names of tables and columns. In a raw SQL statement, the text `\?`
 * stands for a question mark.
 * @throws Error for missing bindings, with the error message of Knex.
 */
export function statementOf(text: string, bindings: unknown): Statement {
  if (bindings === undefined) return { sql: text, values: [] }
  const values: SqlValue[] = []
  if (typeof bindings === 'object' && bindings !== null && !isList(bindings)) {
    const sql = text.replaceAll(NAMED, (found, before: string | undefined, name: string, after?: string) => {
      if (before === '\\') return found.slice(1)
      const value = before === undefined ? memberOf(bindings, name) : undefined
      if (value === undefined) return found
      if (after === ':') return identifier(value)
      values.push(bound(value))
      return '?'
    })
    return { sql, values }
  }
  const given = isList(bindings) ? bindings : [bindings]
  let at = 0
  const sql = text.replaceAll(POSITIONAL, (found) => {
    if (found === '\\?') return found
    const value = given[at++]
    if (found === '??') return identifier(value)
    if (at <= given.length) values.push(bound(value))
    return '?'
  })
  if (at !== given.length) throw new Error(`Expected ${given.length} bindings, saw ${at}`)
  return { sql: sql.replaceAll('\\?', '?'), values }
}

const POSITIONAL = /\\\?|\?\??/g
const NAMED = /(\\|:)?:(\w+)(:)?/g

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Quotes the name of a table or column, such as `users.id`, for SQL. */
export const identifier = (name: unknown): string =>
  String(name)
    .split('.')
    .map((part) => (part === '*' ? part : `\`${part.replaceAll('`', '``')}\``))
    .join('.')

/** Converts the value of a placeholder to a SQL value, as the database driver of Strapi does. */
function bound(value: unknown): SqlValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    default:
      if (value === null) return null
      if (value instanceof Date) return value.getTime()
      throw new TypeError('SQLite3 can only bind numbers, strings, bigints, buffers, and null')
  }
}

/** The characters that end a string, a quoted name or a comment in SQL, by the characters with which it begins. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['[', ']'],
  ['--', '\n'],
  ['/*', '*/'],
])

/** Returns a SQL statement without comments, and with `0` in place of each string and each quoted name. */
function bareOf(sql: string): string {
  const parts: string[] = []
  for (let at = 0; at < sql.length; ) {
    const two = sql.slice(at, at + 2)
    const start = ENDS.has(two) ? two : sql.slice(at, at + 1)
    const end = ENDS.get(start)
    if (end === undefined) {
      parts.push(start)
      at++
      continue
    }
    const stop = sql.indexOf(end, at + start.length)
    at = stop < 0 ? sql.length : stop + end.length
    parts.push(start.length === 2 ? ' ' : '0')
  }
  return parts.join('')
}

/** Returns whether a text is a single SQL statement that begins with SELECT, VALUES or WITH. */
export function isRead(sql: string): boolean {
  const [first = '', ...rest] = bareOf(sql).split(';')
  return /^\s*(?:select|values|with)\b/i.test(first) && rest.every((more) => more.trim() === '')
}

/**
 * Returns the words of a SQL statement in lower case. The names of the statement's tables are among the returned
 * words.
 */
export const wordsIn = (sql: string): readonly string[] => [
  ...new Set((sql.match(/[a-z_][\w$]*/gi) ?? []).map((word) => word.toLowerCase())),
]
