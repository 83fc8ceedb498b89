/** Helpers that make faulty servers for the clauses about populate. */
import { populatable } from '../../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../src/util/json.ts'
import type { QueryTree } from '../../arbitraries/print.ts'
import { type Asked, has, isMap, links, reading } from '../kit.ts'

export const EMPTY = "One of the law's requests populates nothing."

export const isOff = (tree: QueryTree): boolean => typeof tree === 'string' && /^(false|f|0)$/i.test(tree)
/** Returns whether a request populates at least one attribute. */
export const isPopulated = ({ query: { populate = null } }: Asked): boolean =>
  isMap(populate) ? !Object.values(populate).every(isOff) : populate !== null
/** Returns whether a request has a populate and a sort, and requests the first page. */
export const isSorted = (asked: Asked): boolean => {
  const { pagination = {} } = asked.query
  const isFirst = isMap(pagination) && Object.entries(pagination).every((pair) => pair.join() === 'page,1')
  return has(asked, 'sort') && isFirst && isPopulated(asked)
}

export const namesOf = ({ type }: Asked): readonly string[] =>
  type === undefined ? [] : populatable(type).map(({ name }) => name)
export const isList2 = (tree: QueryTree | undefined): tree is readonly QueryTree[] => Array.isArray(tree)

/** Returns the names in a `populate` that is a list of plain attribute names; otherwise an empty list. */
export const listed = ({ query: { populate } }: Asked): readonly string[] =>
  isList2(populate) && populate.every((one) => typeof one === 'string' && !/[.,*]/.test(one))
    ? populate.map(String)
    : []
export const written = ({ query: { populate } }: Asked): readonly string[] =>
  typeof populate === 'string' && !/[.*]/.test(populate) ? populate.split(',').map((name) => name.trim()) : []
export const flagged = ({ query: { populate } }: Asked): readonly string[] =>
  isMap(populate) && Object.values(populate).every((one) => one === 'true') ? Object.keys(populate) : []
export const isAll = (names: readonly string[], asked: Asked): boolean =>
  names.length > 4 && names.join() === namesOf(asked).join()
export const isBackward = (names: readonly string[], asked: Asked): boolean => {
  const all = namesOf(asked)
  return names.length > 1 && all.indexOf(names[0] ?? '') > all.indexOf(names.at(-1) ?? '')
}

export const backward = (value: Json): Json => (isList(value) ? value.toReversed() : value)
/**
 * Returns a faulty server that reverses the populated lists of the entries at the root. The text `when` describes the
 * affected requests.
 */
export const turned = (when: string, isFor: (asked: Asked) => boolean) =>
  links(
    `The server wrongly reverses populated lists if ${when}.`,
    (value, _, { depth }) => (depth === 0 ? backward(value) : value),
    isFor,
  )

export const only = (populate: QueryTree | undefined): readonly [string, QueryTree] | undefined => {
  const all = isMap(populate) ? Object.entries(populate) : []
  return all.length === 1 ? all[0] : undefined
}

/**
 * Returns a faulty server that reads only the first name of a dotted path. The parameter `path` describes the affected
 * paths in the text of the fault.
 */
export const cutPath = (
  path: string,
  isFor: (asked: Asked, first: string) => boolean,
  form: 'text' | 'alone' | 'beside',
) =>
  reading(`The server wrongly reads ${path} as its first name.`, (query, asked) => {
    const { populate } = query
    const dotted = [populate].flat().find((one) => typeof one === 'string' && one.includes('.'))
    if (typeof dotted !== 'string' || dotted.includes(',')) return undefined
    const [first = ''] = dotted.split('.')
    const is = isList2(populate) ? (populate.length === 1 ? 'alone' : 'beside') : 'text'
    if (is !== form || !isFor(asked, first)) return undefined
    return { ...query, populate: isList2(populate) ? [first] : first }
  })
export const leads =
  (kind: string) =>
  ({ type }: Asked, first: string): boolean =>
    type?.attributes.get(first)?.kind === kind

export const namesIn = ({
  model,
}: {
  readonly model: Parameters<typeof populatable>[0]
}): readonly string[] =>
  populatable(model).flatMap(({ name, kind }) => (kind === 'relation' || kind === 'morphBy' ? [] : [name]))

export function withNothing(entry: JsonObject, isFor: boolean, [name]: readonly string[]): JsonObject {
  return isFor && name !== undefined && entry[name] === undefined ? { ...entry, [name]: [] } : entry
}
export const pruned = (entry: JsonObject, keeps: (name: string, value: Json) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(entry).filter(([name, value]) => keeps(name, value)))

/** Returns whether a condition names an attribute of the linked entry, and not only operators. */
export function isThrough(test: QueryTree): boolean {
  return isMap(test) && Object.keys(test).some((key) => !key.startsWith('$'))
}

/**
 * Returns a changed value: applies `change` to a value that is an object, such as a linked entry, or to each object in
 * a list.
 */
export const each = (value: Json, change: (one: JsonObject) => Json): Json =>
  isList(value)
    ? value.map((one) => (isObject(one) ? change(one) : one))
    : isObject(value)
      ? change(value)
      : value
export const longer = (value: Json): Json => (isList(value) ? [...value, ...value.slice(-1)] : value)
export const shorter = (value: Json): Json => (isList(value) ? value.slice(0, -1) : value)
