/**
 * Implements departures of older releases in filters on scalar attributes. Both the check and the plan use the
 * functions of this file.
 */

import { isIdKey } from '../../names/filters.ts'
import { isOperator, isTestOperator, OPERATORS } from '../../operators/operators.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import type { Model, ScalarType, Schema } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'
import { type Cast, looseNumber, SCALARS } from '../../values.ts'
import type { Departure } from '../changes.ts'

interface NameReader {
  readonly has: (departure: Departure) => boolean
  readonly schema: Schema
  /** Whether the members of `filters` that become empty are removed too. */
  readonly dropsEmpty?: true
}

/**
 * Returns the filters that the release checks. Before 5.42.0, the server removes unknown names below a scalar
 * attribute, but checks all other names (recordings filters-267, filters-268).
 */
export const filtersBefore = (syntax: FilterSyntax, model: Model, reader: NameReader): FilterSyntax =>
  reader.has('unknown-filter-operator-refused') ? withoutUnknown(syntax, model, false, reader) : syntax

/**
 * Returns the filters that the release applies: the result of `filtersBefore`, without the members that became empty
 * when unknown names were removed.
 */
export const appliedBefore = (syntax: FilterSyntax, model: Model, reader: NameReader): FilterSyntax =>
  filtersBefore(syntax, model, { ...reader, dropsEmpty: true })

/**
 * Removes unknown names below scalar attributes. An object that becomes empty is removed from a list that is an operand
 * if `key`, the operator of the list, applies to each item separately (measured on 5.23.6).
 */
function withoutUnknown(
  syntax: FilterSyntax,
  model: Model,
  isOperand: boolean,
  reader: NameReader,
  key?: string,
): FilterSyntax {
  switch (syntax.kind) {
    case 'value':
      return syntax
    case 'list': {
      const items = syntax.items.map((item) => withoutUnknown(item, model, isOperand, reader, key))
      const isDropped = isOperand ? key !== undefined && isForEach(key) : reader.dropsEmpty
      return { kind: 'list', items: isDropped ? items.filter((item) => !isEmpty(item)) : items }
    }
    case 'map': {
      const entries = syntax.entries.flatMap((entry) => kept(entry, model, isOperand, reader))
      return { kind: 'map', entries }
    }
  }
}

/** Returns whether an operator applies to each item of a list of operands separately. */
function isForEach(key: string): boolean {
  if (!isTestOperator(key)) return key === '$not'
  const { takes } = OPERATORS[key]
  return takes === 'value' || takes === 'text'
}

const isEmpty = (syntax: FilterSyntax): boolean =>
  (syntax.kind === 'map' && syntax.entries.length === 0) ||
  (syntax.kind === 'list' && syntax.items.length === 0)

/**
 * Removes unknown names from a member of `filters`. Returns a list with the remaining member; the list is empty if
 * nothing of the member remains.
 */
function kept(
  { key, value }: FilterEntry,
  model: Model,
  isOperand: boolean,
  reader: NameReader,
): readonly FilterEntry[] {
  const attribute = model.attributes.get(key)
  if (isOperand && attribute === undefined && !isOperator(key) && !isIdKey(key)) return []
  const isBelow = isOperand || attribute?.kind === 'scalar'
  const target = attribute === undefined ? undefined : targetOf(reader.schema, attribute)
  const read = withoutUnknown(value, target ?? model, isBelow, reader, isOperand ? key : undefined)
  return (isOperand || reader.dropsEmpty) && isEmpty(read) ? [] : [{ key, value: read }]
}

/**
 * Casts an operand to a value of a column as the release does. Before 5.48.0, an empty text counts as the number 0
 * (recordings filter-types-048, filter-types-056).
 */
export function castBefore(type: ScalarType, text: string, has: NameReader['has']): Cast {
  const cast = SCALARS[type].cast(text)
  if (cast.ok || !has('numbers-parsed-strictly-500') || cast.message !== undefined) return cast
  if (type === 'biginteger') return { ok: true, value: looseNumber(text) ?? text }
  const value = Number(text)
  return Number.isNaN(value) ? cast : { ok: true, value }
}
