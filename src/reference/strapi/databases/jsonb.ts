/** Compares JSON values like a database with a JSON type: by content, regardless of key order and blanks. */

import { byteLength } from '../../../util/bytes.ts'
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../../util/json.ts'
import { type Comparable, compareText } from '../../values.ts'
import type { Superset } from './database.ts'

/** The kinds of JSON values in sort order. An empty list at the top level comes before every other value. */
const RANKS = ['null', 'string', 'number', 'boolean', 'list', 'object'] as const
type JsonbKind = (typeof RANKS)[number]

function kindOf(value: Json): JsonbKind {
  if (value === null) return 'null'
  if (isList(value)) return 'list'
  switch (typeof value) {
    case 'object':
      return 'object'
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    default:
      return 'number'
  }
}

/**
 * Returns the order in which the database stores the keys of an object. Shorter keys come first, and keys of the same
 * length are ordered by code point.
 */
const keyOrder = (a: string, b: string): number => byteLength(a) - byteLength(b) || compareText(a, b)

export const sortedMembers = (value: JsonObject): readonly (readonly [string, Json])[] =>
  Object.entries(value).sort(([a], [b]) => keyOrder(a, b))

/**
 * Compares two JSON values by kind, then by length, then part by part. The parameter `order` is the function that
 * compares texts.
 */
export function compareJson(a: Comparable, b: Comparable, order: (a: string, b: string) => number): number {
  if (typeof a === 'bigint' || typeof b === 'bigint') return 0
  if (isEmptyList(a) !== isEmptyList(b)) return isEmptyList(a) ? -1 : 1
  const left: [Json, Json][] = [[a, b]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, other] = next
    const kinds = RANKS.indexOf(kindOf(one)) - RANKS.indexOf(kindOf(other))
    if (kinds !== 0) return kinds
    if (isList(one) && isList(other)) {
      if (one.length !== other.length) return one.length - other.length
      pushPairs(left, one, other)
    } else if (isObject(one) && isObject(other)) {
      const [members, others] = [sortedMembers(one).flat(), sortedMembers(other).flat()]
      if (members.length !== others.length) return members.length - others.length
      pushPairs(left, members, others)
    } else {
      const scalars = compareScalars(one, other, order)
      if (scalars !== 0) return scalars
    }
  }
  return 0
}

const isEmptyList = (value: Json): boolean => isList(value) && value.length === 0

/** Pushes pairs of parts on a stack, the last pair first, so that the first pair is popped first. */
function pushPairs(left: [Json, Json][], ones: readonly Json[], others: readonly Json[]): void {
  for (let at = ones.length - 1; at >= 0; at--) left.push([ones[at] ?? null, others[at] ?? null])
}

function compareScalars(one: Json, other: Json, order: (a: string, b: string) => number): number {
  if (typeof one === 'string' && typeof other === 'string') return order(one, other)
  return Number(one) - Number(other)
}

/**
 * Writes JSON with a blank after every colon and comma. The writer uses no recursion, because a value may be nested a
 * thousand levels deep.
 */
export function jsonbText(value: Json): string {
  const parts: string[] = []
  /** The remaining parts of the JSON text, in reverse order: finished texts, and values that are not written yet. */
  const left: (string | { readonly value: Json })[] = [{ value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') parts.push(next)
    else if (isList(next.value)) {
      const items = next.value.map((item) => ['', item] as const)
      open('[', ']', items, parts, left)
    } else if (isObject(next.value)) {
      const members = sortedMembers(next.value).map(
        ([key, item]) => [`${JSON.stringify(key)}: `, item] as const,
      )
      open('{', '}', members, parts, left)
    } else parts.push(scalarText(next.value))
  }
  return parts.join('')
}

/** Writes a JSON scalar. Numbers appear with all their digits, never with an exponent. */
function scalarText(value: Json): string {
  const [digits = '', exponent] = JSON.stringify(value).split('e')
  if (typeof value !== 'number' || exponent === undefined) return JSON.stringify(value)
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const sign = value < 0 ? '-' : ''
  const power = Number(exponent)
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(power, '0')}`
}

function open(
  start: string,
  end: string,
  members: readonly (readonly [label: string, value: Json])[],
  parts: string[],
  left: (string | { readonly value: Json })[],
): void {
  parts.push(start)
  left.push(end)
  for (const [at, [label, value]] of [...members.entries()].reverse())
    left.push({ value }, `${at > 0 ? ', ' : ''}${label}`)
}

/** Makes a test whether a JSON value contains the operand, according to the operator `@>` of PostgreSQL. */
export const supersetHolds: Superset['holds'] = (operand) => {
  const wanted = operand === null ? undefined : parseJson(operand)
  return (found) => (wanted === undefined ? null : holdsTop(found, wanted))
}

/**
 * Returns whether a JSON value contains the operand at the top level. At the top level, a list also contains a single
 * value that equals one of its items.
 */
function holdsTop(found: Json, wanted: Json): boolean {
  if (isList(found) && !isList(wanted) && !isObject(wanted)) return found.includes(wanted)
  return holdsAll(found, wanted)
}

interface JsonbPair {
  readonly value: Json | undefined
  readonly wanted: Json
}

/**
 * Returns whether a JSON value contains every part of the operand. Each member of an object in the operand must be
 * contained in the member of the same name. Each list item of the operand may be contained in any item. The function
 * compares the members of objects without recursion. The function compares list items by recursion, up to a depth of
 * MAX_ITEM_DEPTH.
 */
function holdsAll(value: Json | undefined, wanted: Json, depth = 0): boolean {
  const left: JsonbPair[] = [{ value, wanted }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value: found, wanted: sought } = next
    if (isList(sought)) {
      if (!isList(found) || depth === MAX_ITEM_DEPTH) return false
      if (!sought.every((item) => found.some((one) => holdsAll(one, item, depth + 1)))) return false
    } else if (isObject(sought)) {
      if (!isObject(found)) return false
      for (const [key, member] of Object.entries(sought)) left.push({ value: found[key], wanted: member })
    } else if (found !== sought) return false
  }
  return true
}

/** The maximum nesting depth of a JSON value in a dataset. */
const MAX_ITEM_DEPTH = 1_000
