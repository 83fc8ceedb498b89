/** A typed query with one name that there is not. */
import type { Typed, TypedObject } from './typed-value.ts'

const isList = (typed: Typed): typed is readonly Typed[] => Array.isArray(typed)
const isObject = (typed: Typed): typed is TypedObject => typeof typed === 'object' && !isList(typed)

/** What the members of an object are: parts of the language, attributes or kinds. */
type LevelKind = 'options' | 'populate' | 'filters' | 'kinds'

/** A query for each name in it, which is misspelt there; at most so many. */
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

/** Below an attribute of `populate` stand options, below one of `filters` more of them. */
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

/** Names, and paths of which the first name is taken. */
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
