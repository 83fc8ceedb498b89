/** The meaning of each filter operator. An operator that is missing in the table `MEANINGS` is a compile error. */

import type { Node } from '../reference/graph/graph.ts'
import type { TestOperator } from '../reference/operators/operators.ts'
import type { Column } from './model.ts'
import { both, either, not, type Truth } from './truth.ts'
import { type Comparable, compare, documentIdOf, fold, numberIn, operand, read, textOf } from './values.ts'

/** The text of an operand; null if the query gives no value. */
export type Operand = string | null

/** A column of a row that a test compares; the node is null if there is no linked row. */
export interface ColumnOfRow {
  readonly node: Node | null
  readonly name: string
  readonly column: Column
}

type Meaning = (place: ColumnOfRow, operand: Operand) => Truth
type ListMeaning = (place: ColumnOfRow, operands: readonly Operand[]) => Truth
type TextTest = (value: string, part: string) => boolean

const valueAt = ({ node, name, column }: ColumnOfRow): Comparable | null =>
  node === null ? null : read(node, name, column)

function textAt({ node, name, column }: ColumnOfRow): string {
  if (node === null) return ''
  if (column === 'id') return String(node.id)
  return column === 'documentId' ? (documentIdOf(node) ?? '') : textOf(node.values[name] ?? null)
}

/** Casts an operand to a value of the column; for an id, a text that is a number compares as a number. */
function cast(text: Operand, column: Column): Comparable | null {
  if (text === null) return null // filters.no-value
  if (column === 'id') return numberIn(text) ?? text // filters.id-text
  return operand(text, column === 'documentId' ? 'string' : column) // filters.cast
}

/** Makes a test that compares values; if either value is missing, the result is unknown. */
const onValue =
  (holds: (sign: number) => boolean): Meaning =>
  (place, text) => {
    const [found, wanted] = [valueAt(place), cast(text, place.column)]
    return found === null || wanted === null ? null : holds(compare(found, wanted))
  }

/** Makes a test that compares the text of a value with the text of the operand. */
const onText =
  (holds: TextTest): Meaning =>
  (place, text) =>
    valueAt(place) === null ? null : holds(textAt(place), String(text))

const onFolded = (holds: TextTest): Meaning => onText((value, part) => holds(fold(value), fold(part)))

/** Makes a test that only checks the presence of a value if the operand is null; otherwise `meaning` decides. */
const orNull =
  (isWanted: boolean, meaning: Meaning): Meaning =>
  (place, text) =>
    text === null ? (valueAt(place) === null) === isWanted : meaning(place, text)

/** Makes a test with several operands, which is true if at least one operand passes. */
const forOne =
  (meaning: Meaning): ListMeaning =>
  (place, texts) =>
    texts.map((text) => meaning(place, text)).reduce(either, false) // filters.list-operand

/** Makes a test with several operands for a negative operator, which is true if every operand passes. */
const forAll =
  (meaning: Meaning): ListMeaning =>
  (place, texts) =>
    texts.map((text) => meaning(place, text)).reduce(both, true)

const isEqual = onValue((sign) => sign === 0)
const isDifferent = onValue((sign) => sign !== 0)
const isWithin = forOne(isEqual)

const isBetween: ListMeaning = (place, [low = null, high = null]) =>
  both(onValue((sign) => sign >= 0)(place, low), onValue((sign) => sign <= 0)(place, high))

/** Makes the test of a flag operator such as `$null`. A false operand negates the test; a missing row is like null. */
const whether =
  (holds: (value: Comparable | null) => boolean): ListMeaning =>
  (place, [text = null]) => {
    const isOn = text !== null && !['', 'false', 'f', '0'].includes(text)
    return holds(valueAt(place)) === isOn
  }

const same: TextTest = (value, part) => value === part
const contains: TextTest = (value, part) => value.includes(part)
const startsWith: TextTest = (value, part) => value.startsWith(part)
const endsWith: TextTest = (value, part) => value.endsWith(part)
const never =
  (holds: TextTest): TextTest =>
  (value, part) =>
    !holds(value, part)

export const MEANINGS: Readonly<Record<TestOperator, ListMeaning>> = {
  $eq: forOne(orNull(true, isEqual)), // filters.op.$eq
  $ne: forAll(orNull(false, isDifferent)), // filters.op.$ne
  $gt: forOne(onValue((sign) => sign > 0)), // filters.op.$gt
  $gte: forOne(onValue((sign) => sign >= 0)), // filters.op.$gte
  $lt: forOne(onValue((sign) => sign < 0)), // filters.op.$lt
  $lte: forOne(onValue((sign) => sign <= 0)), // filters.op.$lte
  $in: isWithin, // filters.op.$in
  $notIn: (place, texts) => not(isWithin(place, texts)), // filters.op.$notIn
  $between: isBetween, // filters.op.$between
  $null: whether((value) => value === null), // filters.op.$null
  $notNull: whether((value) => value !== null), // filters.op.$notNull
  $eqi: forOne(orNull(true, onFolded(same))), // filters.op.$eqi
  $nei: forAll(orNull(false, onFolded(never(same)))), // filters.op.$nei
  $contains: forOne(onText(contains)), // filters.op.$contains
  $notContains: forAll(onText(never(contains))), // filters.op.$notContains
  $containsi: forOne(onFolded(contains)), // filters.op.$containsi
  $notContainsi: forAll(onFolded(never(contains))), // filters.op.$notContainsi
  $startsWith: forOne(onText(startsWith)), // filters.op.$startsWith
  $startsWithi: forOne(onFolded(startsWith)), // filters.op.$startsWithi
  $endsWith: forOne(onText(endsWith)), // filters.op.$endsWith
  $endsWithi: forOne(onFolded(endsWith)), // filters.op.$endsWithi
}

export const isMeant = (key: string): key is TestOperator => Object.hasOwn(MEANINGS, key)
