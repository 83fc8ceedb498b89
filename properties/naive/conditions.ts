/**
 * Filters as three-valued logic over choices: every mention of a relation chooses one linked row, or none where nothing
 * is linked, and each choice makes the whole true, false or unknown. A row matches if one choice makes it true.
 */
import type { Node } from '../../src/reference/graph/graph.ts'
import type { FilterSyntax } from '../../src/reference/parse/syntax.ts'
import type { Model } from '../../src/reference/schema/schema.ts'
import { leadsTo } from '../arbitraries/places.ts'
import type { Column } from '../arbitraries/values.ts'
import { type Comparable, fold, numberIn, operand, order, shownText } from './values.ts'
import { asType, columnOf, documentIdOf, read, shownBy, type View } from './view.ts'

/** null: unknown. */
type Truth = boolean | null
/** What a condition comes to, for every choice there is. */
type Outcomes = readonly Truth[]

const ALWAYS: Outcomes = [true]

export function matches(filters: FilterSyntax | undefined, node: Node, model: Model, view: View): boolean {
  return filters === undefined || outcomes(filters, node, model, view).includes(true)
}

const not = (truth: Truth): Truth => (truth === null ? null : !truth)
const both = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === null || b === null ? null : true
const either = (a: Truth, b: Truth): Truth => not(both(not(a), not(b)))

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

const LIST_OPERATORS = ['$in', '$notIn', '$between', '$null', '$notNull']
const NEGATIVE = ['$ne', '$nei', '$notContains', '$notContainsi']

/** A list under an operator for one value holds for one of them, or, where the operator is negative, for none. */
function test(key: string, value: FilterSyntax, node: Node | null, name: string, column: Column): Truth {
  const texts = value.kind === 'list' ? value.items.map(textOf) : [textOf(value)]
  if (LIST_OPERATORS.includes(key)) return testList(key, texts, node, name, column)
  const truths = texts.map((text) => testOne(key, text, node, name, column))
  return NEGATIVE.includes(key) ? truths.reduce(both, true) : truths.reduce(either, false)
}

const textOf = (value: FilterSyntax): string | null => (value.kind === 'value' ? value.value : null)

function testList(
  key: string,
  texts: readonly (string | null)[],
  node: Node | null,
  name: string,
  column: Column,
): Truth {
  const found = node === null ? null : read(node, name, column)
  if (key === '$null' || key === '$notNull') {
    const [text = null] = texts
    const isOn = text !== null && !['', 'false', 'f', '0'].includes(text)
    return (found === null) === ((key === '$null') === isOn)
  }
  if (found === null) return null
  if (key === '$between') {
    const [low, high] = texts.map((text) => meant(text, column))
    if (low === undefined || high === undefined || low === null || high === null) return null
    return order(found, low) >= 0 && order(found, high) <= 0
  }
  const isIn = texts.map((text) => equals(found, meant(text, column))).reduce(either, false)
  return key === '$in' ? isIn : not(isIn)
}

const equals = (found: Comparable, wanted: Comparable | null): Truth =>
  wanted === null ? null : order(found, wanted) === 0

/** An operand as a value of the column; ids compare as numbers where the text is one. */
function meant(text: string | null, column: Column): Comparable | null {
  if (text === null) return null
  if (column === 'id') return numberIn(text) ?? text
  return operand(text, asType(column))
}

function testOne(key: string, text: string | null, node: Node | null, name: string, column: Column): Truth {
  const found = node === null ? null : read(node, name, column)
  const isEquality = ['$eq', '$ne', '$eqi', '$nei'].includes(key)
  if (text === null && isEquality) return (found === null) === key.startsWith('$eq')
  if (found === null) return null
  const wanted = meant(COMPARISONS.includes(key) ? text : null, column)
  if (COMPARISONS.includes(key)) return wanted === null ? null : compared(key, order(found, wanted))
  const shown = shownOf(node, name, column)
  const [value, part] = key.endsWith('i') ? [fold(shown), fold(String(text))] : [shown, String(text)]
  return textTest(key, value, part)
}

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte']

function compared(key: string, sign: number): boolean {
  switch (key) {
    case '$eq':
      return sign === 0
    case '$ne':
      return sign !== 0
    case '$gt':
      return sign > 0
    case '$gte':
      return sign >= 0
    case '$lt':
      return sign < 0
    default:
      return sign <= 0
  }
}

function shownOf(node: Node | null, name: string, column: Column): string {
  if (node === null) return ''
  if (column === 'id') return String(node.id)
  return column === 'documentId' ? (documentIdOf(node) ?? '') : shownText(node.values[name] ?? null)
}

function textTest(key: string, value: string, part: string): boolean {
  switch (key) {
    case '$eqi':
      return value === part
    case '$nei':
      return value !== part
    case '$contains':
    case '$containsi':
      return value.includes(part)
    case '$notContains':
    case '$notContainsi':
      return !value.includes(part)
    case '$startsWith':
    case '$startsWithi':
      return value.startsWith(part)
    default:
      return value.endsWith(part)
  }
}
