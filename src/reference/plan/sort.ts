/**
 * Plans `sort`: finds the steps that lead to each sort key. The planner ignores a key that leads to no column, and a
 * key with an invalid sort order.
 */
import { isPosition, throughRelation } from '../parse/sort.ts'
import type { SortKey, SortSyntax } from '../parse/syntax.ts'
import type { Column, Model } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { ignoresStatus } from '../strapi/plan/sort.ts'
import { orderOf, reader } from './column.ts'
import type { PlanContext, SortStep, Step } from './plan.ts'
import { leadsOn, type PlaceContext, stepThrough } from './step.ts'

/** Returns the planned keys of a sort, in order. The order of rows with equal sort keys is not part of the result. */
export const planSort = ({ keys }: SortSyntax, model: Model, place: PlaceContext): readonly SortStep[] =>
  keys.flatMap((key) => sortStep(key, model, place) ?? [])

function sortStep(written: SortKey, root: Model, place: PlaceContext): SortStep | undefined {
  const through: Step[] = []
  let key = written
  let model = root
  for (let at = 0; at < key.path.length; at++) {
    const name = key.path[at] ?? ''
    if (name === '' && at > 0) continue
    const attribute = model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') {
      const column = attribute ?? (name === 'id' || name === 'documentId' ? name : undefined)
      const isNone =
        column === undefined || isPosition(key, key.path.slice(at + 1)) || ignoresStatus(name, place)
      return isNone ? undefined : ending(column, key, through, place)
    }
    if (through.length === 0 && attribute.kind !== 'morphBy') key = throughRelation(key)
    const target = leadsOn(attribute) ? targetOf(place.schema, attribute) : undefined
    if (!leadsOn(attribute) || target === undefined) return undefined
    through.push(stepThrough(attribute, place))
    model = target
  }
  return undefined
}

function ending(
  column: Column,
  key: SortKey,
  through: readonly Step[],
  { database }: PlanContext,
): SortStep | undefined {
  const descending = isDescending(key)
  if (descending === undefined) return undefined
  const nullsFirst = database.nulls === 'high' ? descending : !descending
  const read = reader(column, database)
  return { through, column, read, descending, nullsFirst, compare: orderOf(column, database) }
}

/** Returns whether a sort key is descending; undefined if its order is invalid. */
function isDescending({ order, form }: SortKey): boolean | undefined {
  if (order.kind !== 'text') return order.kind === 'none' ? false : undefined
  const text = order.text.trim().toLowerCase()
  return form === 'object' && text === '' ? undefined : text === 'desc'
}
