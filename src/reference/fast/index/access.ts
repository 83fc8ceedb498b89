/**
 * Decides how an index finds the rows for a test of a filter, or for a search by `_q`. A scan finds the rows for a
 * test that no index supports. Therefore, a new filter operator works without a change in this file.
 */
import type { Node } from '../../graph/graph.ts'
import { isFlagOperator, isTestOperator, OPERATORS } from '../../operators/operators.ts'
import { type OperatorRecord, TRUE } from '../../operators/record.ts'
import { isJson, nameOf } from '../../plan/column.ts'
import { castAll, lookOf, type OperandContext } from '../../plan/operand.ts'
import type { Search, Test } from '../../plan/plan.ts'
import { searchImage, searchOccurrence } from '../../plan/window.ts'
import type { Column } from '../../schema/schema.ts'
import type { Comparable } from '../../values.ts'
import { EVERY_VALUE, type Span, spansBetween, spansFrom } from './spans.ts'

export type Access =
  /**
   * Access by the order of the column: to rows whose value lies in one of the spans. The value `missing` of `spans`
   * means rows without a value.
   */
  | { readonly by: 'order'; readonly spans: Spans }
  /** Access by an image: to rows whose image passes the test `holds`. */
  | { readonly by: 'image'; readonly image: Image; readonly holds: (image: string) => boolean }

export type Spans = readonly Span[] | 'missing'

/** An image of a row is a text that is derived from the row, such as its title in lower case. */
export interface Image {
  /** The name of the image. All queries that need an image of the same name share one index. */
  readonly name: string
  /** Returns the image of a node; null if the node has no value. */
  readonly of: (node: Node) => string | null
}

/** Returns how an index finds the rows that pass a test; undefined if only a scan can find them. */
export function accessOf(test: Test, context: OperandContext): Access | undefined {
  const { column, operator, operands } = test
  if (!isTestOperator(operator)) return undefined
  if (isFlagOperator(operator)) {
    const spans = test.test(null) === TRUE ? 'missing' : EVERY_VALUE
    return OPERATORS[operator].index === 'presence' ? { by: 'order', spans } : undefined
  }
  const record = OPERATORS[operator]
  switch (record.takes) {
    case 'text': {
      const look = lookOf(column, operator, operands, context)
      if (look === undefined) return undefined
      return { by: 'image', image: { name: lookName(column, record), of: look.imageOf }, holds: look.holds }
    }
    case 'value':
    case 'list':
    case 'pair': {
      const spans = isJson(column) ? undefined : spansOf(record, castAll(column, operands, context))
      return spans && { by: 'order', spans }
    }
  }
}

type RecordOf<Takes extends OperatorRecord['takes']> = Extract<OperatorRecord, { takes: Takes }>

/**
 * Returns the name of an image. The name of an image depends on the column, on the compared part of the text, and on
 * whether the operator ignores case.
 */
const lookName = (column: Column, { at, foldsCase }: RecordOf<'text'>): string =>
  `${nameOf(column)} ${at === 'whole' ? 'whole' : 'part'} ${foldsCase ? 'folded' : 'as it is'}`

/**
 * Returns the spans of values for which a test is true; undefined if the order of the column's values cannot decide
 * the test.
 */
function spansOf(
  record: RecordOf<'value' | 'list' | 'pair'>,
  values: readonly (Comparable | undefined)[],
): readonly Span[] | undefined {
  if (record.takes === 'value') {
    const [value] = values
    return value === undefined ? undefined : spansFrom(value, record.holds)
  }
  if (record.index === undefined) return undefined
  return record.index === 'range'
    ? spansBetween(values)
    : values.flatMap((one) => (one === undefined ? [] : spansFrom(one, isZero)))
}

const isZero = (order: number): boolean => order === 0

/** Returns how an index finds the rows for `_q`: the rows whose image contains the searched text. */
export function searchAccess(
  { text, columns }: Search,
  context: OperandContext,
): { readonly images: readonly Image[]; readonly holds: (image: string) => boolean } {
  const images = columns.map((column) => ({
    name: `${nameOf(column)} searched`,
    of: searchImage(column, context.database),
  }))
  return { images, holds: searchOccurrence(text, context).occursIn }
}
