/**
 * How many values rows may still have: a short file can stand for many, as every row has every attribute of its type,
 * written or not.
 */
import { type Report, wholeFile } from '../../schema/fault.ts'
import type { Model } from '../../schema/schema.ts'

/** What is left of the limit. */
export interface ValueBudget {
  /** Takes so many values for what is in `file`; false if there are not so many left, which is then reported once. */
  readonly take: (values: number, file: string) => boolean
  readonly isFull: () => boolean
}

/** ValueBudget for so many values. */
export function newValueBudget(most: number, report: Report): ValueBudget {
  let left = most
  const take = (values: number, file: string): boolean => {
    const isFirst = left >= 0
    left -= values
    if (left >= 0) return true
    const expected = `at most ${most} values of rows and components, written or not (limit "values")`
    if (isFirst) report(wholeFile(file), { message: 'too many values', expected, found: 'more' })
    return false
  }
  return { take, isFull: () => left < 0 }
}

/** What a row or a component holds of itself takes about as much memory as so many values. */
const VALUES_OF_ITSELF = 8

/** The values of so many rows of a type, or components. */
export const valuesOfRows = ({ attributes }: Pick<Model, 'attributes'>, rows: number): number =>
  rows * (VALUES_OF_ITSELF + attributes.size)

/** What completing the relations of a type looks at elsewhere: all rows that each of them may name. */
export function valuesOfRelations(
  { attributes }: Pick<Model, 'attributes'>,
  rowsOf: (uid: string) => number,
): number {
  let values = 0
  for (const attribute of attributes.values()) {
    const isTwoSided = attribute.kind === 'relation' && attribute.inverse !== null
    if (isTwoSided || attribute.kind === 'morphBy') values += rowsOf(attribute.target)
  }
  return values
}
