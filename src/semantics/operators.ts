/**
 * What each operator means, once more. The record is total: one that is new to the reference is a compile error
 * here until it has its meaning.
 */

import type { Column } from '../../properties/arbitraries/values.ts'
import type { Node } from '../reference/graph/graph.ts'
import type { TestOperator } from '../reference/operators.ts'
import { both, either, not, type Truth } from './truth.ts'
import { type Comparable, fold, numberIn, operand, order, shownText } from './values.ts'
import { asType, documentIdOf, read } from './view.ts'

/** null: an operand that is null. */
type Operand = string | null

/** What is looked at: a column of a row, or of none. */
interface Place {
  readonly node: Node | null
  readonly name: string
  readonly column: Column
}

type Meaning<Operands> = (place: Place, operands: Operands) => Truth

const foundAt = ({ node, name, column }: Place): Comparable | null =>
  node === null ? null : read(node, name, column)

function shownAt({ node, name, column }: Place): string {
  if (node === null) return ''
  if (column === 'id') return String(node.id)
  return column === 'documentId' ? (documentIdOf(node) ?? '') : shownText(node.values[name] ?? null)
}

/** An operand as a value of the column; ids compare as numbers where the text is one. */
function meant(text: Operand, column: Column): Comparable | null {
  if (text === null) return null
  if (column === 'id') return numberIn(text) ?? text
  return operand(text, asType(column))
}

/** The value beside the operand. */
const compared =
  (holds: (sign: number) => boolean): Meaning<Operand> =>
  (place, text) => {
    const found = foundAt(place)
    const wanted = meant(text, place.column)
    return found === null || wanted === null ? null : holds(order(found, wanted))
  }

/** The text of the value beside the operand. */
const written =
  (holds: (value: string, part: string) => boolean): Meaning<Operand> =>
  (place, text) =>
    foundAt(place) === null ? null : holds(shownAt(place), String(text))

/** The same whatever the case of the letters is. */
const folded = (holds: (value: string, part: string) => boolean): Meaning<Operand> =>
  written((value, part) => holds(fold(value), fold(part)))

/** With null as the operand the question is whether there is a value. */
const orWhetherNull =
  (isWanted: boolean, meaning: Meaning<Operand>): Meaning<Operand> =>
  (place, text) =>
    text === null ? (foundAt(place) === null) === isWanted : meaning(place, text)

/** A list under an operator for one value holds for one of them. */
const forOne =
  (meaning: Meaning<Operand>): Meaning<readonly Operand[]> =>
  (place, texts) =>
    texts.map((text) => meaning(place, text)).reduce(either, false)

/** Where the operator is negative, it holds for all of them. */
const forAll =
  (meaning: Meaning<Operand>): Meaning<readonly Operand[]> =>
  (place, texts) =>
    texts.map((text) => meaning(place, text)).reduce(both, true)

const within = forOne(compared((sign) => sign === 0))

function between(place: Place, texts: readonly Operand[]): Truth {
  const found = foundAt(place)
  if (found === null) return null
  const [low = null, high = null] = texts.map((text) => meant(text, place.column))
  return both(low === null ? null : order(found, low) >= 0, high === null ? null : order(found, high) <= 0)
}

const whetherNull =
  (isWanted: boolean): Meaning<readonly Operand[]> =>
  (place, [text = null]) => {
    const isOn = text !== null && !['', 'false', 'f', '0'].includes(text)
    return (foundAt(place) === null) === (isWanted === isOn)
  }

const same = (value: string, part: string): boolean => value === part
const includes = (value: string, part: string): boolean => value.includes(part)
const startsWith = (value: string, part: string): boolean => value.startsWith(part)
const endsWith = (value: string, part: string): boolean => value.endsWith(part)
const never =
  (holds: (value: string, part: string) => boolean) =>
  (value: string, part: string): boolean =>
    !holds(value, part)

export const MEANINGS: Readonly<Record<TestOperator, Meaning<readonly Operand[]>>> = {
  $eq: forOne(
    orWhetherNull(
      true,
      compared((sign) => sign === 0),
    ),
  ),
  $ne: forAll(
    orWhetherNull(
      false,
      compared((sign) => sign !== 0),
    ),
  ),
  $gt: forOne(compared((sign) => sign > 0)),
  $gte: forOne(compared((sign) => sign >= 0)),
  $lt: forOne(compared((sign) => sign < 0)),
  $lte: forOne(compared((sign) => sign <= 0)),
  $in: within,
  $notIn: (place, texts) => not(within(place, texts)),
  $between: between,
  $null: whetherNull(true),
  $notNull: whetherNull(false),
  $eqi: forOne(orWhetherNull(true, folded(same))),
  $nei: forAll(orWhetherNull(false, folded(never(same)))),
  $contains: forOne(written(includes)),
  $notContains: forAll(written(never(includes))),
  $containsi: forOne(folded(includes)),
  $notContainsi: forAll(folded(never(includes))),
  $startsWith: forOne(written(startsWith)),
  $startsWithi: forOne(folded(startsWith)),
  $endsWith: forOne(written(endsWith)),
  $endsWithi: forOne(folded(endsWith)),
}

export const isMeant = (key: string): key is TestOperator => Object.hasOwn(MEANINGS, key)
