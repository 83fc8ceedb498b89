/** The operand of a test: can the value be what the column holds, and can the profile's database compare the two? */
import { parseJson } from '../../ground/json.ts'
import { OPERATORS, type TestOperator } from '../operators.ts'
import { crash, validation } from '../refusal.ts'
import type { Column } from '../schema/schema.ts'
import { JSON_TYPES, SCALARS, TEXT_TYPES } from '../values.ts'
import { type Judge, notice } from './judge.ts'

/** The column that a condition looks at, and the attribute names that lead to it, dotted. */
export interface Subject {
  readonly column: Column
  readonly path: string
}

/** One operator on one column, for its values; null is the absence of one. */
export function checkTest(
  subject: Subject,
  operator: TestOperator,
  operands: readonly (string | null)[],
  judge: Judge,
): void {
  const { on } = OPERATORS[operator]
  if (judge.has('pg-type-500')) checkPostgresTypes(subject, operator, operands, judge)
  if (on === 'null' || on === 'text') return
  const given = operands.filter((operand) => operand !== null)
  const isJson = judge.has('jsonb-eq') && isOfType(subject.column, JSON_TYPES)
  for (const text of given) {
    if (isJson) checkJson(subject, operator, text, judge)
    else checkCast(subject, operator, text, judge)
  }
}

const isOfType = (column: Column, types: ReadonlySet<string>): boolean =>
  typeof column !== 'string' && types.has(column.type)

/** Ids are never cast, only compared. */
function checkCast({ column, path }: Subject, operator: TestOperator, text: string, judge: Judge): void {
  if (typeof column === 'string') return
  const cast = SCALARS[column.type].cast(text)
  if (cast.ok) return
  const { message, expected } = cast
  const ours = `Invalid value at ${path} ${operator}: expected ${expected}, received "${text}"`
  const refusal =
    message === undefined
      ? crash('number-cast-500', 'filters.cast', ours)
      : validation('filters.cast', message)
  notice('query.filters', refusal, judge)
}

function checkJson({ path }: Subject, operator: TestOperator, text: string, judge: Judge): void {
  if (parseJson(text) !== undefined) return
  const message = `Invalid value at ${path} ${operator}: expected JSON`
  notice('query.run', crash('jsonb-eq', 'filters.cast', message), judge)
}

/** `$jsonSupersetOf`: only PostgreSQL can answer it, of JSON. */
export function checkSuperset({ column, path }: Subject, operand: string | null, judge: Judge): void {
  const rule = 'filters.op.$jsonSupersetOf'
  if (!judge.has('json-superset')) {
    const message = `Invalid key $jsonSupersetOf at ${path}: only a PostgreSQL database can answer it`
    return notice('query.run', crash('json-superset-500', rule, message), judge)
  }
  if (operand !== null && parseJson(operand) !== undefined && isOfType(column, JSON_TYPES)) return
  const message = `Invalid value at ${path} $jsonSupersetOf: expected JSON, and a JSON attribute to look into`
  notice('query.run', crash('json-superset', rule, message), judge)
}

/** PostgreSQL compares a type with its own kind or not at all. */
function checkPostgresTypes(
  { column, path }: Subject,
  operator: TestOperator,
  operands: readonly (string | null)[],
  judge: Judge,
): void {
  const meaning = OPERATORS[operator]
  const isText = column === 'documentId' || isOfType(column, TEXT_TYPES)
  const fails =
    meaning.on === 'text'
      ? !meaning.foldsCase && !isText
      : meaning.on !== 'null' &&
        operands.some((operand) => operand !== null && !fitsWholeNumber(column, operand))
  if (!fails) return
  const message = `Invalid value at ${path} ${operator}: a PostgreSQL column of this type cannot be compared with it`
  notice('query.run', crash('pg-type-500', 'filters.cast', message), judge)
}

/** Ids and integers have 32 bits, bigintegers 64; other types take any value that could be cast. */
function fitsWholeNumber(column: Column, text: string): boolean {
  const type = column === 'id' ? 'integer' : column === 'documentId' ? 'string' : column.type
  if (type !== 'integer' && type !== 'biginteger') return true
  const isWhole = column === 'id' ? /^\s*[+-]?\d+\s*$/.test(text) : Number.isInteger(Number(text))
  if (!isWhole) return false
  const limit = type === 'integer' ? 2 ** 31 : 2 ** 63
  return Number(text) >= -limit && Number(text) < limit
}
