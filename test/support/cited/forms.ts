/** Lists the operators and forms in the filters of a query, and the models of the relations that they pass. */
import {
  IMPLICIT,
  isGroupOperator,
  isOperator,
  isTestOperator,
  OPERANDS,
  OPERATORS,
} from '../../../src/reference/operators.ts'
import type { FilterEntry, FilterSyntax } from '../../../src/reference/parse/syntax.ts'
import type { Model, ScalarAttribute, Schema } from '../../../src/reference/schema/schema.ts'
import { leadsTo } from '../../../src/semantics/model.ts'

export interface Forms {
  /**
   * The operators, written or implied, and marks for forms: `all`, `bare`, `list`, `id`, `linked id`, `cast`,
   * `through`.
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
      if (isOfId) operand(value, undefined, found)
      else if (value.kind === 'map') members(value.entries, target, schema, found)
    } else if (attribute?.kind === 'scalar') operand(value, attribute, found)
    else if (key === 'id' || key === 'documentId') operand(value, undefined, found)
    else
      for (const item of value.kind === 'list' ? value.items : [value])
        if (item.kind === 'map') members(item.entries, model, schema, found)
  }
}

const isTest = (key: string): boolean => isOperator(key) && !isGroupOperator(key)

function operand(value: FilterSyntax, attribute: ScalarAttribute | undefined, found: Found): void {
  const { words } = found
  if (value.kind !== 'map') {
    words.add('bare').add(IMPLICIT[value.kind])
    if (attribute !== undefined && isGiven(value)) words.add('cast')
    return
  }
  if (value.entries.length > 1) words.add('all')
  for (const { key, value: below } of value.entries) {
    words.add(key)
    const reads = isTestOperator(key) ? OPERANDS[OPERATORS[key].takes] : undefined
    if (below.kind === 'list' && reads?.isSpread !== false) words.add('list')
    if (attribute !== undefined && reads?.isCast === true && isGiven(below)) words.add('cast')
    if (key === '$not')
      for (const item of below.kind === 'list' ? below.items : [below]) operand(item, attribute, found)
  }
}

const isGiven = (value: FilterSyntax): boolean =>
  (value.kind === 'list' ? value.items : [value]).some((item) => item.kind === 'value' && item.value !== null)
