/**
 * Converts `filters` of the document service to `where` of the query engine. The conversion omits unknown names,
 * zones, passwords, and objects that become empty.
 */
import { isFlagOperator, isOperator } from '../../../../reference/operators/operators.ts'
import type { Attribute, Model } from '../../../../reference/schema/schema.ts'
import { targetOf } from '../../../../reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../../util/json.ts'
import { validationFault } from '../../fault.ts'
import { booleanLike, isTruthy } from '../parameters.ts'
import type { ServicePlace } from '../place.ts'

/**
 * Returns the conditions of `filters` that remain after the conversion. @throws ServiceFault for a value that is
 * neither an object nor a list.
 */
export function convertFilters(filters: Json, model: Model | undefined, place: ServicePlace): Json {
  if (!isObject(filters) && !isList(filters))
    throw validationFault('The filters parameter must be an object or an array')
  return kept(filters, model, place)
}

function kept(filters: Json, model: Model | undefined, place: ServicePlace): Json {
  if (isList(filters)) {
    const items = filters.map((item) => kept(item, model, place))
    return items.filter((item) => !isEmptyObject(item))
  }
  return isObject(filters) ? keptObject(filters, model, place) : filters
}

function keptObject(filters: JsonObject, model: Model | undefined, place: ServicePlace): JsonObject {
  const object: Record<string, Json> = {}
  for (const [key, value] of Object.entries(filters)) {
    const attribute = model?.attributes.get(key)
    const isKnown = isOperator(key) || key === 'id' || key === 'documentId' || attribute !== undefined
    const found = isKnown ? keptValue(key, value, attribute, model, place) : undefined
    if (found !== undefined && !isEmptyObject(found)) object[key] = found
  }
  return object
}

function keptValue(
  key: string,
  value: Json,
  attribute: Attribute | undefined,
  model: Model | undefined,
  place: ServicePlace,
): Json | undefined {
  if (attribute === undefined) {
    if (isFlagOperator(key)) return booleanLike(value) ?? isTruthy(value)
    return kept(value, model, place)
  }
  if (attribute.kind === 'zone') return undefined
  if (attribute.kind === 'scalar')
    return attribute.type === 'password' ? undefined : kept(value, model, place)
  return kept(value, targetOf(place.schema, attribute), place)
}

const isEmptyObject = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0
