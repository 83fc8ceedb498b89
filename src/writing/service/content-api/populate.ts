/** Walks over the parameter `populate`: names, dotted paths, objects, and fragments under `on`. */
import { modelOf } from '../../../reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { type ContentApiError, validationError } from './refused.ts'
import {
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

/** The maximum number of items in a populate that is a list. A query string has the same limit. */
const MOST_LISTED = 100

/**
 * Calls the visitor for each name in `populate`. @throws ContentApiError for a list that is too long for a query
 * string.
 */
export function walkPopulate(walk: Walk, place: Place, populate: Part): Part {
  if (populate === '*') return valueAfter(walk.visit(visitOf('', populate, place)), populate)
  if (typeof populate === 'string') {
    const walked = walkPopulate(walk, place, objectOfPaths([populate]))
    const paths = pathsOf(walked)
    return paths === undefined ? walked : paths[0]
  }
  if (isList(populate) && populate.every((path) => typeof path === 'string')) {
    const walked = walkPopulate(walk, place, objectOfPaths(populate))
    return pathsOf(walked) ?? walked
  }
  if (!isTree(populate)) return populate
  if (isLongList(populate)) throw tooMany(Object.keys(populate).length)
  const members = membersOf(populate).map(([key, value]): readonly [string, Part] => {
    const visit = visitOf(key, value, place)
    const after = valueAfter(walk.visit(visit), value)
    return [key, after === undefined ? undefined : inside(walk, visit, place, after)]
  })
  const isSame = members.every(([key, value]) => value === Reflect.get(populate, key))
  return isSame ? populate : objectOf(members)
}

const OWN_WALKS = ['sort', 'filters', 'fields']

function inside(walk: Walk, visit: Visit, place: Place, value: Json): Part {
  const { key, attribute, path } = visit
  if (OWN_WALKS.includes(key) && (attribute === undefined || place.parent !== undefined)) return value
  switch (attribute?.kind) {
    case undefined:
      if (key === 'populate') return walkPopulate(walk, { ...place, parent: undefined }, value)
      return key === 'on' && isTree(value) ? walkFragments(walk, place, value) : value
    case 'scalar':
      return value
    case 'morphTo':
    case 'zone': {
      const on = isObject(value) ? member(value, 'on') : undefined
      if (!isTree(on) || !isObject(value)) return value
      const walked = walkPopulate(walk, { model: place.model, path, parent: attribute }, { on })
      return attribute.kind === 'morphTo' && isObject(walked) ? { ...value, ...walked } : walked
    }
    case 'morphBy': {
      const below = { model: modelOf(walk.schema, attribute.target), path, parent: attribute }
      return value === null ? value : walkPopulate(walk, below, value)
    }
    case 'relation':
    case 'media':
    case 'component': {
      const below = placeBelow(visit, walk.schema)
      return value === null || below === undefined ? value : walkPopulate(walk, below, value)
    }
  }
}

const walkFragments = (walk: Walk, place: Place, on: Json): Json =>
  objectOf(
    membersOf(on).map(([uid, fragment]) => [
      uid,
      walkPopulate(walk, { ...place, model: modelOf(walk.schema, uid) }, fragment),
    ]),
  )

/** Converts dotted paths such as `author.avatar` to nested objects. */
function objectOfPaths(paths: readonly Json[]): JsonObject {
  const root: PopulateTree = new Map()
  for (const path of paths) {
    let level = root
    const names = String(path).split('.')
    names.forEach((name, at) => {
      const there = level.get(name)
      if (at === names.length - 1) {
        level.set(name, true)
        return
      }
      const next: PopulateTree = there === undefined || there === true ? new Map() : there
      level.set(name, next)
      level = next
    })
  }
  return objectOfLevel(root)
}

type PopulateTree = Map<string, true | PopulateTree>

const objectOfLevel = (level: PopulateTree): JsonObject =>
  Object.fromEntries(
    [...level].map(([name, below]) => [name, below === true ? true : { populate: objectOfLevel(below) }]),
  )

/** Converts nested objects back to dotted paths; undefined if the objects contain options. */
function pathsOf(populate: Part, above = ''): readonly string[] | undefined {
  const found: string[] = []
  for (const [name, value] of membersOf(populate ?? {})) {
    const path = above === '' ? name : `${above}.${name}`
    const nested = isObject(value) ? member(value, 'populate') : undefined
    const below = value === true ? [path] : isTree(nested) ? pathsOf(nested, path) : undefined
    if (below === undefined) return undefined
    found.push(...below)
  }
  return found
}

/**
 * Returns whether a populate is an object with the keys 0, 1, 2 and so on, and has more keys than a list in a query
 * string may have items.
 */
function isLongList(populate: Json): boolean {
  const members = membersOf(populate)
  if (isList(populate) || members.length <= MOST_LISTED) return false
  return members.every(([key, value], at) => key === String(at) && typeof value === 'string')
}

const tooMany = (count: number): ContentApiError =>
  validationError(
    `Too many populate entries (${count}). The maximum number of populate entries when using array notation is ${MOST_LISTED}. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.`,
  )
