/** Walks over the parameter `sort`: a text such as `name:asc,author.name`, a list of such texts, or objects. */
import { isList, isObject, type Json } from '../../../util/json.ts'
import {
  isEmptyTree,
  isTree,
  membersOf,
  objectOf,
  type Part,
  type Place,
  placeBelow,
  type Visit,
  valueAfter,
  visitOf,
  type Walk,
} from './walk.ts'

/** Returns whether a sort names at least one key. */
export function hasSort(sort: Part): boolean {
  if (typeof sort === 'string')
    return sort.split(',').some((part) => (part.trim().split(':')[0] ?? '').trim() !== '')
  if (isList(sort)) return sort.some((item) => (typeof item === 'string' || isObject(item)) && hasSort(item))
  return isObject(sort) && Object.values(sort).some(hasOrder)
}

const hasOrder = (order: Json): boolean =>
  typeof order === 'string' ? order !== '' : isObject(order) && Object.values(order).some(hasOrder)

/** Calls the visitor for each sort key in `sort`. The returned `sort` omits keys of a list that become empty. */
export function walkSort(walk: Walk, place: Place, sort: Part): Part {
  if (isList(sort) && !hasSort(sort)) return sort
  if (typeof sort === 'string')
    return sort.includes(',') ? walkTexts(walk, place, sort) : walkKey(walk, place, sort)
  if (isList(sort) && (sort.every((item) => typeof item === 'string') || sort.every(isTree)))
    return sort
      .map((item) => walkSort(walk, place, item))
      .filter((item): item is Json => item !== undefined && item !== '' && !isEmptyTree(item))
  return isTree(sort) ? walkTree(walk, place, sort) : sort
}

const walkTexts = (walk: Walk, place: Place, sort: string): string =>
  sort
    .split(',')
    .map((key) => walkSort(walk, place, key.trim()))
    .filter((key): key is string => typeof key === 'string' && key !== '')
    .join(',')

/**
 * Calls the visitor for the names in one sort key. For `author.name:desc`, the function visits first `author`, and
 * then the rest as a sort of the linked entry.
 */
function walkKey(walk: Walk, place: Place, text: string): string | undefined {
  const key = text.trim()
  const [name = '', ...rest] = namesOf(key)
  if (name === '') return key
  const visit = visitOf(name, joined(rest), place)
  const outcome = walk.visit(visit)
  if (outcome.kind === 'remove') return undefined
  const below = placeBelow(visit, walk.schema)
  if (below === undefined) return key
  const after = walkSort(walk, below, joined(rest))
  return typeof after === 'string' ? `${name}.${after}` : name
}

const namesOf = (key: string): readonly string[] => key.split('.').flatMap((part) => part.split(':'))

/** Joins names by dots, and adds the order after a colon; undefined for an empty list of names. */
function joined(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  return names.reduce((text, name) => {
    if (name === '' || text === '') return name === '' ? text : name
    return /^(?:asc|desc)$/i.test(name) ? `${text}:${name}` : `${text}.${name}`
  }, '')
}

function walkTree(walk: Walk, place: Place, sort: Json): Part {
  let isChanged = false
  const members = membersOf(sort).map(([key, value]): readonly [string, Part] => {
    const visit: Visit = visitOf(key, value, place)
    const after = valueAfter(walk.visit(visit), value)
    const below = placeBelow(visit, walk.schema)
    const walked = below === undefined ? after : walkSort(walk, below, after)
    if (walked !== value) isChanged = true
    return [key, walked]
  })
  return isList(sort) && !isChanged ? sort : objectOf(members)
}
