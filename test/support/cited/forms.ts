/** The operators and forms in the filters of a query, and the models of the relations that the filters follow. */
import {
  IMPLICIT,
  isGroupOperator,
  isOperator,
  isTestOperator,
  OPERATORS,
} from '../../../src/reference/operators/operators.ts'
import { OPERANDS } from '../../../src/reference/operators/record.ts'
import type { FilterEntry, FilterSyntax } from '../../../src/reference/parse/syntax.ts'
import type { Model, ScalarAttribute, Schema } from '../../../src/reference/schema/schema.ts'
import { leadsTo } from '../../../src/semantics/model.ts'

export interface Forms {
  /**
   * The written or implied operators, and marks for the forms of filters: `all`, `bare`, `list`, `id`, `linked id`,
   * `cast`, `through`, `no value`, `id text`.
   */
  readonly words: ReadonlySet<string>
  readonly through: readonly Model[]
}

interface Found {
  readonly words: Set<string>
  readonly through: Model[]
}

export function formsOf(filters: FilterSyntax | undefined, model: Model, schema: Schema): Forms {
  const found: Found = { words: new Set(), through: [] }
  if (filters?.kind === 'map') members(filters.entries, model, schema, found)
  return found
}

function members(entries: readonly FilterEntry[], model: Model, schema: Schema, found: Found): void {
  const { words, through } = found
  if (entries.length > 1) words.add('all')
  for (const { key, value } of entries) {
    const attribute = model.attributes.get(key)
    const target = attribute === undefined ? undefined : leadsTo(attribute, schema)
    if (key === 'id' || key === 'documentId') words.add('id')
    if (key.startsWith('$')) words.add(key)
    if (target !== undefined) {
      words.add('through')
      through.push(target)
      const isOfId = value.kind !== 'map' || value.entries.some((entry) => isTest(entry.key))
      if (isOfId) words.add('linked id')
      if (isOfId) operand(value, 'id', found)
      else if (value.kind === 'map') members(value.entries, target, schema, found)
    } else if (attribute?.kind === 'scalar') operand(value, attribute, found)
    else if (key === 'id' || key === 'documentId') operand(value, key, found)
    else
      for (const item of value.kind === 'list' ? value.items : [value])
        if (item.kind === 'map') members(item.entries, model, schema, found)
  }
}

const isTest = (key: string): boolean => isOperator(key) && !isGroupOperator(key)

function operand(value: FilterSyntax, attribute: ScalarAttribute | 'id' | 'documentId', found: Found): void {
  const { words } = found
  const isCast = typeof attribute !== 'string'
  if (isAny(value, (text) => text === null)) words.add('no value')
  if (attribute === 'id' && isAny(value, isWord)) words.add('id text')
  if (value.kind !== 'map') {
    words.add('bare').add(IMPLICIT[value.kind])
    if (isCast && isGiven(value)) words.add('cast')
    return
  }
  if (value.entries.length > 1) words.add('all')
  for (const { key, value: below } of value.entries) {
    words.add(key)
    const reads = isTestOperator(key) ? OPERANDS[OPERATORS[key].takes] : undefined
    if (/.i$/.test(key) && isAny(below, (text) => /[^\0-\x7f]/.test(text ?? ''))) words.add('folded')
    if (below.kind === 'list' && key === '$not') words.add('not list')
    else if (below.kind === 'list' && reads?.isSpread !== false) words.add('list')
    if (isCast && reads?.isCast === true && isGiven(below)) words.add('cast')
    if (reads !== undefined && key !== '$null' && key !== '$notNull' && isAny(below, (text) => text === null))
      words.add('no value')
    if (attribute === 'id' && reads?.isCast === true && isAny(below, isWord)) words.add('id text')
    if (key === '$not')
      for (const item of below.kind === 'list' ? below.items : [below]) operand(item, attribute, found)
  }
}

const isAny = (value: FilterSyntax, holds: (operand: string | null) => boolean): boolean =>
  (value.kind === 'list' ? value.items : [value]).some((item) => item.kind === 'value' && holds(item.value))
const isWord = (operand: string | null): boolean =>
  operand !== null && (operand.trim() === '' || Number.isNaN(Number(operand)))
const isGiven = (value: FilterSyntax): boolean => isAny(value, (operand) => operand !== null)
