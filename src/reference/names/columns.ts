/**
 * Finds the columns that a list of conditions names. The real server reads the names in such a list as columns of the
 * tables that the query joins (cases quirks.list-of-conditions.*).
 */
import type { FilterSyntax } from '../parse/syntax.ts'
import type { Column, Model, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { attributesOf } from './paths.ts'

/**
 * Returns the column with the given name; undefined if the table of the model has no such column. A column has the name
 * of its attribute in lower case, with `_` between words. Therefore, only an attribute with such a name is its own
 * column.
 */
export function columnNamed(name: string, { attributes }: Model): Column | undefined {
  if (name === 'id') return 'id'
  const attribute = attributes.get(name)
  return attribute?.kind === 'scalar' && COLUMN.test(name) ? attribute : undefined
}

const COLUMN = /^(?:[a-z]+|\d+)(?:_(?:[a-z]+|\d+))*$/

/** Returns the column as which lists of operands are read: without a cast, every column is read like an id. */
export const columnAsRead = (column: Column, { isUncast }: { readonly isUncast?: true }): Column =>
  isUncast === true ? 'id' : column

/** Returns the models to which a dotted path leads, in order. */
export const modelsAlong = (path: readonly string[], model: Model, schema: Schema): readonly Model[] =>
  attributesOf(path, model, schema).flatMap((attribute) => targetOf(schema, attribute) ?? [])

/**
 * Returns the models that filters join, once for each name of a link outside of a list of conditions. The recursion is
 * as deep as the nested brackets of the query, whose depth is limited.
 */
export function joinedModels(filters: FilterSyntax, model: Model, schema: Schema): readonly Model[] {
  if (filters.kind !== 'map') return []
  return filters.entries.flatMap(({ key, value }) => {
    const attribute = model.attributes.get(key)
    const target = attribute === undefined ? undefined : targetOf(schema, attribute)
    if (target !== undefined) return [target, ...joinedModels(value, target, schema)]
    if (attribute !== undefined) return []
    const isGroup = value.kind === 'list' && key !== '$not'
    const members = isGroup ? value.items : [value]
    return members.flatMap((member) => joinedModels(member, model, schema))
  })
}
