/**
 * Filters as three-valued logic over choices: every mention of a relation chooses one linked row, or none where nothing
 * is linked, and each choice makes the whole true, false or unknown. A row matches if one choice makes it true.
 */

import { leadsTo } from '../../properties/arbitraries/places.ts'
import type { Column } from '../../properties/arbitraries/values.ts'
import type { Node } from '../reference/graph/graph.ts'
import type { FilterSyntax } from '../reference/parse/syntax.ts'
import type { Model } from '../reference/schema/schema.ts'
import { invariant } from '../util/invariant.ts'
import { isMeant, MEANINGS } from './operators.ts'
import { both, either, not, type Truth } from './truth.ts'
import { columnOf, shownBy, type View } from './view.ts'

/** What a condition comes to, for every choice there is. */
type Outcomes = readonly Truth[]

const ALWAYS: Outcomes = [true]

export function matches(filters: FilterSyntax | undefined, node: Node, model: Model, view: View): boolean {
  return filters === undefined || outcomes(filters, node, model, view).includes(true)
}

/** Every outcome of one beside every outcome of the other. */
const combine = (a: Outcomes, b: Outcomes, join: (a: Truth, b: Truth) => Truth): Outcomes => [
  ...new Set(a.flatMap((left) => b.map((right) => join(left, right)))),
]
const all = (parts: readonly Outcomes[]): Outcomes => parts.reduce((a, b) => combine(a, b, both), ALWAYS)
const any = (parts: readonly Outcomes[]): Outcomes =>
  parts.length === 0 ? ALWAYS : parts.reduce((a, b) => combine(a, b, either), [false])

function outcomes(syntax: FilterSyntax, node: Node | null, model: Model, view: View): Outcomes {
  if (syntax.kind !== 'map') return ALWAYS
  return all(syntax.entries.map(({ key, value }) => member(key, value, node, model, view)))
}

function member(key: string, value: FilterSyntax, node: Node | null, model: Model, view: View): Outcomes {
  const items = value.kind === 'list' ? value.items : [value]
  const below = (item: FilterSyntax): Outcomes => outcomes(item, node, model, view)
  if (key === '$and') return all(items.map(below))
  if (key === '$or') return any(items.map(below))
  if (key === '$not') return all(items.map(below)).map(not)
  const column = columnOf(key, model)
  if (column !== undefined) return [onColumn(value, node, key, column)]
  const attribute = model.attributes.get(key)
  if (attribute === undefined || attribute.kind === 'scalar') return ALWAYS
  const target = leadsTo(attribute, view.graph.schema)
  if (target === undefined) return ALWAYS
  const found = node === null ? [] : shownBy(node, attribute, view)
  const choices = found.length === 0 ? [null] : found
  return choices.flatMap((choice) =>
    speaksOfId(value) ? [onColumn(value, choice, 'id', 'id')] : outcomes(value, choice, target, view),
  )
}

/** A bare value, a list, or an operator other than a group compares the id of the linked row. */
function speaksOfId(value: FilterSyntax): boolean {
  if (value.kind !== 'map') return true
  return value.entries.some(({ key }) => key.startsWith('$') && key !== '$and' && key !== '$or')
}

function onColumn(value: FilterSyntax, node: Node | null, name: string, column: Column): Truth {
  switch (value.kind) {
    case 'value':
      return test('$eq', value, node, name, column)
    case 'list':
      return test('$in', value, node, name, column)
    case 'map':
      return value.entries
        .map(({ key, value: inner }) => onOperator(key, inner, node, name, column))
        .reduce(both, true)
  }
}

function onOperator(
  key: string,
  value: FilterSyntax,
  node: Node | null,
  name: string,
  column: Column,
): Truth {
  if (key !== '$not') return test(key, value, node, name, column)
  const items = value.kind === 'list' ? value.items : [value]
  return items.map((item) => not(onColumn(item, node, name, column))).reduce(both, true)
}

function test(key: string, value: FilterSyntax, node: Node | null, name: string, column: Column): Truth {
  invariant(isMeant(key), `a column is tested by ${key}`)
  return MEANINGS[key](
    { node, name, column },
    value.kind === 'list' ? value.items.map(textOf) : [textOf(value)],
  )
}

const textOf = (value: FilterSyntax): string | null => (value.kind === 'value' ? value.value : null)
