/** Cites the rules of `fields`. */
import type { FieldsSyntax } from '../parse/syntax.ts'
import { FILE_UID } from '../schema/schema.ts'
import { type AnswerPart, holdsPopulated } from './part.ts'

/** Cites the rules of `fields`, at the root or inside a populated attribute, if this part of the answer has entries. */
export function citeFields(fields: FieldsSyntax, place: AnswerPart): void {
  const { model, entries, at, cite } = place
  if (entries.size === 0) return
  const isEntry = model.modelType === 'contentType' && model.uid !== FILE_UID
  if (fields.kind === 'all' && isEntry) cite('entry.default-scalars', at)
  if (fields.kind !== 'names' && fields.kind !== 'gaps') return
  cite('param.fields', at)
  cite(fields.names.length === 1 ? 'fields.one' : 'fields.several', at)
  if (fields.names.includes('*')) return
  cite('fields.restricts', at)
  cite('fields.keeps-ids', at)
  if (holdsPopulated(place)) cite('fields.not-populate', at)
}
