/** Plans `fields`: finds the scalar attributes that the answer shows. */
import type { FieldsSyntax } from '../parse/syntax.ts'
import type { Model } from '../schema/schema.ts'
import { isAnswerable } from '../schema/target.ts'

/**
 * Returns the names of the scalars that the answer shows: those that `fields` names, in its order; with `*`, all
 * scalars; without `fields`, the default scalars. The list omits id and documentId, which `fields` cannot exclude.
 */
export function planFields(syntax: FieldsSyntax, model: Model): readonly string[] {
  switch (syntax.kind) {
    case 'all':
      return unaskedScalars(model)
    case 'names':
    case 'gaps':
      return syntax.names.includes('*') ? answerableScalars(model) : chosen(syntax.names, model)
    case 'empty':
    case 'malformed':
      return []
  }
}

/** Returns whether `fields` lists names without `*`, so that a query requests only some of the scalars. */
export const restricts = (syntax: FieldsSyntax): boolean =>
  (syntax.kind === 'names' || syntax.kind === 'gaps') && !syntax.names.includes('*')

/**
 * Returns the scalars that a query without `fields` shows, in schema order. The list of scalars is cached for each
 * model.
 */
export function unaskedScalars(model: Model): readonly string[] {
  const known = UNASKED.get(model)
  if (known !== undefined) return known
  const scalars = [...model.attributes.values()].filter(isAnswerable)
  const names = scalars.filter(({ onlyOnRequest }) => onlyOnRequest !== true).map(({ name }) => name)
  UNASKED.set(model, names)
  return names
}

const UNASKED = new WeakMap<Model, readonly string[]>()

/** Returns all scalars that an answer may show, in schema order. */
const answerableScalars = ({ attributes }: Model): readonly string[] =>
  [...attributes.values()].filter(isAnswerable).map(({ name }) => name)

const chosen = (names: readonly string[], { attributes }: Model): readonly string[] =>
  [...new Set(names)].filter((name) => {
    const attribute = attributes.get(name)
    return attribute !== undefined && isAnswerable(attribute)
  })
