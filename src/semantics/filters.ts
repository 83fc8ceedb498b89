/**
 * Implements `filters` in three-valued logic. Each relation in a filter selects one linked row, or none if no link
 * exists. For each such selection, the whole condition is true, false or unknown. A row matches if any selection of
 * linked rows makes the condition true.
 */
import type { Node } from '../reference/graph/graph.ts'
import type { FilterSyntax } from '../reference/parse/syntax.ts'
import type { Model } from '../reference/schema/schema.ts'
import { invariant } from '../util/invariant.ts'
import { followed } from './links.ts'
import { columnOf, leadsTo } from './model.ts'
import { type ColumnOfRow, isMeant, MEANINGS, type Operand } from './operators.ts'
import { both, either, not, type Truth } from './truth.ts'
import type { View } from './visibility.ts'

/** The truth values of a condition for all possible selections of linked rows. */
type Outcomes = readonly Truth[]

const ALWAYS: Outcomes = [true]

export function matches(filters: FilterSyntax | undefined, node: Node, model: Model, view: View): boolean {
  return filters === undefined || outcomes(filters, node, model, view).includes(true) // filters.through
}

/** Combines two sets of truth values. Each condition selects its own linked rows, so all pairs can occur. */
const combine = (a: Outcomes, b: Outcomes, join: (a: Truth, b: Truth) => Truth): Outcomes => [
  ...new Set(a.flatMap((left) => b.map((right) => join(left, right)))),
]
const all = (parts: readonly Outcomes[]): Outcomes => parts.reduce((a, b) => combine(a, b, both), ALWAYS)
const any = (parts: readonly Outcomes[]): Outcomes =>
  parts.length === 0 ? ALWAYS : parts.reduce((a, b) => combine(a, b, either), [false])

function outcomes(syntax: FilterSyntax, node: Node | null, model: Model, view: View): Outcomes {
  if (syntax.kind !== 'map') return ALWAYS
  return all(syntax.entries.map(({ key, value }) => member(key, value, node, model, view))) // filters.all
}

function member(key: string, value: FilterSyntax, node: Node | null, model: Model, view: View): Outcomes {
  const parts = (): readonly Outcomes[] => itemsOf(value).map((item) => outcomes(item, node, model, view))
  if (key === '$and') return all(parts()) // filters.op.$and
  if (key === '$or') return any(parts()) // filters.op.$or
  if (key === '$not') return all(parts()).map(not) // filters.op.$not
  const column = columnOf(key, model)
  if (column !== undefined) return [onColumn(value, { node, name: key, column })]
  const attribute = model.attributes.get(key)
  if (attribute === undefined || attribute.kind === 'scalar') return ALWAYS
  const target = leadsTo(attribute, view.graph.schema)
  if (target === undefined) return ALWAYS
  const found = node === null ? [] : followed(node, attribute, view)
  const choices = found.length === 0 ? [null] : found
  const isOfId = comparesId(value)
  return choices.flatMap((choice) =>
    isOfId
      ? [onColumn(value, { node: choice, name: 'id', column: 'id' })] // filters.relation-id
      : outcomes(value, choice, target, view),
  )
}

const itemsOf = (value: FilterSyntax): readonly FilterSyntax[] =>
  value.kind === 'list' ? value.items : [value]

/** Returns whether a filter on a relation compares the linked id: a text, a list, or any operator but `$and`, `$or`. */
function comparesId(value: FilterSyntax): boolean {
  if (value.kind !== 'map') return true
  return value.entries.some(({ key }) => key.startsWith('$') && key !== '$and' && key !== '$or')
}

function onColumn(value: FilterSyntax, place: ColumnOfRow): Truth {
  if (value.kind !== 'map') return test(value.kind === 'value' ? '$eq' : '$in', value, place) // filters.implicit
  return value.entries.map((entry) => onOperator(entry.key, entry.value, place)).reduce(both, true)
}

function onOperator(key: string, value: FilterSyntax, place: ColumnOfRow): Truth {
  if (key !== '$not') return test(key, value, place)
  return itemsOf(value)
    .map((item) => not(onColumn(item, place))) // filters.op.$not filters.not-list
    .reduce(both, true)
}

function test(key: string, value: FilterSyntax, place: ColumnOfRow): Truth {
  invariant(isMeant(key), `a column is tested by ${key}`)
  return MEANINGS[key](place, itemsOf(value).map(operandOf))
}

const operandOf = (value: FilterSyntax): Operand => (value.kind === 'value' ? value.value : null)
