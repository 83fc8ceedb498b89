/**
 * What only PostgreSQL makes of a test: it compares a type with its own kind or not at all, JSON by meaning, and
 * decimals as it rounded them. Known from the server's code and documents; no recordings speak of it.
 */
import { isObject, type Json, parseJson } from '../../ground/json.ts'
import type { Node } from '../graph/graph.ts'
import { OPERATORS, type TestOperator, truth, UNKNOWN } from '../operators.ts'
import { crash } from '../refusal.ts'
import type { ScalarType } from '../schema/schema.ts'
import { TEXT_TYPES } from '../values.ts'
import { type Column, rawReader } from './column.ts'
import type { PlaceContext } from './context.ts'
import { ALWAYS, type Condition } from './plan.ts'

const JSON_TYPES: ReadonlySet<ScalarType> = new Set<ScalarType>(['json', 'blocks', 'array'])
export const isJsonColumn = ({ attribute }: Column): boolean =>
  typeof attribute !== 'string' && JSON_TYPES.has(attribute.type)

/** Refuses an operand that a column of PostgreSQL cannot be compared with. */
export function checkPostgresTypes(
  column: Column,
  operator: TestOperator,
  operands: readonly (string | null)[],
  { report }: PlaceContext,
): void {
  const meaning = OPERATORS[operator]
  const isText = column.attribute === 'documentId' || isTextColumn(column)
  const fails =
    meaning.on === 'text'
      ? !meaning.foldsCase && !isText
      : meaning.on !== 'null' &&
        operands.some((operand) => operand !== null && !fitsWholeNumber(column, operand))
  if (!fails) return
  const message = `Invalid value at ${column.path} ${operator}: a PostgreSQL column of this type cannot be compared with it`
  report('query.run', crash('pg-type-500', 'filters.cast', message))
}

const isTextColumn = ({ attribute }: Column): boolean =>
  typeof attribute !== 'string' && TEXT_TYPES.has(attribute.type)

/** Ids and integers have 32 bits, bigintegers 64; other types take any value that could be cast. */
function fitsWholeNumber({ attribute }: Column, text: string): boolean {
  const type = attribute === 'id' ? 'integer' : attribute === 'documentId' ? 'string' : attribute.type
  if (type !== 'integer' && type !== 'biginteger') return true
  const isWhole = attribute === 'id' ? /^\s*[+-]?\d+\s*$/.test(text) : Number.isInteger(Number(text))
  if (!isWhole) return false
  const limit = type === 'integer' ? 2 ** 31 : 2 ** 63
  return Number(text) >= -limit && Number(text) < limit
}

/** Equality and order of jsonb: by meaning, so that the order of keys and blanks between them do not count. */
export function jsonbTest(
  column: Column,
  operator: TestOperator,
  operands: readonly (string | null)[],
  { report }: PlaceContext,
): Condition {
  const meaning = OPERATORS[operator]
  const values = operands.map((operand) => {
    if (operand === null) return null
    const parsed = parseJson(operand)
    if (parsed !== undefined) return canonical(parsed)
    report(
      'query.run',
      crash('jsonb-eq', 'filters.cast', `Invalid value at ${column.path} ${operator}: expected JSON`),
    )
    return ''
  })
  const read = rawReader(column)
  const [first = null] = values
  return onJson(read, (found) => {
    if (meaning.on === 'list') return meaning.holds(found, values)
    return meaning.on === 'value' && first !== null ? truth(meaning.holds(found, first)) : UNKNOWN
  })
}

/** `$jsonSupersetOf`: every part of the operand is found in the value. */
export function supersetTest(
  column: Column,
  operand: string | null,
  { report, cite }: PlaceContext,
): Condition {
  cite('filters.op.$jsonSupersetOf')
  const wanted = operand === null ? undefined : parseJson(operand)
  if (wanted === undefined || !isJsonColumn(column)) {
    const message = `Invalid value at ${column.path} $jsonSupersetOf: expected JSON, and a JSON attribute to look into`
    report('query.run', crash('json-superset', 'filters.op.$jsonSupersetOf', message))
    return ALWAYS
  }
  const read = rawReader(column)
  return { kind: 'test', test: (node) => (node === null ? UNKNOWN : truth(holdsAll(read(node), wanted))) }
}

function onJson(
  read: (node: Node) => Json,
  holds: (canonical: string) => ReturnType<typeof truth>,
): Condition {
  return {
    kind: 'test',
    test: (node) => {
      const found = node === null ? null : read(node)
      return found === null ? UNKNOWN : holds(canonical(found))
    },
  }
}

/** The same text for every way of writing the same JSON. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

function holdsAll(value: Json | undefined, wanted: Json): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && wanted.every((item) => value.some((found: Json) => holdsAll(found, item)))
  }
  if (isObject(wanted)) {
    return isObject(value) && Object.entries(wanted).every(([key, member]) => holdsAll(value[key], member))
  }
  return value === wanted
}
