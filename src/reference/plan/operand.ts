/** Operand → test: the one place where a filter operator meets a value. */
import type { Json } from '../../ground/json.ts'
import { FALSE, OPERATORS, type TestOperator, type Truth, truth, UNKNOWN } from '../operators.ts'
import type { Column } from '../schema/schema.ts'
import {
  answeredText,
  type Comparable,
  foldAscii,
  foldCase,
  JSON_TYPES,
  looseNumber,
  SCALARS,
  storedText,
} from '../values.ts'
import { rawReader, reader } from './column.ts'
import { jsonbHolds, supersetHolds } from './jsonb.ts'
import type { PlanContext, Test } from './plan.ts'

type Has = Pick<PlanContext, 'has'>
type NodeTest = Test['test']

/** One operator on one column, for its operands. */
export function planTest(
  column: Column,
  operator: TestOperator,
  operands: readonly (string | null)[],
  profile: Has,
): Test {
  return { kind: 'test', column, operator, operands, test: testOf(column, operator, operands, profile) }
}

function testOf(
  column: Column,
  operator: TestOperator,
  operands: readonly (string | null)[],
  profile: Has,
): NodeTest {
  const meaning = OPERATORS[operator]
  const [operand = null] = operands
  const isJson = typeof column !== 'string' && JSON_TYPES.has(column.type) && profile.has('jsonb-eq')
  switch (meaning.on) {
    case 'null':
      return isNull(column, meaning.wantsNull)
    case 'text':
      if (operand === null && (operator === '$eqi' || operator === '$nei'))
        return isNull(column, operator === '$eqi')
      return textTest(column, meaning, String(operand), profile)
    case 'value': {
      if (operand === null)
        return operator === '$eq' || operator === '$ne' ? isNull(column, operator === '$eq') : unknown
      if (isJson) return onJson(column, jsonbHolds(meaning, operands))
      const value = cast(column, operand)
      return onValue(column, (found) => truth(meaning.holds(found, value)))
    }
    case 'list': {
      if (isJson) return onJson(column, jsonbHolds(meaning, operands))
      const values = operands.map((item) => (item === null ? null : cast(column, item)))
      return onValue(column, (found) => meaning.holds(found, values))
    }
  }
}

/** `$null` and `$notNull`: the operand only says whether to turn them around. */
export const nullTest = (column: Column, wantsNull: boolean, operator: TestOperator): Test => ({
  kind: 'test',
  column,
  operator,
  operands: [],
  test: isNull(column, wantsNull),
})

/** A list operand that can hold no value at all. */
export const noRow = (column: Column, operator: TestOperator): Test => ({
  kind: 'test',
  column,
  operator,
  operands: [],
  test: () => FALSE,
})

/** `$jsonSupersetOf`: every part of the operand is found in the value. Only PostgreSQL can answer it. */
export function supersetTest(column: Column, operand: string | null): Test {
  const raw = rawReader(column)
  const holds = supersetHolds(operand)
  const test: NodeTest = (node) => (node === null ? UNKNOWN : holds(raw(node)))
  return { kind: 'test', column, operator: '$jsonSupersetOf', operands: [operand], test }
}

/** Nothing is known of it, so no row matches, negated or not. */
const unknown: NodeTest = () => UNKNOWN

function isNull(column: Column, wantsNull: boolean): NodeTest {
  const raw = rawReader(column)
  return (node) => truth((node === null || raw(node) === null) === wantsNull)
}

function onValue(column: Column, holds: (found: Comparable) => Truth): NodeTest {
  const read = reader(column)
  return (node) => {
    const found = node === null ? null : read(node)
    return found === null ? UNKNOWN : holds(found)
  }
}

function onJson(column: Column, holds: (found: Json) => Truth): NodeTest {
  const read = rawReader(column)
  return (node) => {
    const found = node === null ? null : read(node)
    return found === null ? UNKNOWN : holds(found)
  }
}

/** An id is never cast, only compared: text that is no number is larger than every id. */
function cast(column: Column, text: string): Comparable {
  if (column === 'documentId') return text
  if (column === 'id') return looseNumber(text) ?? text
  const found = SCALARS[column.type].cast(text)
  return found.ok ? found.value : text
}

interface TextMeaning {
  readonly foldsCase: boolean
  readonly holds: (value: string, operand: string) => boolean
}

/** Text operators look at any value through its text. */
function textTest(column: Column, meaning: TextMeaning, operand: string, profile: Has): NodeTest {
  const fold = folding(meaning, profile)
  const wanted = fold(operand)
  const raw = rawReader(column)
  const text = textOf(column, profile)
  return (node) => {
    const found = node === null ? null : raw(node)
    return found === null ? UNKNOWN : truth(meaning.holds(fold(text(found)), wanted))
  }
}

/** Which letters count as the same: none, or all of Unicode's pairs; a database may know fewer or more. */
function folding({ foldsCase, holds }: TextMeaning, { has }: Has): (text: string) => string {
  const isEquality = holds === OPERATORS.$eqi.holds || holds === OPERATORS.$nei.holds
  if (foldsCase) return has('lower-ascii') ? foldAscii : foldCase
  return has('like-ascii-case') && !isEquality ? foldAscii : (text) => text
}

/** The text of a value: as the answer shows it, or as a database keeps it. */
export function textOf(column: Column, { has }: Has): (value: Json) => string {
  if (!has('stored-text') || typeof column === 'string') return answeredText
  return (value) => storedText(column.type, value)
}
