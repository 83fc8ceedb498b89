/** Walks over the parameter `filters`. */
import { isOperator } from '../../../reference/operators/operators.ts'
import type { Model } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json } from '../../../util/json.ts'
import {
  isEmptyTree,
  isTree,
  membersOf,
  objectOf,
  type Part,
  type Place,
  placeBelow,
  type Visit,
  valueAfter,
  visitOf,
  type Walk,
} from './walk.ts'

/** Calls the visitor for each key in `filters`. The returned `filters` omits items of a list that become empty. */
export function walkFilters(walk: Walk, place: Place, filters: Part): Part {
  if (isList(filters))
    return filters
      .map((filter) => walkFilters(walk, place, filter))
      .filter((filter): filter is Json => filter !== undefined && !isEmptyTree(filter))
  if (!isObject(filters)) return filters
  return objectOf(
    membersOf(filters).map(([key, value]) => {
      const visit = visitOf(key, value, place)
      const after = valueAfter(walk.visit(visit), value)
      return [key, after === undefined || after === null ? after : inside(walk, visit, place, after)]
    }),
  )
}

function inside(walk: Walk, visit: Visit, place: Place, value: Json): Part {
  const { attribute, key, path } = visit
  if (attribute === undefined) {
    const isOperand = isOperator(key) && key !== '$not' && isObject(value) && !hasNames(value, place.model)
    return isOperand ? value : walkFilters(walk, { ...place, parent: undefined }, value)
  }
  if (attribute.kind === 'scalar')
    return isObject(value) ? walkFilters(walk, { model: place.model, path, parent: attribute }, value) : value
  const below = placeBelow(visit, walk.schema)
  return below === undefined ? value : walkFilters(walk, below, value)
}

/** Returns whether an operand contains operators or attributes, so that the operand is itself a condition. */
const hasNames = (value: Json, model: Model | undefined): boolean =>
  isTree(value) && Object.keys(value).some((key) => isOperator(key) || model?.attributes.has(key) === true)
