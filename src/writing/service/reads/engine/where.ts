/** Plans `where` of the query engine as a condition. */
import { isOperator } from '../../../../reference/operators/operators.ts'
import type { FilterSyntax } from '../../../../reference/parse/syntax.ts'
import { isJson } from '../../../../reference/plan/column.ts'
import { onColumn } from '../../../../reference/plan/filters.ts'
import { ALWAYS, type Condition, EVERY_ROW, type Step } from '../../../../reference/plan/plan.ts'
import type { Attribute, Model } from '../../../../reference/schema/schema.ts'
import { isScalar, targetOf } from '../../../../reference/schema/target.ts'
import { withoutCollisions } from '../../../../reference/strapi/plan/collisions.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../../util/json.ts'
import { columnFault, plainFault } from '../../fault.ts'
import type { ServicePlace } from '../place.ts'
import { type Aliases, type SingleTarget, tablesTo } from './aliases.ts'
import { columnNamed } from './columns.ts'
import { checkOperand, isAttributeOperator, operandSyntax, withoutBooleans } from './operands.ts'

/** The context for planning a condition, with the alias of the table whose columns the condition tests. */
interface WherePlace extends ServicePlace {
  readonly aliases: Aliases
  readonly alias: string
}

/**
 * Converts the `where` of a query-engine call to a condition, which is always true for null or a missing `where`.
 * @throws ServiceFault if `where` is not an object.
 */
export function planWhere(
  where: Json | undefined,
  model: Model,
  place: ServicePlace,
  aliases: Aliases,
): Condition {
  if (where === undefined || where === null) return ALWAYS
  if (!isObject(where)) throw plainFault('Where must be an object')
  const at = { ...place, aliases, alias: 't0' }
  return withoutCollisions(members(where, model, at), { has: () => true })
}

/**
 * Plans the condition of `filters`: an object or a list; null or a missing value means no condition.
 * @throws ServiceFault for any other value.
 */
export function planEngineFilters(model: Model, place: ServicePlace, aliases: Aliases): Condition {
  const { filters } = place
  if (filters === undefined || filters === null) return ALWAYS
  if (isList(filters))
    return { kind: 'all', of: filters.map((item) => planWhere(item, model, place, aliases)) }
  if (!isObject(filters)) throw plainFault('Where must be an array or an object')
  return planWhere(filters, model, place, aliases)
}

const members = (where: JsonObject, model: Model, place: WherePlace): Condition => ({
  kind: 'all',
  of: Object.entries(where).map(([key, value]) => memberOf(key, value, model, place)),
})

function memberOf(key: string, value: Json, model: Model, place: WherePlace): Condition {
  if (key === '$and' || key === '$or') return group(key, value, model, place)
  if (key === '$not') return negated(nested(value, model, place))
  if (isAttributeOperator(key))
    throw plainFault(`Only $and, $or and $not can only be used as root level operators. Found ${key}.`)
  if (key === 'id' || (key === 'documentId' && model.modelType === 'contentType')) {
    checkOperand(null, value)
    return onColumn(key, operandSyntax(withoutBooleans(value)), place)
  }
  const attribute = model.attributes.get(key)
  return attribute === undefined
    ? onRawColumn(key, value, model, place)
    : onAttribute(attribute, value, place)
}

function group(key: '$and' | '$or', value: Json, model: Model, place: WherePlace): Condition {
  if (!isList(value)) throw plainFault(`Operator ${key} must be an array`)
  const of = value.map((item) => (isList(item) ? ALWAYS : nested(item, model, place))).filter(hasTest)
  return { kind: key === '$and' ? 'all' : 'any', of, group: key }
}

function nested(value: Json, model: Model, place: WherePlace): Condition {
  if (!isObject(value)) throw plainFault('Where must be an array or an object')
  return members(value, model, place)
}

const negated = (of: Condition): Condition => (hasTest(of) ? { kind: 'not', of } : ALWAYS)

/** Returns whether a condition contains a test. The database ignores a group of conditions without tests. */
function hasTest(condition: Condition): boolean {
  switch (condition.kind) {
    case 'test':
      return true
    case 'not':
    case 'some':
      return hasTest(condition.of)
    case 'all':
    case 'any':
      return condition.of.some(hasTest)
  }
}

function onAttribute(attribute: Attribute, value: Json, place: WherePlace): Condition {
  switch (attribute.kind) {
    case 'scalar':
      checkOperand(attribute, value)
      return onColumn(attribute, operandSyntax(isJson(attribute) ? withoutBooleans(value) : value), place)
    case 'zone':
    case 'morphTo':
      throw plainFault('You cannot filter on relation types')
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component':
      return onLinked(attribute, value, place)
  }
}

/**
 * Returns the step from a row to all rows that an attribute links. The linked rows include drafts and the row itself.
 */
export const joinStep = (attribute: SingleTarget): Step => ({
  attribute,
  rows: EVERY_ROW,
  onlyFirst: false,
  asReal: { includesSelf: true, seesPrivate: false },
})

function onLinked(attribute: SingleTarget, value: Json, place: WherePlace): Condition {
  const target = targetOf(place.schema, attribute)
  if (target === undefined) return ALWAYS
  const alias = place.aliases.join(tablesTo(attribute, target))
  return { kind: 'some', link: joinStep(attribute), of: linkedCondition(value, target, { ...place, alias }) }
}

function linkedCondition(value: Json, target: Model, place: WherePlace): Condition {
  if (!isObject(value)) return onColumn('id', operandSyntax(value), place)
  const keys = Object.keys(value)
  const operators = keys.filter(isOperatorKey)
  const [operator] = operators
  if (operator === undefined) return members(value, target, place)
  if (operators.length !== keys.length)
    throw plainFault('Operator and non-operator keys cannot be mixed in a relation where clause')
  if (operators.length > 1)
    throw plainFault(`Only one operator key is allowed in a relation where clause, but found: ${operators}`)
  if (operator === '$and' || operator === '$or') return members(value, target, place)
  return onIds(operator, value[operator] ?? null, target, place)
}

const isOperatorKey = (key: string): boolean => isOperator(key)

/**
 * Plans an operator on the ids of linked rows. If the operand is an object, the function first checks the object as a
 * `where`.
 */
function onIds(operator: string, operand: Json, target: Model, place: WherePlace): Condition {
  if (isObject(operand)) {
    members(operand, target, place)
    const [first] = Object.keys(operand)
    if (first !== undefined)
      throw plainFault(`Undefined attribute level operator ${columnKey(first, target, place)}`)
  }
  const value: FilterSyntax = {
    kind: 'map',
    entries: [{ key: operator, value: operandSyntax(operand, operator) }],
  }
  return onColumn('id', value, place)
}

/** Returns the name of a key in the error message of the database. A key that is an operator stays unchanged. */
const columnKey = (key: string, target: Model, { alias }: WherePlace): string =>
  isOperator(key) ? key : `${alias}.${target.attributes.has(key) ? columnNamed(key) : key}`

/** Plans a condition on a key that is not the name of an attribute, so that the key must be the name of a column. */
function onRawColumn(key: string, value: Json, model: Model, place: WherePlace): Condition {
  checkOperand(null, value)
  const creator = [...model.attributes.values()].find(
    (one) => one.kind === 'relation' && one.via === 'creator' && `${columnNamed(one.name)}_id` === key,
  )
  if (creator?.kind === 'relation')
    return { kind: 'some', link: joinStep(creator), of: onColumn('id', operandSyntax(value), place) }
  if (key === 'document_id' && model.modelType === 'contentType')
    return onColumn('documentId', operandSyntax(value), place)
  const column = [...model.attributes.values()].filter(isScalar).find(({ name }) => columnNamed(name) === key)
  if (column === undefined) throw columnFault(key, place.alias)
  return onColumn(column, operandSyntax(value), place)
}
