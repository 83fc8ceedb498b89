/**
 * Limits the number of values in all rows of a dataset together. A short file can contain rows with many values,
 * because every row in memory has every attribute of its type.
 */
import { type Report, wholeFile } from '../../schema/fault.ts'
import type { Model } from '../../schema/schema.ts'

/** The part of the limit on JSON values that remains for the rows of a dataset. */
export interface ValueBudget {
  /**
   * Takes values for the rows of a file from the budget. The result is false if too few values remain in the budget.
   * The fault about an exhausted budget is reported only once.
   */
  readonly take: (values: number, file: string) => boolean
  readonly isFull: () => boolean
}

/** Makes a budget of `most` values for the rows of a dataset. */
export function newValueBudget(most: number, report: Report): ValueBudget {
  let left = most
  const take = (values: number, file: string): boolean => {
    const isFirst = left >= 0
    left -= values
    if (left >= 0) return true
    const expected = `at most ${most} values of rows and components, defaults included (limit "values")`
    if (isFirst) report(wholeFile(file), { message: 'too many values', expected, found: 'more' })
    return false
  }
  return { take, isFull: () => left < 0 }
}

/** The memory of a row or component without attributes, expressed as a number of values. */
const VALUES_OF_ITSELF = 8

/** Returns the number of values that `rows` rows or components of a model take from the budget. */
export const valuesOfRows = ({ attributes }: Pick<Model, 'attributes'>, rows: number): number =>
  rows * (VALUES_OF_ITSELF + attributes.size)

/**
 * Returns the number of values that the relations of a type take from the budget. To complete a relation, the loader
 * may visit all rows of the target type.
 */
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
