/**
 * Converts query parameters that project code sets to the form of a parsed query string. In place of a value, a
 * number or boolean becomes its text. In place of a name, a number or boolean becomes a value that the check refuses or
 * ignores.
 */
import { isTestOperator, OPERATORS } from '../operators/operators.ts'
import { DEEP_LIMIT, type Raw, type RawMap } from './url.ts'

/**
 * The value of a query parameter that project code sets. A parameter value of any other type, such as a function,
 * counts as undefined.
 */
export type Given = undefined | null | string | number | boolean | readonly Given[] | GivenMap
export interface GivenMap {
  readonly [key: string]: Given
}

/** A value that the check refuses for every parameter. */
const ODD: Raw = [null]

/** A value that is neither a name nor a list of names for any parameter. */
const NO_NAMES: Raw = { '': null }

/**
 * Reads query parameters that project code sets. Except in `sort`, the function limits the depth of nesting to about
 * `DEEP_LIMIT`: it omits deeper members, and replaces deeper items of a list by null.
 */
export function givenQuery(query: GivenMap): RawMap {
  return mapped(query, (key, value) => parameter(key, value, 0))
}

type ValueReader = (value: Given, depth: number) => Raw | undefined

function parameter(key: string, value: Given, depth: number): Raw | undefined {
  if (depth > DEEP_LIMIT) return undefined
  switch (key) {
    case 'populate':
      return populate(value, depth)
    case 'fields':
      return names(value, depth)
    case 'sort':
      return sort(value, depth)
    case 'filters':
      return filters(value, depth)
    case 'pagination':
      // The number -1 as `limit` means all entries, but the text `-1` means the smallest page.
      if (isMap(value) && value['limit'] === -1)
        return values({ ...value, limit: Number.POSITIVE_INFINITY }, depth)
      return typeof value === 'number' || typeof value === 'boolean' ? undefined : values(value, depth)
    default:
      return values(value, depth)
  }
}

/**
 * Reads a `populate` that project code sets, at the root or under an attribute: names, a list of names, or attributes
 * with options.
 */
function populate(value: Given, depth: number): Raw | undefined {
  if (isList(value)) return value.length === 0 ? undefined : value.map((item) => listed(item, depth))
  if (!isMap(value)) return texts(value)
  return mapped(value, (_name, item) => orOdd(populated(item, depth + 1)))
}

/** Reads the value of one populated attribute, or of one component under `on`. */
const populated: ValueReader = (value, depth) => {
  if (typeof value === 'boolean') return String(value)
  if (isList(value) && value.length > 0) return value.map((item) => listed(item, depth))
  if (!isMap(value)) return isList(value) ? ODD : texts(value)
  return mapped(value, (key, item) => (key === 'on' ? on(item, depth + 1) : parameter(key, item, depth + 1)))
}

const on: ValueReader = (value, depth) =>
  isMap(value) && depth <= DEEP_LIMIT
    ? mapped(value, (_name, item) => orOdd(populated(item, depth + 1)))
    : values(value, depth)

const orOdd = (raw: Raw | undefined): Raw => (raw === undefined ? ODD : raw)

/**
 * Reads a name or a comma list of names that project code sets. Only texts, null and undefined are valid names; any
 * other value becomes a value that the check refuses.
 */
const texts = (value: Given): Raw | undefined =>
  value === undefined || value === null || typeof value === 'string' ? value : ODD

const listed = (item: Given, depth: number): Raw =>
  typeof item === 'object' ? (values(item, depth + 1) ?? null) : orOdd(texts(item))

function names(value: Given, depth: number): Raw | undefined {
  if (isList(value)) return value.map((item) => listed(item, depth))
  if (isMap(value)) return values(value, depth)
  return value === undefined || value === null || typeof value === 'string' ? value : NO_NAMES
}

/**
 * Reads a `sort` that project code sets. Numbers and booleans are valid neither as sort orders nor as attribute
 * names.
 */
const sort: ValueReader = (value, depth) => {
  if (typeof value === 'number' || typeof value === 'boolean') return depth === 0 ? undefined : null
  if (isList(value)) return value.map((item) => sort(item, depth + 1) ?? null)
  return isMap(value) ? mapped(value, (_name, item) => sort(item, depth + 1)) : value
}

/**
 * Reads `filters` that project code sets. The function ignores a list operator such as `$in` with an empty list,
 * because an empty list is not a condition.
 */
const filters: ValueReader = (value, depth) => {
  if (!isMap(value) || depth > DEEP_LIMIT) return values(value, depth)
  return mapped(value, (name, item) => {
    if (isList(item) && item.length === 0 && takesList(name)) return undefined
    return isList(item) ? item.map((one) => filters(one, depth + 1) ?? null) : filters(item, depth + 1)
  })
}

const takesList = (name: string): boolean => isTestOperator(name) && OPERATORS[name].takes === 'list'

const values: ValueReader = (value, depth) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === undefined || value === null || typeof value === 'string') return value
  if (depth > DEEP_LIMIT) return undefined
  if (isList(value)) return value.map((item) => values(item, depth + 1) ?? null)
  return isMap(value) ? mapped(value, (_name, item) => values(item, depth + 1)) : undefined
}

function mapped(given: GivenMap, read: (key: string, value: Given) => Raw | undefined): RawMap {
  const map: Record<string, Raw> = Object.create(null)
  for (const [key, value] of Object.entries(given)) {
    const raw = read(key, value)
    if (raw !== undefined) map[key] = raw
  }
  return map
}

const isList = (value: Given): value is readonly Given[] => Array.isArray(value)
const isMap = (value: Given): value is GivenMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
