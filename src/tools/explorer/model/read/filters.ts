/** Reads the filters of a query as a tree: single tests, and groups such as `$and`. */
import {
  IMPLICIT,
  isLogicalOperator,
  isOperator,
  LOGICAL,
} from '../../../../reference/operators/operators.ts'
import type { FilterEntry, FilterSyntax } from '../../../../reference/parse/syntax.ts'
import type { Filter, OperandInput } from '../query.ts'
import { unsaid } from '../unsaid.ts'
import { wholeName } from './names.ts'

/**
 * Returns the filters in an object, which are combined by AND. The parser's nesting limit bounds the depth of the
 * recursion.
 */
export function readFilters(filters: FilterSyntax, where: string): readonly Filter[] {
  if (filters.kind !== 'map') return unsaid(where, 'expected an object of names and operators')
  return filters.entries.flatMap((entry) => inEntry(entry, [], where))
}

function inEntry({ key, value }: FilterEntry, path: readonly string[], above: string): readonly Filter[] {
  const where = `${above}[${key}]`
  if (isLogicalOperator(key)) {
    const items = LOGICAL[key].takes === 'conditions' ? itemsOf(value, where) : [mapOf(value, where)]
    return [{ kind: 'group', path, operator: key, items }]
  }
  if (isOperator(key)) return [{ kind: 'test', path, operator: key, operand: operandOf(value, where) }]
  const name = wholeName(key)
  if (name === '' || name.startsWith('$'))
    return unsaid(where, 'a name that is neither an attribute nor an operator')
  switch (value.kind) {
    case 'map':
      if (value.entries.length === 0) return unsaid(where, 'nothing in it')
      return value.entries.flatMap((entry) => inEntry(entry, [...path, name], where))
    case 'value':
      return [
        { kind: 'test', path: [...path, name], operator: IMPLICIT.value, operand: operandOf(value, where) },
      ]
    case 'list':
      return unsaid(where, 'a list without an operator')
  }
}

function itemsOf(value: FilterSyntax, where: string): readonly (readonly Filter[])[] {
  if (value.kind !== 'list') return unsaid(where, 'not a list')
  return value.items.map((item, at) => mapOf(item, `${where}[${at}]`))
}

function mapOf(value: FilterSyntax, where: string): readonly Filter[] {
  const filters = readFilters(value, where)
  return filters.length === 0 ? unsaid(where, 'nothing in it') : filters
}

function operandOf(value: FilterSyntax, where: string): OperandInput {
  if (value.kind === 'map') return unsaid(where, 'an object as the value of an operator')
  if (value.kind === 'value') return { kind: 'one', text: value.value ?? unsaid(where, 'no value') }
  if (value.items.length === 0) return unsaid(where, 'an empty list')
  const texts = value.items.map((item) =>
    item.kind === 'value' && item.value !== null
      ? item.value
      : unsaid(where, 'a list with an item that is not a text'),
  )
  return { kind: 'list', texts }
}
