/**
 * Converts generated filters to values of the declared filter type; returns undefined for filters that the type does
 * not allow.
 */

import { isObject, isTexts, type QueryObject, type QueryTree } from '../../../properties/arbitraries/print.ts'
import { isTestOperator, OPERATORS } from '../../../src/reference/operators/operators.ts'
import type { ScalarAttribute, ScalarType } from '../../../src/reference/schema/schema.ts'
import { LINK_OPERATORS } from '../../../src/tools/types/link-operators.ts'
import type { Seen, SeenModel } from '../../../src/tools/types/seen.ts'
import type { Typed, TypedObject } from './typed-value.ts'

type FilterColumn = ScalarAttribute | 'id' | 'documentId'

/** Converts all members of an object; undefined if the type does not allow one of the members. */
function every(
  tree: QueryObject,
  typed: (name: string, value: QueryTree) => Typed | undefined,
): TypedObject | undefined {
  const members: [string, Typed][] = []
  for (const [name, value] of Object.entries(tree)) {
    const one = typed(name, value)
    if (one === undefined) return undefined
    members.push([name, one])
  }
  return Object.fromEntries(members)
}

function everyItem(
  items: readonly QueryTree[],
  typed: (item: QueryTree) => Typed | undefined,
): readonly Typed[] | undefined {
  const all = items.flatMap((item): Typed[] => {
    const one = typed(item)
    return one === undefined ? [] : [one]
  })
  return all.length === items.length ? all : undefined
}

const isTreeList = (tree: QueryTree): tree is readonly QueryTree[] => Array.isArray(tree)

export function typedFilters(tree: QueryTree, model: SeenModel, seen: Seen): TypedObject | undefined {
  if (!isObject(tree)) return undefined
  return every(tree, (name, value) => {
    if (name === '$not') return typedFilters(value, model, seen)
    if (name === '$and' || name === '$or') return group(value, model, seen)
    return condition(name, value, model, seen)
  })
}

const group = (value: QueryTree, model: SeenModel, seen: Seen): Typed | undefined =>
  isTreeList(value) ? everyItem(value, (item) => typedFilters(item, model, seen)) : undefined

function condition(name: string, value: QueryTree, model: SeenModel, seen: Seen): Typed | undefined {
  if (name === 'id' || name === 'documentId') return onColumn(name, value)
  const scalar = model.scalars.find((attribute) => attribute.name === name)
  if (scalar !== undefined) return onColumn(scalar, value)
  const link = model.links.find(({ attribute }) => attribute.name === name)
  const target = seen.models.get(link?.to[0] ?? '')
  if (target === undefined || link?.attribute.kind === 'zone' || link?.attribute.kind === 'morphTo')
    return undefined
  return onTarget(value, target, seen)
}

function onTarget(value: QueryTree, target: SeenModel, seen: Seen): Typed | undefined {
  if (isTexts(value)) return { $in: value.map(Number) }
  if (!isObject(value)) return value === null ? undefined : operand('id', value)
  const [[name = '', inner = null] = []] = Object.entries(value)
  if (name === '$and' || name === '$or') {
    const items = group(inner, target, seen)
    return items === undefined ? undefined : { [name]: items }
  }
  if (!name.startsWith('$')) return every(value, (key, one) => condition(key, one, target, seen))
  const operators = onColumn('id', value)
  const isOwn = isTestOperator(name) && LINK_OPERATORS.includes(name)
  return operators === undefined || isOwn ? operators : { id: operators }
}

function onColumn(column: FilterColumn, value: QueryTree): Typed | undefined {
  if (isObject(value)) return every(value, (name, one) => tested(column, name, one))
  if (isTreeList(value)) return everyItem(value, (item) => operand(column, item))
  return operand(column, value)
}

/** Converts one operator with its operand. */
function tested(column: FilterColumn, name: string, value: QueryTree): Typed | undefined {
  if (name === '$not') return isTreeList(value) ? undefined : onColumn(column, value)
  if (!isTestOperator(name)) return undefined
  switch (OPERATORS[name].takes) {
    case 'flag':
      return value !== 'false' && value !== '0' && value !== ''
    case 'list':
    case 'pair':
      return everyItem([value].flat(), (item) => operand(column, item))
    case 'text':
      return typeof value === 'string' ? value : undefined
    case 'value':
      return operand(column, value)
  }
}

/** Converts the text of a filter operand to a value of the column's type: a number, a boolean or a text. */
function operand(column: FilterColumn, value: QueryTree): Typed | undefined {
  if (typeof value !== 'string') return undefined
  if (column === 'documentId') return value
  if (column !== 'id' && column.type === 'enumeration') return column.enum.includes(value) ? value : undefined
  const type = column === 'id' ? 'integer' : column.type
  if (type === 'boolean') return ['true', 't', '1'].includes(value)
  return NUMBERS.includes(type) ? numberIn(value) : value
}

const NUMBERS: readonly ScalarType[] = ['integer', 'float', 'decimal']

function numberIn(text: string): number | undefined {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}
