/** Validates the names in `populate` of the document service. */
import type { Attribute, Model } from '../../../../reference/schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../../../../reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../../util/json.ts'
import { invalidKey, plainFault } from '../../fault.ts'
import { pathsObject } from '../convert/paths.ts'
import { booleanLike } from '../parameters.ts'
import type { ServicePlace } from '../place.ts'
import { validateOpenFields } from './fields.ts'
import { validateFilters } from './filters.ts'
import { validatePopulatePaths } from './populate-paths.ts'
import { validateSort } from './sort.ts'

/** A level of a populate parameter. */
interface Position {
  readonly model: Model | undefined
  /** All names in the populate that lead to this level, including options, joined by dots; null at the root. */
  readonly raw: string | null
  /** The names of the attributes that lead to this level, joined by dots; null stands for the root. */
  readonly path: string | null
  /** Whether the object on this level is the value of an attribute, so that its keys are options. */
  readonly isBelowAttribute: boolean
}

/** Checks every name in a populate. @throws ServiceFault */
export function validatePopulate(populate: Json, model: Model | undefined, place: ServicePlace): void {
  validateAt(populate, { model, raw: null, path: null, isBelowAttribute: false }, place)
}

function validateAt(populate: Json, at: Position, place: ServicePlace): void {
  if (at.model === undefined) throw plainFault('Missing schema in defaultValidatePopulate')
  const paths = pathsOf(populate)
  if (paths === undefined) visit(populate, at, place)
  else validatePopulatePaths(paths, at.model, place)
}

/** Returns the paths of a populate that is a text or a list of texts; undefined for other forms. */
function pathsOf(populate: Json): readonly string[] | undefined {
  if (typeof populate === 'string') return populate === '*' ? undefined : [populate]
  return isList(populate) && populate.length > 0 && populate.every((item) => typeof item === 'string')
    ? populate.map(String)
    : undefined
}

function visit(populate: Json, at: Position, place: ServicePlace): void {
  if (typeof populate === 'string') {
    if (populate !== '*') visit({ [populate]: true }, at, place)
    return
  }
  if (typeof populate !== 'object' || populate === null) return
  for (const [key, value] of Object.entries(populate)) {
    const attribute = at.model?.attributes.get(key)
    const raw = at.raw === null ? key : `${at.raw}.${key}`
    const path = attribute === undefined ? at.path : at.path === null ? key : `${at.path}.${key}`
    visitKey(key, value, attribute, { ...at, raw, path }, place)
  }
}

type Below = Position & { readonly raw: string }

function visitKey(
  key: string,
  value: Json,
  attribute: Attribute | undefined,
  at: Below,
  place: ServicePlace,
): void {
  if (!at.isBelowAttribute && attribute !== undefined) {
    checkAttribute(key, value, attribute, at)
    visitAttribute(value, attribute, at, place)
    return
  }
  visitOption(key, value, at, place)
  if (attribute !== undefined && !OPTIONS.has(key)) visitAttribute(value, attribute, at, place)
}

const OPTIONS: ReadonlySet<string> = new Set(['sort', 'filters', 'fields'])

function checkAttribute(key: string, value: Json, attribute: Attribute, { raw }: Below): void {
  const isOfSeveralTypes = attribute.kind === 'zone' || attribute.kind === 'morphTo'
  const populate = isObject(value) ? (member(value, 'populate') ?? null) : null
  if (isOfSeveralTypes && populate !== null && populate !== '*') throw invalidKey('populate', raw)
  if (!isPopulatable(attribute)) throw invalidKey(key, raw)
}

function visitAttribute(value: Json, attribute: Attribute, at: Below, place: ServicePlace): void {
  const below = { ...at, isBelowAttribute: true }
  switch (attribute.kind) {
    case 'scalar':
      return
    case 'zone':
    case 'morphTo': {
      const on = isObject(value) ? (member(value, 'on') ?? null) : null
      if (isObject(on) || (attribute.kind === 'zone' && on !== null && on !== false && on !== ''))
        visit({ on }, below, place)
      return
    }
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component':
      visit(value, { ...below, model: targetOf(place.schema, attribute) }, place)
  }
}

/** Checks a key of a populate that is not an attribute, such as an option. */
function visitOption(key: string, value: Json, at: Below, place: ServicePlace): void {
  const { model, path, raw } = at
  switch (key) {
    case 'on':
      return visitFragments(value, at, place)
    case 'count':
      if (booleanLike(value) === undefined) throw invalidKey(key, path)
      return
    case 'sort':
      return validateSort(value, model, place)
    case 'filters':
      return validateFilters(value, model, place)
    case 'fields':
      return validateOpenFields(value, model)
    case 'populate':
      return visitNested(value, { model, raw, path, isBelowAttribute: false }, place)
    default:
      if (booleanLike(key) === undefined) throw invalidKey(key, path)
  }
}

/**
 * Checks a populate inside another populate. As in Strapi, the function checks paths twice: as paths and as an object.
 */
function visitNested(populate: Json, at: Position, place: ServicePlace): void {
  validateAt(populate, at, place)
  const paths = pathsOf(populate)
  if (paths !== undefined) visit(pathsObject(paths), at, place)
}

function visitFragments(on: Json, at: Below, place: ServicePlace): void {
  if (typeof on !== 'object' || on === null) throw invalidKey('on', at.raw)
  for (const uid of Object.keys(on))
    if (modelOf(place.schema, uid) === undefined) throw invalidKey(uid, `${at.raw}.${uid}`)
  const fragments: JsonObject = isObject(on) ? on : {}
  for (const [uid, value] of Object.entries(fragments))
    visit(value, { ...at, model: modelOf(place.schema, uid), raw: `${at.raw}[${uid}]` }, place)
}
