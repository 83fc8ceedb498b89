/** Converts `populate` of the document service to the `populate` of the query engine. */
import type { Attribute, Model } from '../../../../reference/schema/schema.ts'
import { modelOf, targetOf } from '../../../../reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../../util/json.ts'
import { plainFault, typeFault, validationFault } from '../../fault.ts'
import { booleanLike, isTruthy } from '../parameters.ts'
import type { ServicePlace } from '../place.ts'
import { convertFields } from './fields.ts'
import { convertFilters } from './filters.ts'
import { convertPage } from './page.ts'
import { convertSort } from './sort.ts'

/** Returns the `populate` that the query engine gets. @throws ServiceFault */
export function convertPopulate(populate: Json, model: Model | undefined, place: ServicePlace): Json {
  if (populate === '*') return true
  if (typeof populate === 'string') return partsOf(populate)
  if (isList(populate)) return [...new Set(populate.flatMap(pathsOf))]
  if (!isObject(populate)) throw invalidPopulate()
  return model === undefined ? {} : ofObject(populate, model, place)
}

const invalidPopulate = () =>
  validationFault('Invalid populate parameter. Expected a string, an array of strings, a populate object')

const partsOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

function pathsOf(item: Json): readonly string[] {
  if (typeof item !== 'string') throw invalidPopulate()
  return partsOf(item)
}

function ofObject(populate: JsonObject, model: Model, place: ServicePlace): JsonObject {
  const object: Record<string, Json> = {}
  for (const [name, value] of Object.entries(populate)) {
    const flag = typeof value === 'string' || typeof value === 'boolean' ? booleanLike(value) : undefined
    if (flag === true) object[name] = true
    const attribute = model.attributes.get(name)
    if (flag !== undefined || attribute === undefined) continue
    const found = converted(name, value, attribute, model, place)
    if (found !== undefined && found !== false) object[name] = found
  }
  return object
}

function converted(
  name: string,
  value: Json,
  attribute: Attribute,
  model: Model,
  place: ServicePlace,
): Json | undefined {
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
    return ofSeveralTypes(name, value, model, place)
  if (isObject(value) && (member(value, 'on') ?? null) !== null)
    throw validationFault(`Using fragments is not permitted to populate "${name}" in "${model.uid}"`)
  const target = attribute.kind === 'scalar' ? undefined : targetOf(place.schema, attribute)
  return target === undefined ? undefined : below(value, target, place)
}

/** Converts the populate options of one attribute, or of one type under `on`. @throws ServiceFault */
function below(value: Json, model: Model | undefined, place: ServicePlace): Json {
  if (typeof value === 'string') return booleanLike(value) ?? value !== ''
  if (typeof value === 'boolean') return value
  if (!isObject(value)) throw validationFault("Invalid nested populate. Expected '*' or an object")
  return convertOptions(value, model, place)
}

const OF_SEVERAL_TYPES = ['populate', 'on', 'count']

/** Converts the options of a zone or morph relation, which allow only `on`, `count` and `populate=*`. */
function ofSeveralTypes(name: string, value: Json, model: Model, place: ServicePlace): JsonObject {
  if (value === null) throw typeFault('Cannot convert undefined or null to object')
  const keys = typeof value === 'string' ? [...value].map((_, at) => String(at)) : Object.keys(value)
  if (keys.some((key) => !OF_SEVERAL_TYPES.includes(key))) throw noFragment(name, value, model)
  if (!isObject(value)) return {}
  const [populate, on] = [member(value, 'populate') ?? null, member(value, 'on') ?? null]
  if (populate !== null && populate !== '*')
    throw validationFault(
      "Invalid nested population query detected. When using 'populate' within polymorphic structures, " +
        "its value must be '*' to indicate all second level links. Specific field targeting is not supported here. " +
        'Consider using the fragment API for more granular population control.',
    )
  const { count } = value
  return {
    ...(populate === '*' ? { populate: true } : {}),
    ...(on === null ? {} : { on: fragments(on, place) }),
    ...(typeof count === 'boolean' ? { count } : {}),
  }
}

const noFragment = (name: string, value: Json, model: Model) => {
  const type = model.modelType === 'contentType' ? model.singularName : undefined
  return validationFault(
    `Invalid nested populate for ${type}.${name} (${model.uid}). Expected a fragment ("on") or "count" but found ${JSON.stringify(value)}`,
  )
}

function fragments(on: Json, place: ServicePlace): JsonObject {
  const entries = isObject(on) ? Object.entries(on) : []
  return Object.fromEntries(
    entries.map(([uid, value]) => [uid, below(value, modelOf(place.schema, uid), place)]),
  )
}

/** Converts the object of populate options of one attribute or type. */
function convertOptions(options: JsonObject, model: Model | undefined, place: ServicePlace): JsonObject {
  const { sort, filters, fields, populate, count, ordering } = options
  const orderBy = convertSort(sort)
  const where = isTruthy(filters) ? convertFilters(filters, model, place) : undefined
  const select = isTruthy(fields) ? convertFields(fields, model, true) : undefined
  return {
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(where === undefined ? {} : { where }),
    ...(select === undefined ? {} : { select }),
    ...(isTruthy(populate) ? { populate: convertPopulate(populate, model, place) } : {}),
    ...(isTruthy(count) ? { count: booleanOf(count) } : {}),
    ...(isTruthy(ordering) ? { ordering } : {}),
    ...convertPage(options),
  }
}

function booleanOf(value: Json): boolean {
  const known = booleanLike(value)
  if (known !== undefined) return known
  throw plainFault('Invalid boolean input. Expected "t","1","true","false","0","f"')
}
