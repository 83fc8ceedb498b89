/** Converts values to the form in which the query engine stores them: by the type of the column, without validation. */
import type { ScalarAttribute } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import type { WriteModel } from '../../model.ts'
import { morphRefOf } from '../../plan/assoc.ts'
import { writeLinks } from '../../plan/links.ts'
import { storedValue } from '../../plan/stored.ts'
import type { MutableRow } from '../../plan/transaction.ts'
import { Refused } from '../../refusal.ts'
import { digitsOf } from '../../validate/scalars.ts'
import type { Call } from './call.ts'
import { failure, ServiceFault } from './fault.ts'

/**
 * Returns the scalar values in `data`, in the form that columns store. @throws ServiceFault for a value that its
 * column cannot hold.
 */
export function columnsOf({ departs }: Call, model: WriteModel, data: JsonObject): Record<string, Json> {
  const columns: Record<string, Json> = {}
  for (const [name, { attribute }] of model.attributes) {
    const value = member(data, name)
    if (attribute.kind === 'scalar' && value !== undefined)
      columns[name] = value === null ? null : columnOf(attribute, value, departs)
  }
  return columns
}

function columnOf(attribute: ScalarAttribute, value: Json, departs: Call['departs']): Json {
  switch (attribute.type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'uid':
    case 'enumeration':
    case 'password':
      return textOf(value)
    case 'integer':
    case 'float':
    case 'decimal':
      return numberOf(value)
    case 'boolean':
      return isTrue(value)
    case 'biginteger':
      if (digitsOf(value) === undefined) throw failure(`Expected a valid BigInteger, got ${textOf(value)}`)
      return stored(attribute, value, departs)
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
    case 'json':
    case 'array':
    case 'blocks':
      return stored(attribute, value, departs)
  }
}

/** Converts a value to text as lodash does. */
const textOf = (value: Json): string =>
  isList(value) ? value.map((item) => (item === null ? '' : textOf(item))).join() : templated(value)

const templated = (value: Json): string => (isObject(value) ? '[object Object]' : String(value))

function numberOf(value: Json): number {
  const text = typeof value === 'string' ? value.trim() : value
  const number =
    typeof text === 'number' || (typeof text === 'string' && text !== '') ? Number(text) : Number.NaN
  if (Number.isFinite(number)) return number
  throw failure(`Expected a valid Number, got ${textOf(value)}`)
}

function isTrue(value: Json): boolean {
  if (typeof value === 'boolean') return value
  if (value === 'false' || value === 'f' || value === '0' || value === 0) return false
  return Boolean(value)
}

/** The error names of the real server for invalid dates and times. */
const DATE_ERRORS: Readonly<Record<string, string>> = {
  date: 'InvalidDateFormat',
  time: 'InvalidTimeFormat',
  datetime: 'InvalidDatetimeFormat',
  timestamp: 'InvalidDatetimeFormat',
}

function stored(attribute: ScalarAttribute, value: Json, departs: Call['departs']): Json {
  try {
    return storedValue(attribute, value, { departs, cite: () => undefined })
  } catch (error) {
    const name = DATE_ERRORS[attribute.type]
    if (!(error instanceof Refused) || name === undefined) throw error
    throw new ServiceFault(name, error.refusal.message, 500, {})
  }
}

/**
 * Returns the names of the to-one morph relations that `data` contains.
 * @throws ServiceFault for a value that is neither null nor an object with `id` and `__type`.
 */
export function checkedMorphs({ writing }: Call, data: JsonObject): readonly string[] {
  return [...writing.model.attributes.values()].flatMap(({ attribute }): string[] => {
    const value = member(data, attribute.name)
    if (attribute.kind !== 'morphTo' || attribute.many || value === undefined) return []
    if (value !== null && morphRefOf(value) === undefined)
      throw failure('Expects properties __type an id to make a morph association')
    return [attribute.name]
  })
}

/** Writes the to-one morph relations that `data` contains. @throws ServiceFault */
export function writeMorphs(call: Call, row: MutableRow, data: JsonObject, isNew: boolean): void {
  const { transaction, model } = call.writing
  for (const name of checkedMorphs(call, data)) {
    const written = model.attributes.get(name)
    const value = member(data, name) ?? null
    const holder = { row, part: row, top: undefined, isNew }
    if (written !== undefined) writeLinks(transaction, holder, written, value, call.departs)
  }
}
