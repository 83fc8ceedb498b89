/**
 * Implements the controller method `transformResponse`. The method `transformResponse` wraps entries in `{ data,
 * meta }`, and converts entries to the Strapi 4 format if a header requests this format.
 */
import { at, type Bag, isNil, isPlain, memberOf } from '../reach.ts'
import { attributesOf, currentContext, modelOf } from '../strapi.ts'

/**
 * Wraps the entries that a controller returns in `{ data, meta }`. @throws Error for a value that is neither an
 * entry nor a list of entries.
 */
export async function transformResponse(
  strapi: object,
  uid: string,
  resource: unknown,
  meta: unknown = {},
): Promise<unknown> {
  if (isNil(resource)) return resource
  if (!isPlain(resource) && !Array.isArray(resource))
    throw new Error('Entry must be an object or an array of objects')
  const format = at(currentContext(strapi), 'headers', 'strapi-response-format')
  const data = format === 'v4' ? asBefore(strapi, resource, modelOf(strapi, uid)) : resource
  return { data, meta }
}

/** Converts an entry to the Strapi 4 format: `{ id, documentId, attributes }`. */
function asBefore(strapi: object, entry: unknown, model: Bag | undefined): unknown {
  if (isNil(entry)) return entry
  if (Array.isArray(entry)) return entry.map((one) => asBefore(strapi, one, model))
  if (!isPlain(entry)) throw new Error('Entry must be an object')
  const { id, documentId, ...properties } = entry
  const known = attributesOf(model)
  const attributes = Object.entries(properties).map(([name, value]) => [
    name,
    valueBefore(strapi, value, known[name]),
  ])
  return { id, documentId, attributes: Object.fromEntries(attributes) }
}

function valueBefore(strapi: object, value: unknown, attribute: Bag | undefined): unknown {
  const isEntry = value === null || isPlain(value) || Array.isArray(value)
  if (attribute === undefined || !isEntry) return value
  switch (attribute['type']) {
    case 'relation':
      if (!('target' in attribute)) return value
      return { data: asBefore(strapi, value, modelOf(strapi, attribute['target'])) }
    case 'media':
      return { data: asBefore(strapi, value, modelOf(strapi, 'plugin::upload.file')) }
    case 'component':
      return componentBefore(strapi, value, modelOf(strapi, attribute['component']))
    case 'dynamiczone':
      if (!Array.isArray(value)) return value
      return value.map((part) =>
        componentBefore(strapi, part, modelOf(strapi, memberOf(part, '__component'))),
      )
    default:
      return value
  }
}

function componentBefore(strapi: object, value: unknown, model: Bag | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => componentBefore(strapi, one, model))
  const before = asBefore(strapi, value, model)
  if (isNil(before)) return before
  return { id: memberOf(before, 'id'), ...Object(memberOf(before, 'attributes')) }
}
