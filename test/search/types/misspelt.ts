/** Misspells one name in a typed query. */
import type { Typed, TypedObject } from './typed-value.ts'

const isList = (typed: Typed): typed is readonly Typed[] => Array.isArray(typed)
const isObject = (typed: Typed): typed is TypedObject => typeof typed === 'object' && !isList(typed)

/** The kind of the names in one object of a query: options, attributes or component types. */
type LevelKind = 'options' | 'populate' | 'filters' | 'kinds'

/**
 * Returns one query for each name of an attribute or component type in the query, in which that name is misspelt; at
 * most `most` queries.
 */
export const misspelt = (query: TypedObject, most: number): readonly TypedObject[] =>
  variants(query, 'options')
    .slice(0, most)
    .flatMap((one) => (isObject(one) ? [one] : []))

function variants(typed: Typed, level: LevelKind): readonly Typed[] {
  if (isList(typed))
    return typed.flatMap((item, at) => variants(item, level).map((other) => typed.with(at, other)))
  return isObject(typed) ? ofObject(typed, level) : []
}

function ofObject(object: TypedObject, level: LevelKind): readonly Typed[] {
  return Object.entries(object).flatMap(([name, value]): readonly Typed[] => {
    const isAttribute =
      level === 'populate' || level === 'kinds' || (level === 'filters' && !name.startsWith('$'))
    const renamed = isAttribute ? [put(object, name, wrong(name), value)] : []
    const within = level === 'options' ? ofOption(name, value) : variants(value, BELOW[level])
    return [...renamed, ...within.map((other) => put(object, name, name, other))]
  })
}

/**
 * The kind of names one level below a name: options below a populated attribute or a type in `on`, and filter names
 * below a filter.
 */
const BELOW = { populate: 'options', kinds: 'options', filters: 'filters' } as const satisfies Record<
  Exclude<LevelKind, 'options'>,
  LevelKind
>

function ofOption(name: string, value: Typed): readonly Typed[] {
  if (name === 'fields') return names(value)
  if (name === 'sort') return isList(value) || typeof value === 'string' ? names(value) : []
  if (name === 'filters') return variants(value, 'filters')
  if (name === 'on') return variants(value, 'kinds')
  if (name !== 'populate') return []
  return isObject(value) ? variants(value, 'populate') : names(value)
}

/** Returns the variants of a value in which one name is misspelt; in a path, only the first name. */
function names(value: Typed): readonly Typed[] {
  if (typeof value === 'string') return value === '*' ? [] : [wrong(value)]
  if (!isList(value)) return []
  return value.flatMap((item, at) => names(item).map((other) => value.with(at, other)))
}

const wrong = (path: string): string => `nope-${path}`

const put = (object: TypedObject, name: string, renamed: string, value: Typed): TypedObject =>
  Object.fromEntries(
    Object.entries(object).map(([key, one]) => (key === name ? [renamed, value] : [key, one])),
  )
