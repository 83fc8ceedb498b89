/**
 * Parameters that code has set, as a query string would have said them. What a query string cannot say is brought to what
 * is read alike: a number or a boolean to its text where texts are read as values, and to a list without a name in it,
 * which is no populate and no field, where they are not.
 */
import { isTestOperator, OPERATORS } from '../operators.ts'
import { DEEP_LIMIT, type Raw, type RawMap } from './url.ts'

/** A parameter as code sets it. What is none of these, such as a function, is as good as nothing. */
export type Given = undefined | null | string | number | boolean | readonly Given[] | GivenMap
export interface GivenMap {
  readonly [key: string]: Given
}

/** No name, no value, no object. */
const ODD: Raw = [null]

/** Neither a name nor a list of names. */
const NO_NAMES: Raw = { '': null }

/** What stands below `DEEP_LIMIT` is left out. */
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
      // As a number it asks for all there is, as a text for the least.
      if (isMap(value) && value['limit'] === -1)
        return values({ ...value, limit: Number.POSITIVE_INFINITY }, depth)
      return typeof value === 'number' || typeof value === 'boolean' ? undefined : values(value, depth)
    default:
      return values(value, depth)
  }
}

/** At the root and under an attribute: names, a list of them, or attributes with what is to be shown of each. */
function populate(value: Given, depth: number): Raw | undefined {
  if (isList(value)) return value.length === 0 ? undefined : value.map((item) => listed(item, depth))
  if (!isMap(value)) return texts(value)
  return mapped(value, (_name, item) => orOdd(populated(item, depth + 1)))
}

/** What stands at one attribute, or at one component of `on`. */
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

/** What is no text and no nothing where names belong. */
const texts = (value: Given): Raw | undefined =>
  value === undefined || value === null || typeof value === 'string' ? value : ODD

const listed = (item: Given, depth: number): Raw =>
  typeof item === 'object' ? (values(item, depth + 1) ?? null) : orOdd(texts(item))

function names(value: Given, depth: number): Raw | undefined {
  if (isList(value)) return value.map((item) => listed(item, depth))
  if (isMap(value)) return values(value, depth)
  return value === undefined || value === null || typeof value === 'string' ? value : NO_NAMES
}

/** A number or a boolean is no order and no name. */
const sort: ValueReader = (value, depth) => {
  if (typeof value === 'number' || typeof value === 'boolean') return depth === 0 ? undefined : null
  if (isList(value)) return value.map((item) => sort(item, depth + 1) ?? null)
  return isMap(value) ? mapped(value, (_name, item) => sort(item, depth + 1)) : value
}

/** A list operator without an item is no condition. */
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
