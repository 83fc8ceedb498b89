/**
 * Converts operators and their operands to tests of a column. In the folder `plan`, only this file applies filter
 * operators to columns.
 */
import type { Json } from '../../util/json.ts'
import type { Node } from '../graph/graph.ts'
import { type ComparingOperator, type FlagOperator, OPERATORS } from '../operators/operators.ts'
import { FALSE, type OperatorRecord, type Truth, truth, UNKNOWN } from '../operators/record.ts'
import type { Column } from '../schema/schema.ts'
import type { Database } from '../strapi/databases/database.ts'
import { patternCost, patternTest } from '../strapi/plan/patterns.ts'
import { castBefore } from '../strapi/releases/names.ts'
import { type Comparable, looseNumber } from '../values.ts'
import { isJson, isText, orderOf, rawReader, reader, storedReader, typeOf } from './column.ts'
import type { PlanContext, Test } from './plan.ts'

/** The parts of the profile that affect operands of filters. */
export type OperandContext = Pick<PlanContext, 'database' | 'has' | 'isUncast'>
type NodeTest = Test['test']

/** Makes the test of one filter operator with its operands on one column. */
export function planTest(
  column: Column,
  operator: ComparingOperator,
  operands: readonly (string | null)[],
  context: OperandContext,
): Test {
  const look = lookOf(column, operator, operands, context)
  const test = look === undefined ? testOf(column, operator, operands, context) : textTest(look)
  const cost = patternCost(OPERATORS[operator], operands, context)
  return { kind: 'test', column, operator, operands, test, ...(cost > 1 ? { cost } : {}) }
}

/** Casts operands to values of a column. An operand that cannot be a value of the column becomes undefined. */
export const castAll = (
  column: Column,
  operands: readonly (string | null)[],
  context: OperandContext,
): readonly (Comparable | undefined)[] =>
  operands.map((item) => (item === null ? undefined : cast(column, item, context)))

function testOf(
  column: Column,
  operator: ComparingOperator,
  operands: readonly (string | null)[],
  context: OperandContext,
): NodeTest {
  const record = OPERATORS[operator]
  const { database } = context
  const order = orderOf(column, database)
  const [operand = null] = operands
  switch (record.takes) {
    case 'text':
      return onNull(column, record)
    case 'value': {
      if (operand === null) return onNull(column, record)
      const value = cast(column, operand, context)
      if (value === undefined) return unknown
      return onValue(column, database, (found) => truth(record.holds(order(found, value))))
    }
    case 'list':
    case 'pair': {
      const values = castAll(column, operands, context)
      return onValue(column, database, (found) => record.holds((value) => order(found, value), values))
    }
  }
}

/**
 * Returns the test of a flag operator such as `$null`, which has no value to compare with. An operand that means
 * false negates the test of a flag operator.
 */
export const flagTest = (column: Column, operator: FlagOperator, isOn: boolean): Test => ({
  kind: 'test',
  column,
  operator,
  operands: [],
  test: onFlag(column, OPERATORS[operator].holds, isOn),
})

/**
 * Returns a test that is true for no row. For example, an `$in` on ids gets this test if all items of its list are
 * lists of several ids.
 */
export const noRow = (column: Column, operator: ComparingOperator): Test => ({
  kind: 'test',
  column,
  operator,
  operands: [],
  test: () => FALSE,
})

/**
 * Returns the test of `$jsonSupersetOf`, as the database of the profile evaluates it: whether the value contains
 * every part of the operand.
 */
export function supersetTest(column: Column, operand: string | null, { database }: OperandContext): Test {
  const raw = rawReader(column)
  const holds = database.superset.holds(operand)
  const test: NodeTest = (node) => {
    const found = node === null ? null : holds(raw(node))
    return found === null ? UNKNOWN : truth(found)
  }
  return { kind: 'test', column, operator: '$jsonSupersetOf', operands: [operand], test }
}

/** Returns a test that is always unknown: no row matches the test, and no row matches its negation. */
const unknown: NodeTest = () => UNKNOWN

/** Returns the test of a flag operator. For a flag operator, a missing row counts as a row without a value. */
function onFlag(column: Column, holds: (value: Json) => boolean, isOn: boolean): NodeTest {
  const raw = rawReader(column)
  return (node) => truth(holds(node === null ? null : raw(node)) === isOn)
}

/**
 * Returns the test of an operator with a null operand. With a null operand, some operators test whether the row has
 * a value. For all other operators, the result of the test is always unknown.
 */
const onNull = (
  column: Column,
  { nullMeans }: Extract<OperatorRecord, { takes: 'value' | 'text' }>,
): NodeTest => (nullMeans === undefined ? unknown : onFlag(column, isMissing, nullMeans === 'missing'))

const isMissing = (value: Json): boolean => value === null

function onValue(column: Column, database: Database, holds: (found: Comparable) => Truth): NodeTest {
  const read = reader(column, database)
  return (node) => {
    const found = node === null ? null : read(node)
    return found === null ? UNKNOWN : holds(found)
  }
}

/** Casts an operand to a value of the column; undefined if the operand cannot be a value. */
function cast(column: Column, text: string, context: OperandContext): Comparable | undefined {
  const { database } = context
  if (isJson(column)) return database.json.operand(text)
  return database.operands(typeOf(column), plainCast(column, text, context))
}

/**
 * Casts an operand to a value of the column. Operands of ids are not cast, and a text that is not a number is larger
 * than every id. For operands in a list of conditions, the database decides how it reads them (decision `uncast`).
 */
function plainCast(column: Column, text: string, { has, isUncast, database }: OperandContext): Comparable {
  if (isText(column)) return text
  if (typeof column === 'string') return looseNumber(text) ?? text
  if (isUncast === true) return database.uncast(column.type, text) ?? text
  const found = castBefore(column.type, text, has)
  return found.ok ? found.value : text
}

type TextRecord = Extract<OperatorRecord, { takes: 'text' }>

/**
 * The test of a text operator, applied to the image of a value. An image is a text derived from the value, such as
 * the value in lower case.
 */
export interface TextLook {
  /** Returns the image of the column's value in a node; null if the node has no value. */
  readonly imageOf: (node: Node) => string | null
  readonly holds: (image: string) => boolean
}

/**
 * Returns the test of a text operator as a test of images. The result is undefined for other operators, and for a
 * null operand that tests the presence of a value.
 */
export function lookOf(
  column: Column,
  operator: ComparingOperator,
  [operand = null]: readonly (string | null)[],
  context: OperandContext,
): TextLook | undefined {
  const record = OPERATORS[operator]
  if (record.takes !== 'text' || (operand === null && record.nullMeans !== undefined)) return undefined
  const { database } = context
  const type = typeOf(column)
  const isEquality = record.at === 'whole'
  const lower = (text: string): string => (record.foldsCase ? database.lower(text, type) : text)
  const image = isEquality ? lower : (text: string): string => database.like(lower(text), type)
  const wanted = image(String(operand))
  const holds =
    patternTest(record, wanted, context) ??
    (isEquality ? equalTo(wanted, record, column, database) : occurrence(wanted, record, database))
  return { imageOf: imageReader(column, image, database), holds }
}

/** Makes a function that returns the image of a column of a row. */
export function imageReader(
  column: Column,
  image: (text: string) => string,
  database: Database,
): TextLook['imageOf'] {
  const stored = storedReader(column, database)
  return (node) => {
    const found = stored(node)
    return found === null ? null : image(textOf(column, found, database))
  }
}

function textTest({ imageOf, holds }: TextLook): NodeTest {
  return (node) => {
    const found = node === null ? null : imageOf(node)
    return found === null ? UNKNOWN : truth(holds(found))
  }
}

/** Makes a test for the equality of texts by the collation, because some collations treat different texts as equal. */
function equalTo(
  wanted: string,
  { negative }: TextRecord,
  column: Column,
  { collation }: Database,
): (value: string) => boolean {
  if (collation.exact || isJson(column)) return (value) => (value === wanted) !== negative
  return (value) => (collation.compare(value, wanted) === 0) !== negative
}

function occurrence(wanted: string, record: TextRecord, { nul }: Database): (value: string) => boolean {
  const end = nul === 'ends' ? wanted.indexOf('\u0000') : -1
  if (end < 0) return (value) => record.holds(value, wanted)
  const before = wanted.slice(0, end)
  if (record.at === 'start') return (value) => value === before
  return (value) => value.endsWith(before) !== record.negative
}

/** Returns the text of a value for text operators: as the answer shows it, or as the database stores it. */
export const textOf = (column: Column, value: Json, { text }: Database): string => text(typeOf(column), value)
