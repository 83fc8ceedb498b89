/** Implements `strapi.db.query('strapi::core-store')`, the query engine for the rows of `strapi.store`. */
import type { MemberMap } from '../core-parts.ts'
import { absent } from '../unavailable.ts'
import { isRecord, listOf, memberOf, recordOf } from '../values.ts'

/** A row of `strapi.store`. A row of the store is a plain object, so that code can read the row like any other row. */
export interface StoredRow {
  readonly id: number
  readonly key: string
  readonly value: string
  readonly type: string
  readonly environment: string | null
  readonly tag: string | null
}

/** The rows of `strapi.store`, and the functions that change the rows. */
export interface StoreRows {
  readonly all: () => readonly StoredRow[]
  readonly put: (row: Readonly<MemberMap>) => StoredRow
  readonly remove: (row: StoredRow) => void
}

export const CORE_STORE = 'strapi::core-store'

/**
 * The methods of the query engine that the query engine of `strapi.store` does not have, because the rows have no
 * relations.
 */
const LACKING = ['attachRelations', 'updateRelations', 'deleteRelations', 'load', 'loadPages', 'populate']

/** Makes the query engine for the rows of `strapi.store`. */
export function storeQuery(rows: StoreRows): MemberMap {
  const found = (params: unknown): readonly StoredRow[] =>
    ordered(
      rows.all().filter((row) => fits(row, memberOf(params, 'where'))),
      memberOf(params, 'orderBy'),
    )
  const page = (params: unknown): readonly StoredRow[] => {
    const [offset, limit] = ['offset', 'limit'].map((name) => memberOf(params, name))
    const from = typeof offset === 'number' ? offset : 0
    return found(params).slice(from, typeof limit === 'number' && limit >= 0 ? from + limit : undefined)
  }
  const changed = (row: StoredRow, params: unknown): StoredRow =>
    rows.put({ ...row, ...recordOf(memberOf(params, 'data')) })
  const each = (many: readonly StoredRow[], work: (row: StoredRow) => unknown): object => {
    for (const row of many) work(row)
    return { count: many.length }
  }
  return {
    uid: CORE_STORE,
    findOne: async (params: unknown) => found(params)[0] ?? null,
    findMany: async (params: unknown) => page(params),
    findWithCount: async (params: unknown) => [page(params), found(params).length],
    count: async (params: unknown) => found(params).length,
    create: async (params: unknown) => rows.put(recordOf(memberOf(params, 'data'))),
    createMany: async (params: unknown) => {
      const made = listOf(memberOf(params, 'data')).map((data) => rows.put(recordOf(data)))
      return { count: made.length, ids: made.map(({ id }) => id) }
    },
    update: async (params: unknown) => {
      const [row] = found(params)
      return row === undefined ? null : changed(row, params)
    },
    updateMany: async (params: unknown) => each(found(params), (row) => changed(row, params)),
    delete: async (params: unknown) => {
      const [row = null] = found(params)
      if (row !== null) rows.remove(row)
      return row
    },
    deleteMany: async (params: unknown) => each(found(params), rows.remove),
    ...Object.fromEntries(
      ['findPage', ...LACKING].map((name) => [
        name,
        absent(`strapi.db.query("${CORE_STORE}").${name}`, 'use findMany, or strapi.store'),
      ]),
    ),
  }
}

function ordered(rows: readonly StoredRow[], order: unknown): readonly StoredRow[] {
  const [first] = Array.isArray(order) ? order : [order]
  const [name, direction] = isRecord(first) ? (Object.entries(first)[0] ?? []) : [first, 'asc']
  if (typeof name !== 'string') return rows
  const sign = String(direction).toLowerCase() === 'desc' ? -1 : 1
  const text = (row: StoredRow): string => String(memberOf(row, name) ?? '')
  return rows.toSorted((one, other) => {
    const [a, b] = name === 'id' ? [one.id, other.id] : [text(one), text(other)]
    return a < b ? -sign : a > b ? sign : 0
  })
}

/** The operators in conditions on rows of `strapi.store`. Each operator compares a value of a row with the operand. */
const OPERATORS: Readonly<Record<string, (value: unknown, operand: unknown) => boolean>> = {
  $eq: (value, operand) => value === operand,
  $ne: (value, operand) => value !== operand,
  $in: (value, operand) => listOf(operand).includes(value),
  $notIn: (value, operand) => !listOf(operand).includes(value),
  $null: (value, operand) => (value === null) === (operand !== false),
  $notNull: (value, operand) => (value !== null) === (operand !== false),
  $startsWith: (value, operand) => String(value).startsWith(String(operand)),
  $endsWith: (value, operand) => String(value).endsWith(String(operand)),
  $contains: (value, operand) => String(value).includes(String(operand)),
  $notContains: (value, operand) => !String(value).includes(String(operand)),
}

/** The maximum depth of nested conditions with `$and`, `$or` and `$not`. */
const MOST_DEPTH = 20

/**
 * Returns whether a row of `strapi.store` satisfies a condition. @throws Error for an operator that is not in
 * `OPERATORS`.
 */
function fits(row: StoredRow, where: unknown, depth = 0): boolean {
  if (depth > MOST_DEPTH) throw new RangeError('the condition is nested too deeply')
  if (where === undefined || where === null) return true
  if (Array.isArray(where)) return where.every((one) => fits(row, one, depth + 1))
  return Object.entries(recordOf(where)).every(([name, value]) => {
    if (name === '$and') return listOf(value).every((one) => fits(row, one, depth + 1))
    if (name === '$or') return listOf(value).some((one) => fits(row, one, depth + 1))
    if (name === '$not') return !fits(row, value, depth + 1)
    return fitsValue(memberOf(row, name), value)
  })
}

const fitsValue = (value: unknown, test: unknown): boolean =>
  isRecord(test)
    ? Object.entries(test).every(([name, operand]) => {
        const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
        if (operator === undefined) throw new Error(`Undefined attribute level operator ${name}`)
        return operator(value, operand)
      })
    : Array.isArray(test)
      ? test.includes(value)
      : value === test
