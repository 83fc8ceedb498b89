/** Reads the lists of names in `fields` and `sort`, and checks names for keys of a query. */
import { parseSort } from '../../../../reference/parse/sort.ts'
import type { FieldsSyntax, SortKey, SortSyntax } from '../../../../reference/parse/syntax.ts'
import type { SortItem } from '../query.ts'
import { unsaid } from '../unsaid.ts'

/**
 * Returns a name that stands in a key of the query. Throws an `Unsaid` if the name contains brackets, because brackets
 * in a key would split this name into several names.
 */
export function wholeName(name: string): string {
  return /[[\]]/.test(name) ? unsaid(name, 'a name that contains brackets') : name
}

export function readFields(fields: FieldsSyntax, where: string): readonly string[] | null {
  switch (fields.kind) {
    case 'all':
      return null
    case 'names':
      return fields.names
    case 'empty':
      return unsaid(where, 'nothing behind it')
    case 'gaps':
    case 'malformed':
      return unsaid(where, 'not a plain list of names')
  }
}

export function readSort(sort: SortSyntax, where: string): readonly SortItem[] {
  if (sort.mixed === true || sort.unnamed === true)
    unsaid(where, 'a list that mixes names and objects, or has an item without a name')
  return sort.keys.map((key) => readKey(key, where))
}

function readKey({ path, order, form, depth }: SortKey, where: string): SortItem {
  const said = order.kind === 'text' ? order.text.toLowerCase() : null
  const isPlain = path.every((name) => name !== '' && name === name.trim() && !/[,:.[\]]/.test(name))
  if (!isPlain || order.kind === 'other' || order.kind === 'listed')
    return unsaid(where, 'not a plain list of names with their orders')
  if (form === 'object' && depth > 1) return unsaid(where, 'a list in a list')
  if (said !== null && said !== 'asc' && said !== 'desc')
    return unsaid(where, `the order ${JSON.stringify(said)}`)
  const item: SortItem = { path, order: said }
  return isSameAs(key(item), path)
    ? item
    : unsaid(where, 'a name that would have another meaning in the form sort=NAME')
}

const key = ({ path }: SortItem): readonly SortKey[] => parseSort(path.join('.')).keys

const isSameAs = (keys: readonly SortKey[], path: readonly string[]): boolean =>
  keys.length === 1 && keys[0]?.path.join('\0') === path.join('\0')
