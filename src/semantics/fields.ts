/** Implements `fields`: the scalar attributes that an entry shows. */

import type { FieldsSyntax } from '../reference/parse/syntax.ts'
import type { Model } from '../reference/schema/schema.ts'
import { openScalars } from './model.ts'

/** Returns the names of the shown scalars in query order; without `fields`, or with `*`, in schema order. */
export function shownScalars(syntax: FieldsSyntax, model: Model): readonly string[] {
  const open = openScalars(model)
  const names = open.map(({ name }) => name)
  if (syntax.kind !== 'names') return names // entry.default-scalars entry.attributes component.fields
  if (syntax.names.includes('*')) return names
  return [...new Set(syntax.names)].filter((name) => names.includes(name)) // fields.one fields.several fields.restricts
}
