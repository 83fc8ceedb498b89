/**
 * Finds the database columns that a list of conditions in `filters` names. The real server reads the names in such a
 * list as columns of the tables that the query joins (cases quirks.list-of-conditions.*).
 */
import type { FilterSyntax } from '../parse/syntax.ts'
import type { Column, Model, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { attributesOf } from './paths.ts'

/**
 * Returns `id` for the id, or the attribute with a name if its column has the same name; undefined for any other name,
 * such as `publishedAt` and its column `published_at`. The name of a column is the attribute name in lower case, with
 * `_` between words.
 */
export function columnNamed(name: string, { attributes }: Model): Column | undefined {
  if (name === 'id') return 'id'
  const attribute = attributes.get(name)
  return attribute?.kind === 'scalar' && COLUMN.test(name) ? attribute : undefined
}

const COLUMN = /^(?:[a-z]+|\d+)(?:_(?:[a-z]+|\d+))*$/

/**
 * Returns the column that decides how a list of operands is read. Without a cast, the operands of every column are
 * read like those of an id.
 */
export const columnAsRead = (column: Column, { isUncast }: { readonly isUncast?: true }): Column =>
  isUncast === true ? 'id' : column

/** Returns the models to which the names of a dotted path lead, in order. */
export const modelsAlong = (path: readonly string[], model: Model, schema: Schema): readonly Model[] =>
  attributesOf(path, model, schema).flatMap((attribute) => targetOf(schema, attribute) ?? [])

/**
 * Returns the models whose tables the filters join, one for each name of a relation, component or media attribute
 * outside of lists of conditions. The limit on nested brackets bounds the recursion depth.
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
