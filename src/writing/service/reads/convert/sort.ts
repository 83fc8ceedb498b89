/** Converts `sort` of the document service to `orderBy` of the query engine. */
import { isList, isObject, type Json, type JsonObject } from '../../../../util/json.ts'
import { validationFault } from '../../fault.ts'

/** Returns the `orderBy` for a sort; undefined if the sort has no key. @throws ServiceFault */
export function convertSort(sort: Json | undefined): Json | undefined {
  if (sort === undefined || !hasSort(sort)) return undefined
  const orderBy = converted(sort)
  if (!isList(orderBy)) return isEmpty(orderBy) ? undefined : orderBy
  const orders = orderBy.filter((item) => !isEmpty(item))
  return orders.length === 0 ? undefined : orders
}

/** Returns the comma-separated parts of a sort text, except parts without a name. */
const segmentsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => (part.split(':')[0] ?? '').trim() !== '')

/** Returns whether a sort has any key. */
export function hasSort(sort: Json): boolean {
  if (typeof sort === 'string') return segmentsOf(sort).length > 0
  if (isList(sort))
    return sort.some((item) => (typeof item === 'string' || isObject(item) ? hasSort(item) : false))
  return isObject(sort) && hasOrder(sort)
}

const hasOrder = (sort: JsonObject): boolean =>
  Object.values(sort).some((order) =>
    typeof order === 'string' ? order.length > 0 : isObject(order) && hasOrder(order),
  )

function converted(sort: Json): Json {
  if (typeof sort === 'string') return segmentsOf(sort).map(segment)
  if (isList(sort)) {
    if (sort.every((item) => typeof item === 'string'))
      return sort.flatMap((item) => segmentsOf(String(item)).map(segment))
    return sort.map((item) => nested(item))
  }
  if (isObject(sort)) return nested(sort)
  throw validationFault(
    'Invalid sort parameter. Expected a string, an array of strings, a sort object or an array of sort objects',
  )
}

/** Converts one sort key, such as `a.b:desc` to `{ a: { b: 'desc' } }`. */
function segment(text: string): JsonObject {
  const [name = '', order = 'asc'] = text.split(':')
  const direction = orderOf(order.trim())
  const [first = '', ...rest] = name.trim().split('.')
  return { [first]: rest.reduceRight<Json>((below, key) => ({ [key]: below }), direction) }
}

function orderOf(order: string): string {
  if (['asc', 'desc'].includes(order.toLowerCase())) return order
  throw validationFault('Invalid order. order can only be one of asc|desc|ASC|DESC')
}

/**
 * Converts a sort object with nested objects. As in Strapi, a text in a list of objects becomes an object of its
 * characters.
 */
function nested(sort: Json): JsonObject {
  const object: Record<string, Json> = {}
  const entries = typeof sort === 'object' && sort !== null ? Object.entries(sort) : charactersOf(sort)
  for (const [name, order] of entries) {
    if (isObject(order)) {
      const below = nested(order)
      if (!isEmpty(below)) object[name] = below
    } else if (typeof order === 'string') {
      if (order.trim() !== '') object[name] = orderOf(order.trim())
    } else throw validationFault(`Invalid sort type expected object or string got ${typeof order}`)
  }
  return object
}

const charactersOf = (sort: Json): readonly (readonly [string, Json])[] =>
  typeof sort === 'string' ? [...sort].map((character, at) => [String(at), character]) : []

function isEmpty(orderBy: Json): boolean {
  if (!isObject(orderBy)) return true
  return Object.values(orderBy).every((value) =>
    typeof value === 'string' ? value.trim() === '' : isObject(value) ? isEmpty(value) : true,
  )
}
