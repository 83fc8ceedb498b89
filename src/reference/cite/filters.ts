/**
 * Cites the rules about the syntax of `filters`. The rules of the operators are cited in `conditions.ts`, based on the
 * plan.
 */
import { isIdKey } from '../names/filters.ts'
import { isFlagOperator, isTestOperator, OPERATORS } from '../operators/operators.ts'
import { OPERANDS } from '../operators/record.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import type { Cite } from '../rules.ts'
import type { Model, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'

/** The part of the answer whose entries a condition selects, and the model of these entries. */
interface ConditionScope {
  readonly at: string
  readonly model: Model
  readonly schema: Schema
  readonly cite: Cite
}

export function citeFilters(syntax: FilterSyntax, place: ConditionScope): void {
  if (syntax.kind !== 'map') return
  place.cite('param.filters', place.at)
  citeMembers(syntax.entries, place)
}

function citeMembers(entries: readonly FilterEntry[], place: ConditionScope): void {
  const { cite, at, schema, model } = place
  if (entries.length > 1) cite('filters.all', at)
  for (const { key, value } of entries) {
    const attribute = model.attributes.get(key)
    const target = attribute === undefined ? undefined : targetOf(schema, attribute)
    if (target !== undefined) {
      cite('filters.through', at)
      citeLinked(value, { ...place, model: target })
    } else if (attribute?.kind === 'scalar' || isIdKey(key)) {
      if (isIdKey(key) && attribute === undefined) cite('filters.id', at)
      citeOperand(value, attribute?.kind === 'scalar' ? 'cast' : key === 'id' ? 'id' : 'text', place)
    } else {
      for (const item of value.kind === 'list' ? value.items : [value])
        if (item.kind === 'map') citeMembers(item.entries, place)
    }
  }
}

/**
 * Cites the rules of a filter on a relation, component or media attribute. The filter compares the id of the linked
 * row, or contains conditions on the linked row.
 */
function citeLinked(value: FilterSyntax, place: ConditionScope): void {
  const isId = value.kind !== 'map' || value.entries.some(({ key }) => isTestOperator(key) || key === '$not')
  if (value.kind === 'map' && !isId) return citeMembers(value.entries, place)
  place.cite('filters.relation-id', place.at)
  if (value.kind === 'map') citeOperand(value, 'id', place)
  else citeValue(value, 'id', place)
}

/** The ways to read the operand of a filter: cast to the type of an attribute, as an id, or as unchanged text. */
type OperandReading = 'cast' | 'id' | 'text'

function citeOperand(value: FilterSyntax, reading: OperandReading, place: ConditionScope): void {
  const { cite, at } = place
  if (value.kind !== 'map') {
    cite('filters.implicit', at)
    return citeValue(value, reading, place)
  }
  if (value.entries.length > 1) cite('filters.all', at)
  for (const { key, value: operand } of value.entries) {
    const reads = isTestOperator(key) ? OPERANDS[OPERATORS[key].takes] : undefined
    if (operand.kind === 'list' && key === '$not') cite('filters.not-list', at)
    if (operand.kind === 'list' && reads?.isSpread === true) cite('filters.list-operand', at)
    if (reads !== undefined && !isFlagOperator(key))
      citeValue(operand, reads.isCast ? reading : 'text', place)
    if (key === '$not') for (const item of itemsOf(operand)) citeOperand(item, reading, place)
  }
}

function citeValue(value: FilterSyntax, reading: OperandReading, { cite, at }: ConditionScope): void {
  if (isAny(value, (operand) => operand === null)) cite('filters.no-value', at)
  if (reading === 'cast' && isAny(value, (operand) => operand !== null)) cite('filters.cast', at)
  if (reading === 'id' && isAny(value, isNoNumber)) cite('filters.id-text', at)
}

const itemsOf = (value: FilterSyntax): readonly FilterSyntax[] =>
  value.kind === 'list' ? value.items : [value]

const isNoNumber = (operand: string | null): boolean =>
  operand !== null && (operand.trim() === '' || Number.isNaN(Number(operand)))

const isAny = (value: FilterSyntax, holds: (operand: string | null) => boolean): boolean =>
  itemsOf(value).some((item) => item.kind === 'value' && holds(item.value))
