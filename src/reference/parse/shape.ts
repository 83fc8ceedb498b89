/**
 * Splits query strings into a shape and operands. The operands are the texts after `=` in filters and pagination.
 * After a shape is parsed once, only the operands of further query strings with this shape need parsing.
 */
import { NO_PAGES } from './pagination.ts'
import type { FilterSyntax, PaginationSyntax, QuerySyntax } from './syntax.ts'
import { decodedValue, type Raw } from './url.ts'

/** A query string, split into its shape and its operands. */
export interface Shaped {
  /**
   * The query string with `SIGN` in place of each operand. Query strings that differ only in their operands have the
   * same value of `shape`.
   */
  readonly shape: string
  /** The operands in the order of the query string, not percent-decoded yet. */
  readonly operands: readonly string[]
}

/** The parts of a query that contain operands. */
export type Operands = Pick<QuerySyntax, 'filters' | 'pagination'>

/** The sign that replaces an operand: a character that never occurs in a query string with operands. */
const SIGN = '\u0000'

/**
 * Splits a query string into shape and operands. For a query string without operands, the shape is the query string
 * itself.
 */
export function shapeOf(search: string): Shaped {
  if (search.includes(SIGN)) return { shape: search, operands: NONE }
  const operands: string[] = []
  let shape = ''
  /** The index in the query string up to which the text is already part of the shape. */
  let done = 0
  for (let start = 0; start < search.length; ) {
    const next = search.indexOf('&', start)
    const end = next < 0 ? search.length : next
    const at = mayHaveOperand(search, start) ? search.indexOf('=', start) + 1 : 0
    if (at > start && at < end && isOperand(search, start, at, end)) {
      operands.push(search.slice(at, end))
      shape += search.slice(done, at) + SIGN
      done = end
    }
    start = end + 1
  }
  return operands.length === 0 ? { shape: search, operands } : { shape: shape + search.slice(done), operands }
}

const NONE: readonly string[] = []

const mayHaveOperand = (search: string, start: number): boolean =>
  search.startsWith('filters', start) || search.startsWith('pagination', start)

/**
 * Returns whether another text can replace the text after a parameter name without a change in the parsing of the
 * query. The result is false for `withCount`, and for a text with brackets, which may contain a name. The parameter
 * name begins at the index `start`, and the text after it at the index `at`.
 */
function isOperand(search: string, start: number, at: number, end: number): boolean {
  const [name, value] = [search.slice(start, at), search.slice(at, end)]
  return (
    (name.endsWith(']=') || name.endsWith('%5D=') || name.endsWith('%5d=')) &&
    !(name.startsWith('pagination') && search.slice(start, end).includes('withCount')) &&
    !value.includes('[') &&
    !value.includes(']') &&
    !value.includes('%5')
  )
}

/**
 * Parses a shape, which has a sign in place of each operand. The result is undefined if the parser read a sign as a
 * name. The parameter `read` is the function that parses a query string.
 */
export function templateOf(
  { shape, operands }: Shaped,
  read: (search: string) => QuerySyntax,
): Operands | undefined {
  const [first = '', ...others] = shape.split(SIGN)
  const numbered = others.reduce((text, other, at) => `${text}${SIGN}${at}${other}`, first)
  const { filters, pagination } = read(numbered)
  const found = new Set(signsIn({ filters, pagination }))
  const isEach = found.size === operands.length && operands.every((_, at) => found.has(`${SIGN}${at}`))
  return isEach ? { filters, pagination } : undefined
}

/**
 * Returns the signs that stand in place of operands in a parsed shape. The query parameter `withCount` is not an
 * operand, because it also changes the form of the answer.
 */
const signsIn = ({ filters, pagination: { page, pageSize, start, limit } }: Operands): readonly unknown[] =>
  [...textsOf(filters), page, pageSize, start, limit].filter(
    (text) => typeof text === 'string' && text.startsWith(SIGN),
  )

function textsOf(filters: FilterSyntax | undefined): readonly (string | null)[] {
  switch (filters?.kind) {
    case undefined:
      return []
    case 'value':
      return [filters.value]
    case 'list':
      return filters.items.flatMap(textsOf)
    case 'map':
      return filters.entries.flatMap(({ value }) => textsOf(value))
  }
}

/** Replaces the signs in a parsed shape by operands. */
export function filled({ filters, pagination }: Operands, operands: readonly string[]): Operands {
  const values = operands.map(decodedValue)
  return {
    filters: filters === undefined ? undefined : filledFilters(filters, values),
    pagination: pagination === NO_PAGES ? pagination : filledPages(pagination, values),
  }
}

const textIn = (text: string, values: readonly string[]): string =>
  text.startsWith(SIGN) ? (values[Number(text.slice(1))] ?? text) : text

function filledFilters(filters: FilterSyntax, values: readonly string[]): FilterSyntax {
  switch (filters.kind) {
    case 'value':
      return filters.value === null ? filters : { kind: 'value', value: textIn(filters.value, values) }
    case 'list':
      return { kind: 'list', items: filters.items.map((item) => filledFilters(item, values)) }
    case 'map':
      return {
        kind: 'map',
        entries: filters.entries.map(({ key, value }) => ({ key, value: filledFilters(value, values) })),
      }
  }
}

function filledPages(pagination: PaginationSyntax, values: readonly string[]): PaginationSyntax {
  const filled = (raw: Raw | undefined): Raw | undefined =>
    typeof raw === 'string' ? textIn(raw, values) : raw
  const { page, pageSize, start, limit, withCount, bare } = pagination
  return {
    page: filled(page),
    pageSize: filled(pageSize),
    start: filled(start),
    limit: filled(limit),
    withCount,
    bare,
  }
}
