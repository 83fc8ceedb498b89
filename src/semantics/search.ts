/** `_q`: a text that a row contains. */

import type { Row } from '../reference/graph/graph.ts'
import type { Raw } from '../reference/parse/url.ts'
import type { ContentType, ScalarType } from '../reference/schema/schema.ts'
import { openScalars } from './model.ts'
import { fold, isNumeric, isTextual, textOf } from './values.ts'

/** Looks into the id, the documentId and the searchable texts of a row; case does not count. */
export function isFound(row: Row, search: Raw | undefined, type: ContentType): boolean {
  if (typeof search !== 'string' || search === '') return true
  const texts = [String(row.id), row.documentId]
  for (const { name, type: scalar, searchable } of openScalars(type)) {
    const value = row.values[name] ?? null
    if (searchable && value !== null && isSearched(scalar, search)) texts.push(textOf(value))
  }
  return texts.some((text) => fold(text).includes(fold(search))) // search.text
}

/** A text that is a number is looked for in numbers as well. */
const isSearched = (type: ScalarType, search: string): boolean =>
  isTextual(type) || (isNumeric(type) && !Number.isNaN(Number(search)))
