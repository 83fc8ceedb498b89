/** Plans `orderBy` of the query engine: the sort keys, and the steps to each key. */
import { orderOf, reader } from '../../../../reference/plan/column.ts'
import type { SortStep, Step } from '../../../../reference/plan/plan.ts'
import type { Attribute, Column, Model } from '../../../../reference/schema/schema.ts'
import { targetOf } from '../../../../reference/schema/target.ts'
import { isList, isObject, type Json } from '../../../../util/json.ts'
import { columnFault, plainFault, typeFault } from '../../fault.ts'
import type { ServicePlace, SortOrder } from '../place.ts'
import { type Aliases, tablesTo } from './aliases.ts'
import { publicationOrder } from './publication-order.ts'
import { joinStep } from './where.ts'

/** A sort key and its column. The column is null for the order by publication (drafts before published entries). */
interface OrderKey {
  readonly step: SortStep
  readonly column: string | null
}

/** The context of a sort key. */
interface OrderPlace extends ServicePlace {
  readonly aliases: Aliases
}

/** Returns the sort keys of `orderBy`, in order. @throws ServiceFault */
export function planOrder(
  orderBy: Json | undefined,
  model: Model,
  place: ServicePlace,
  aliases: Aliases,
): SortOrder {
  const keys =
    orderBy === undefined || orderBy === null ? [] : steps(orderBy, model, [], { ...place, aliases })
  const sort = keys.map(({ step }) => step)
  const columns = keys.flatMap(({ column }) => column ?? [])
  return { sort, columns, isDeep: sort.some(({ through }) => through.length > 0) }
}

const nameOf = (column: Column): string => (typeof column === 'string' ? column : column.name)

function steps(
  orderBy: Json,
  model: Model,
  through: readonly Step[],
  place: OrderPlace,
): readonly OrderKey[] {
  if (typeof orderBy === 'string') return [named(orderBy, undefined, model, through, place)]
  if (isList(orderBy)) return orderBy.flatMap((item) => steps(item, model, through, place))
  if (!isObject(orderBy)) throw plainFault('Invalid orderBy syntax')
  return Object.entries(orderBy).flatMap(([key, value]) => entrySteps(key, value, model, through, place))
}

function entrySteps(
  key: string,
  value: Json,
  model: Model,
  through: readonly Step[],
  place: OrderPlace,
): readonly OrderKey[] {
  const attribute = model.attributes.get(key)
  if (key === 'status' || attribute === undefined || attribute.kind === 'scalar')
    return [named(key, value, model, through, place)]
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
    throw plainFault('You cannot order on relation types')
  const target = targetOf(place.schema, attribute)
  if (target === undefined) return []
  place.aliases.join(tablesTo(attribute, target))
  return steps(value, target, [...through, joinStep(attribute)], place)
}

function named(
  name: string,
  direction: Json | undefined,
  model: Model,
  through: readonly Step[],
  place: ServicePlace,
): OrderKey {
  const { database } = place
  if (name === 'status')
    return { step: publicationOrder(isDescending(direction), model, place), column: null }
  const column = columnOf(name, model)
  const descending = isDescending(direction)
  const nullsFirst = database.nulls === 'high' ? descending : !descending
  const read = reader(column, database)
  const compare = orderOf(column, database)
  return { step: { through, column, read, descending, nullsFirst, compare }, column: nameOf(column) }
}

function columnOf(name: string, model: Model): Column {
  if (name === 'id' || (name === 'documentId' && model.modelType === 'contentType')) return name
  const attribute: Attribute | undefined = model.attributes.get(name)
  if (attribute === undefined) throw plainFault(`Attribute ${name} not found on model ${model.uid}`)
  if (attribute.kind !== 'scalar') throw columnFault(name)
  return attribute
}

/** Returns whether a direction is descending. A missing direction, and any text other than `desc`, means ascending. */
function isDescending(direction: Json | undefined): boolean {
  if (
    direction === undefined ||
    direction === null ||
    direction === '' ||
    direction === 0 ||
    direction === false
  )
    return false
  if (typeof direction !== 'string') throw typeFault('(value || "").toLowerCase is not a function')
  return direction.toLowerCase() === 'desc'
}
