/** Plans `select` of the query engine: the columns to return. */
import type { Model } from '../../../../reference/schema/schema.ts'
import { isScalar } from '../../../../reference/schema/target.ts'
import { isList, type Json } from '../../../../util/json.ts'
import { columnFault, plainFault, typeFault } from '../../fault.ts'

/** The columns that a query selects, and whether `select` omits columns. */
export interface Selected {
  readonly columns: readonly string[]
  readonly isRestricted: boolean
}

/** Returns the column name of an attribute: `publishedAt` → `published_at`. */
export const columnNamed = (attribute: string): string => {
  const words = attribute.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [attribute]
  return words.map((word) => word.toLowerCase()).join('_')
}

/** Returns the columns of the table of a model, in the order of the database. */
export const allColumns = (model: Model): readonly string[] => [
  'id',
  ...(model.modelType === 'contentType' ? ['documentId'] : []),
  ...[...model.attributes.values()].filter(isScalar).map(({ name }) => name),
]

/** Returns the columns that `select` names, without duplicates. @throws ServiceFault for an unknown column. */
export function planSelect(select: Json | undefined, model: Model): Selected {
  const names = select === undefined || select === null ? ['*'] : isList(select) ? select : [select]
  const columns = names.flatMap((name) => columnsOf(name, model))
  return { columns: [...new Set(columns)], isRestricted: names.length > 0 && !names.includes('*') }
}

function columnsOf(name: Json, model: Model): readonly string[] {
  if (name === '*') return allColumns(model)
  if (name === null || name === '' || name === 0 || name === false) throw plainFault('Name cannot be null')
  if (typeof name !== 'string') throw typeFault('key.indexOf is not a function')
  const all = allColumns(model)
  const found = all.includes(name) ? name : all.find((column) => columnNamed(column) === name)
  if (found === undefined) throw columnFault(name)
  return [found]
}
