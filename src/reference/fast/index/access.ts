/**
 * How an index finds the rows of a test or of a search, derived from the plan. A test that has no access path here is
 * found by a scan, so a new operator needs no change in this file to be right.
 */
import type { Node } from '../../graph/graph.ts'
import { OPERATORS, TRUE } from '../../operators.ts'
import { isJson, nameOf } from '../../plan/column.ts'
import { type Asked, castAll, lookOf } from '../../plan/operand.ts'
import type { Search, Test } from '../../plan/plan.ts'
import { searchImage, searchOccurrence } from '../../plan/window.ts'
import { EVERY_VALUE, type Span, spansBetween, spansFrom } from './spans.ts'

export type Access =
  /** Rows with a value in one of these spans, in the order of the column; `missing`: rows without a value. */
  | { readonly by: 'order'; readonly spans: Spans }
  /** Rows with an image that holds. */
  | { readonly by: 'image'; readonly image: Image; readonly holds: (image: string) => boolean }

export type Spans = readonly Span[] | 'missing'

/** A text derived from each row, such as a title in lower case. */
export interface Image {
  /** Images of the same name are equal, so queries share the index of an image. */
  readonly name: string
  /** null if there is no value. */
  readonly of: (node: Node) => string | null
}

/** undefined if only a scan finds the rows. */
export function accessOf(test: Test, context: Asked): Access | undefined {
  const { column, operator, operands } = test
  if (operator === '$jsonSupersetOf') return undefined
  if (operator === '$null' || operator === '$notNull')
    return { by: 'order', spans: test.test(null) === TRUE ? 'missing' : EVERY_VALUE }
  const look = lookOf(column, operator, operands, context)
  if (look !== undefined)
    return { by: 'image', image: { name: lookName(test, operator), of: look.imageOf }, holds: look.holds }
  const spans = isJson(column) ? undefined : spansOf(test, operator, context)
  return spans && { by: 'order', spans }
}

type Operator = keyof typeof OPERATORS

/** An image depends on the column, and on what the operator compares and folds. */
function lookName({ column }: Test, operator: Operator): string {
  const meaning = OPERATORS[operator]
  if (meaning.on !== 'text') return nameOf(column)
  return `${nameOf(column)} ${meaning.at === 'whole' ? 'whole' : 'part'} ${meaning.foldsCase ? 'folded' : 'as it is'}`
}

/** The spans of the values that make the test true; undefined if the order of the column does not tell. */
function spansOf(
  { column, operands }: Test,
  operator: Operator,
  context: Asked,
): readonly Span[] | undefined {
  const meaning = OPERATORS[operator]
  if (meaning.on !== 'value' && operator !== '$in' && operator !== '$between') return undefined
  const values = castAll(column, operands, context)
  if (operator === '$between') return spansBetween(values)
  if (meaning.on !== 'value')
    return values.flatMap((one) => (one === undefined ? [] : spansFrom(one, isZero)))
  const [value] = values
  return value === undefined ? undefined : spansFrom(value, meaning.holds)
}

const isZero = (order: number): boolean => order === 0

/** A search finds the rows with an image in which its text occurs. */
export function searchAccess(
  { text, columns }: Search,
  context: Asked,
): { readonly images: readonly Image[]; readonly holds: (image: string) => boolean } {
  const images = columns.map((column) => ({
    name: `${nameOf(column)} searched`,
    of: searchImage(column, context.database),
  }))
  return { images, holds: searchOccurrence(text, context).occursIn }
}
