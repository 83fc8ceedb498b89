/** Validates the names in `filters` of the document service. */
import { isOperator } from '../../../../reference/operators/operators.ts'
import type { Attribute, Model } from '../../../../reference/schema/schema.ts'
import { targetOf } from '../../../../reference/schema/target.ts'
import { isList, isObject, type Json } from '../../../../util/json.ts'
import { invalidKey } from '../../fault.ts'
import type { ServicePlace } from '../place.ts'

/** A name in `filters`, with its attribute and its path. */
interface Visited {
  readonly key: string
  readonly attribute: Attribute | undefined
  /** The names of the attributes that lead to the name, joined by dots; null at the root. */
  readonly path: string | null
}

type Visitor = (visited: Visited) => void

const isKnown: Visitor = ({ key, attribute, path }) => {
  if (attribute === undefined && key !== 'id' && key !== 'documentId' && !isOperator(key))
    throw invalidKey(key, path)
}

/** Makes a check of `filters` that refuses attributes of one kind. */
export const noKind =
  (kind: 'zone' | 'morphTo'): Visitor =>
  ({ key, attribute, path }) => {
    if (attribute?.kind === kind) throw invalidKey(key, path)
  }

/** Checks that all names in `filters` are known; then refuses zones, and then morph relations. @throws ServiceFault */
export function validateFilters(filters: Json, model: Model | undefined, place: ServicePlace): void {
  for (const visit of [isKnown, noKind('zone'), noKind('morphTo')])
    visitFilters(filters, model, null, { visit, place })
}

interface FiltersWalk {
  readonly visit: Visitor
  readonly place: ServicePlace
}

function visitFilters(
  filters: Json,
  model: Model | undefined,
  above: string | null,
  walk: FiltersWalk,
): void {
  if (isList(filters)) for (const item of filters) visitFilters(item, model, above, walk)
  if (!isObject(filters)) return
  for (const [key, value] of Object.entries(filters)) {
    const attribute = model?.attributes.get(key)
    const path = attribute === undefined ? above : above === null ? key : `${above}.${key}`
    walk.visit({ key, attribute, path })
    if (value !== null) visitBelow(key, value, attribute, model, path, walk)
  }
}

function visitBelow(
  key: string,
  value: Json,
  attribute: Attribute | undefined,
  model: Model | undefined,
  path: string | null,
  walk: FiltersWalk,
): void {
  switch (attribute?.kind) {
    case undefined:
      if (walk.place.has('opaque-operand-dropped') || !isOpaque(key, value, model))
        visitFilters(value, model, path, walk)
      return
    case 'scalar':
      if (isObject(value) && !walk.place.has('opaque-operand-dropped')) visitFilters(value, model, path, walk)
      return
    case 'relation':
    case 'media':
    case 'component':
      return visitFilters(value, targetOf(walk.place.schema, attribute), path, walk)
    case 'morphBy':
    case 'morphTo':
    case 'zone':
  }
}

/**
 * Returns whether a key is an operator (except `$not`) whose operand is an object without operators and attributes
 * of the model. Strapi does not check the names in an operand that is an object of unknown names.
 */
const isOpaque = (key: string, value: Json, model: Model | undefined): boolean =>
  isOperator(key) &&
  key !== '$not' &&
  isObject(value) &&
  !Object.keys(value).some((name) => isOperator(name) || model?.attributes.has(name))
