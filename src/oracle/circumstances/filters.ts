/**
 * Finds the circumstances of filters and sorts: operators, operands, the types of attributes, and the links to these
 * attributes.
 */

import { attributesOf } from '../../reference/names/paths.ts'
import {
  IMPLICIT,
  isFlagOperator,
  isLogicalOperator,
  isOperator,
  isTestOperator,
  OPERATORS,
} from '../../reference/operators/operators.ts'
import type { Takes } from '../../reference/operators/record.ts'
import { booleanText } from '../../reference/parse/url.ts'
import type { Attribute, Model, ScalarType, Schema } from '../../reference/schema/schema.ts'
import { attributeNames, isListIndex } from '../names/mentions.ts'
import type { PlacedPart } from './placed-parts.ts'
import { formsOf } from './texts.ts'

/** Returns the words for an attribute, usually a link, such as `a relation to many entries`. */
export function linkText(attribute: Attribute): string {
  const many = 'many' in attribute && attribute.many
  switch (attribute.kind) {
    case 'scalar':
      return typesOf(attribute.type)[0] ?? attribute.type
    case 'relation':
      if (attribute.via !== 'stored') return attribute.via === 'creator' ? 'a creator' : '`localizations`'
      return many ? 'a relation to many entries' : 'a relation to one entry'
    case 'component':
      return many ? 'a repeatable component' : 'a component'
    case 'media':
      return many ? 'several files' : 'a file'
    case 'zone':
      return 'a dynamic zone'
    case 'morphTo':
    case 'morphBy':
      return many ? 'a morph relation to many entries' : 'a morph relation to one entry'
  }
}

const manyText = (attribute: Attribute): string =>
  `a link to ${'many' in attribute && attribute.many ? 'several rows' : 'one row'}`

/** Returns the words for the kind of a relation, and for its side if the relation has an attribute on each side. */
export const sideOf = (attribute: Attribute): readonly string[] =>
  attribute.kind !== 'relation'
    ? []
    : [
        ...(attribute.relation === undefined ? [] : [`a relation of the kind ${attribute.relation}`]),
        ...(attribute.inverse === null ? [] : ['a relation with an attribute on each side']),
        ...(attribute.isMapped === true ? [INVERSE_SIDE] : []),
      ]

const INVERSE_SIDE = 'the inverse side of a relation'

/** Returns the circumstances of a filter's or sort's path of names that leads through links to a value. */
function ofPath(names: readonly string[], what: string, model: Model, schema: Schema): readonly string[] {
  const attributes = attributesOf(names, model, schema)
  const links = attributes.filter(({ kind }) => kind !== 'scalar')
  const last = attributes.at(-1)
  const isLink = last !== undefined && last.kind !== 'scalar' && attributes.length === names.length
  const through = isLink ? links.slice(0, -1) : links
  return [
    ...(through.length > 0 ? [`${what} through a link`] : []),
    ...through.flatMap((link) =>
      [linkText(link), `any ${link.kind}`, ...sideOf(link)].map((one) => `${what} through ${one}`),
    ),
    ...links.flatMap((link) => [linkText(link), ...sideOf(link)].map((one) => `${what} that names ${one}`)),
    ...(through.length > 1 ? [`${what} through several links`] : []),
    ...(through.length > 2 ? [`${what} through more than two links`] : []),
    ...(isLink ? [`${what} directly on ${linkText(last)}`, `${what} directly on ${manyText(last)}`] : []),
    ...(last?.kind === 'scalar' ? typesOf(last.type).map((type) => `${what} by ${type}`) : []),
    ...(names.length > attributes.length
      ? [`${what} by ${names.at(-1) === 'id' ? '`id`' : 'a name other than an attribute'}`]
      : []),
  ]
}

/** The groups of attribute types that servers often treat alike, each with its words. */
export const KINDS_OF_TYPES: readonly (readonly [says: string, types: readonly ScalarType[]])[] = [
  ['a float or decimal attribute', ['float', 'decimal']],
  ['an integer, float or decimal attribute', ['integer', 'float', 'decimal']],
  ['a number attribute', ['integer', 'biginteger', 'float', 'decimal']],
  ['a text attribute', ['string', 'text', 'richtext', 'uid', 'email', 'enumeration']],
  ['a date or time attribute', ['date', 'time', 'datetime', 'timestamp']],
]

/** Returns the words for an attribute type, followed by the words for the groups of types to which it belongs. */
export const typesOf = (type: ScalarType): readonly string[] => [
  `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type} attribute`,
  ...KINDS_OF_TYPES.flatMap(([says, types]) => (types.includes(type) ? [says] : [])),
]

/** Returns the form of operands that an operator takes, such as a list or a pair; undefined for a logical operator. */
export const operandsOf = (operator: string): Takes | undefined =>
  isTestOperator(operator) ? OPERATORS[operator].takes : undefined

/** Returns the logical operators that follow the name of an attribute in the path of a condition. */
const logicalBelow = (path: readonly string[]): readonly string[] =>
  path.filter((segment, at) => isLogicalOperator(segment) && attributeNames(path.slice(0, at)).length > 0)

/** Returns the circumstances of one condition in `filters`. */
export function ofFilter({ path, value, hasValue, model }: PlacedPart, schema: Schema): readonly string[] {
  const names = attributeNames(path)
  const operators = path.filter(isOperator)
  const operator = operators.at(-1) ?? IMPLICIT.value
  const logical = operators.filter(isLogicalOperator)
  const isFlag = isFlagOperator(operator)
  const isItem = isListIndex(path.at(-1) ?? '-')
  const forms = isFlag || !hasValue ? [] : formsOf(value).map((form) => `an operand with ${form}`)
  const attribute = model === undefined ? undefined : attributesOf(names, model, schema).at(-1)
  const types = attribute?.kind === 'scalar' ? typesOf(attribute.type).slice(0, 1) : []
  const nested = logical.slice(1).map((inner, at) => `\`${inner}\` inside \`${logical[at]}\``)
  return [
    ...(isLogicalOperator(operator) ? [] : [`\`${operator}\``]),
    ...(isFlag ? ['`$null` or `$notNull`'] : []),
    ...(operators.length === 0 ? ['a filter without an operator'] : []),
    ...logical.map((one) => `\`${one}\``),
    ...logicalBelow(path).map((one) => `\`${one}\` below an attribute`),
    ...nested,
    ...(isFlag && booleanText(value.toLowerCase()) === false ? [`\`${operator}=false\``] : []),
    ...(isItem ? ['a list of operands'] : []),
    ...(!isItem && (operandsOf(operator) === 'list' || operandsOf(operator) === 'pair')
      ? [`\`${operator}\` with one operand in place of a list`]
      : []),
    ...(hasValue ? [] : ['a filter without an operand']),
    ...(value === '' ? ['an empty operand'] : []),
    ...forms,
    ...types.flatMap((type) => forms.map((form) => `${form} for ${type}`)),
    ...(model === undefined ? [] : ofPath(names, 'a filter', model, schema)),
  ]
}

/** Returns the circumstances of all conditions of one query level together. */
export function ofConditions(parts: readonly PlacedPart[]): readonly string[] {
  const firsts = new Set(parts.map(({ path }) => path[0] ?? ''))
  const groups = [...firsts].filter(isLogicalOperator)
  const itemsOf = (group: string): ReadonlySet<string> =>
    new Set(parts.flatMap(({ path: [first, item] }) => (first === group ? [item ?? ''] : [])))
  return [
    ...groups.flatMap((one) => (firsts.size > 1 ? [`\`${one}\` beside other conditions`] : [])),
    ...groups.flatMap((one) => {
      const { size } = itemsOf(one)
      return [
        `\`${one}\` of ${size === 1 ? 'one condition' : 'several conditions'}`,
        ...(size > 2 ? [`\`${one}\` of more than two conditions`] : []),
      ]
    }),
    ...parts.flatMap((part) =>
      isSwapped(part, parts) ? [`\`${part.path.at(-2)}\` with a greater value first`] : [],
    ),
    ...(groups.length === 0 && parts.length > 1 ? ['several conditions'] : []),
  ]
}

/** Returns whether a query part is the first operand in a list of two operands of which the second is smaller. */
function isSwapped({ path, value }: PlacedPart, parts: readonly PlacedPart[]): boolean {
  const list = path.slice(0, -1).join()
  const second = parts.find((one) => one.path.at(-1) === '1' && one.path.slice(0, -1).join() === list)
  return (
    path.at(-1) === '0' &&
    isOperator(path.at(-2) ?? '') &&
    second !== undefined &&
    isGreater(value, second.value)
  )
}

const isGreater = (one: string, other: string): boolean =>
  Number.isNaN(Number(one)) || Number.isNaN(Number(other)) ? one > other : Number(one) > Number(other)

interface KeyOfSort {
  readonly names: readonly string[]
  readonly order: string
}

/** Returns the sort keys of one level of the query. */
function keysOf(parts: readonly PlacedPart[]): readonly KeyOfSort[] {
  return parts.flatMap(({ path, value }) => {
    const names = path.filter((segment) => !isListIndex(segment))
    if (names.length > 0) return [{ names, order: value.trim() }]
    return value.split(',').map((key) => {
      const [name = '', order = ''] = key.split(':', 2)
      return { names: name.trim().split('.'), order: order.trim() }
    })
  })
}

/** Returns the circumstances of the sort keys of one level of the query. */
export function ofSort(parts: readonly PlacedPart[], schema: Schema): readonly string[] {
  const keys = keysOf(parts)
  const orders = keys.map(({ order }) => order.toLowerCase() || 'asc')
  const { model } = parts[0] ?? { model: undefined }
  return [
    ...(keys.length > 1 ? ['several sort keys'] : []),
    ...(keys.length > 2 ? ['more than two sort keys'] : []),
    ...(new Set(orders).size > 1 ? ['sort keys of different orders'] : []),
    ...(orders.includes('desc') ? ['a descending sort'] : ['an ascending sort']),
    ...(keys.some(({ order }) => order !== order.toLowerCase()) ? ['a sort order with capital letters'] : []),
    ...(keys.some(({ order }) => order !== 'desc' && order.toLowerCase() === 'desc')
      ? ['a descending order with capital letters']
      : []),
    ...(keys.some(({ order }) => order === '') ? ['a sort key without an order'] : []),
    ...(parts.some(({ path }) => path.some((segment) => !isListIndex(segment)))
      ? ['a sort as an object']
      : []),
    ...(model === undefined ? [] : keys.flatMap(({ names }) => ofPath(names, 'a sort', model, schema))),
  ]
}
