/** Implements `_q`, the search for rows that contain a text. */

import type { Row } from '../reference/graph/graph.ts'
import type { Raw } from '../reference/parse/url.ts'
import type { ContentType, ScalarType } from '../reference/schema/schema.ts'
import { openScalars } from './model.ts'
import { fold, isNumeric, isTextual, textOf } from './values.ts'

/** Returns whether the id, the documentId or a searchable value of a row contains the text, regardless of case. */
export function isFound(row: Row, search: Raw | undefined, type: ContentType): boolean {
  if (typeof search !== 'string' || search === '') return true
  const texts = [String(row.id), row.documentId]
  for (const { name, type: scalar, searchable } of openScalars(type)) {
    const value = row.values[name] ?? null
    if (searchable && value !== null && isSearched(scalar, search)) texts.push(textOf(value))
  }
  return texts.some((text) => fold(text).includes(fold(search))) // search.text
}

/** Returns whether `_q` searches attributes of a type: text types always, number types if `_q` is a number. */
const isSearched = (type: ScalarType, search: string): boolean =>
  isTextual(type) || (isNumeric(type) && !Number.isNaN(Number(search)))
