import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import type { ClauseFault } from '../clause.ts'
import { type Asked, isMap, isTrees, reading } from '../kit.ts'

export const filtersOf = ({ query: { filters } }: Asked): QueryObject => (isMap(filters) ? filters : {})
export const keysOf = (tree: QueryTree | undefined): string => (isMap(tree) ? Object.keys(tree).join() : '')
export const below = (tree: QueryTree | undefined, ...keys: readonly string[]): QueryTree | undefined =>
  keys.reduce<QueryTree | undefined>(
    (one, key) => (isMap(one) && keysOf(one) === key ? one[key] : undefined),
    tree,
  )

/** Returns a faulty server that ignores the filters of some requests. */
export const findingAll = (says: string, isFor: (asked: Asked) => boolean): ClauseFault =>
  reading(says, ({ filters: _, ...query }, asked) => (isFor(asked) ? query : undefined))

/**
 * Returns the attribute and the condition if the filters of a request are one condition on one attribute; otherwise
 * undefined.
 */
export function tested(asked: Asked, kind = 'scalar'): readonly [string, QueryTree] | undefined {
  const [[name, test] = ['', ''], ...more] = Object.entries(filtersOf(asked))
  const attribute = asked.type?.attributes.get(name)
  const found = attribute?.kind ?? (name === 'id' || name === 'documentId' ? 'scalar' : '')
  const isKind = kind === 'scalar' ? found === 'scalar' : found !== 'scalar' && found !== ''
  return more.length === 0 && isKind ? [name, test] : undefined
}

/**
 * Returns a function that returns whether the filters test one attribute with one of the operators, and `fits` is true
 * for the operand.
 */
export const isTest =
  (operators: readonly string[], fits: (operand: QueryTree) => boolean = () => true) =>
  (asked: Asked): boolean => {
    const [, test = null] = tested(asked) ?? []
    const [[operator, operand] = ['', ''], ...more] = isMap(test) ? Object.entries(test) : []
    return more.length === 0 && operators.includes(operator) && fits(operand)
  }
export const isText = (tree: QueryTree): tree is string => typeof tree === 'string'

export const linked = (asked: Asked): readonly [string, QueryTree] | undefined => tested(asked, 'linked')
export const isTwice = (asked: Asked): boolean => {
  const list = below(linked(asked)?.[1], '$and')
  return isTrees(list) && keysOf(below(list[1], 'id')) === '$notNull,$eq'
}
export const isToOne = (asked: Asked): boolean => {
  const attribute = asked.type?.attributes.get(linked(asked)?.[0] ?? '')
  return (
    attribute !== undefined && attribute.kind !== 'scalar' && attribute.kind !== 'zone' && !attribute.many
  )
}

export const documentIds = ({ type, graph }: Asked): readonly string[] => [
  ...(graph.tables.get(type?.uid ?? 'api::none.none')?.byDocument.keys() ?? []),
]
export const searchOf = ({ query: { _q } }: Asked): string => (typeof _q === 'string' ? _q : '')
export const isWord = (asked: Asked): boolean =>
  searchOf(asked) !== '' && Number.isNaN(Number(searchOf(asked)))
export const isInId = (asked: Asked): boolean =>
  documentIds(asked).some((id) => id.toLowerCase().includes(searchOf(asked).toLowerCase()))
export const isWhole = ({ query: { pagination } }: Asked): boolean =>
  isMap(pagination) && pagination.limit === '100'

export const SAME =
  'Another law notices this fault, because this law compares the filter with an equivalent filter.'

export function isOuter(asked: Asked): boolean {
  const inner = below(filtersOf(asked), '$not')
  const names = isMap(inner) ? Object.keys(inner) : []
  return names.length === 1 && asked.type?.attributes.get(names[0] ?? '')?.kind === 'scalar'
}
export function isBare(asked: Asked, name: string): boolean {
  const [found, test = null] = tested(asked) ?? []
  return found === name && isText(test)
}
export function isLinkedBy(asked: Asked, operator: string): boolean {
  const [, test] = linked(asked) ?? []
  return isText(below(test, 'id', operator) ?? null)
}
/** Returns whether the filters are one test of an attribute of a linked entry or component, other than the id. */
export function isOnValue(asked: Asked, operator: string): boolean {
  const [, test] = linked(asked) ?? []
  const name = keysOf(test)
  return name !== 'id' && !name.startsWith('$') && isText(below(test, name, operator) ?? null)
}
/** Returns whether the filters are one test of a value that is two attributes below the entry of the list. */
export function isDeep(asked: Asked, operator: string): boolean {
  const [, test] = linked(asked) ?? []
  const inner = keysOf(test)
  return isText(below(test, inner, keysOf(below(test, inner)), operator) ?? null)
}
