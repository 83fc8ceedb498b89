/** Checks the names of types, components and attributes in a schema. */
import { ADDED_NAMES } from './added.ts'
import { at, type Place, type Report, shown } from './fault.ts'
import type { ContentType, Uid } from './schema.ts'

type TypeNames = Pick<ContentType, 'uid' | 'singularName' | 'pluralName'>

const UID = /^[a-z][a-z0-9-]*::[a-z0-9_-]+(\.[a-z0-9_-]+)?$/i
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** The reserved names: names with a meaning in queries, and names that every JavaScript object inherits. */
const RESERVED: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
])
/**
 * The pattern of invalid attribute names: names that a query would split, trim or read as a list index, and names
 * that no URL can contain.
 */
const UNUSABLE = /^$|^\$|^__|[.,:[\]]|^\*$|^\d+$|^\s|\s$|\p{Surrogate}/u

/** Reports an invalid uid or route name; returns whether a name is invalid. */
export function typeNameProblem(
  { uid, singularName, pluralName }: TypeNames,
  place: Place,
  report: Report,
): boolean {
  let wrong = false
  const refuse = (where: Place, message: string, expected: string, found: string): void => {
    report(where, { message, expected, found: shown(found) })
    wrong = true
  }
  if (!UID.test(uid)) refuse(at(place, 'uid'), 'not a uid', 'a uid like api::article.article', uid)
  for (const [key, name] of Object.entries({ singularName, pluralName })) {
    if (!KEBAB_CASE.test(name)) {
      refuse(at(at(place, 'info'), key), 'not a route name', 'kebab-case, like menu-section', name)
    }
  }
  return wrong
}

/** Reports a schema file of a component whose path is not `category/name`; returns whether the path is invalid. */
export function componentPathProblem(path: string, place: Place, report: Report): boolean {
  if (/^[^/.]+\/[^/.]+$/.test(path)) return false
  const expected = 'components/<category>/<name>.json'
  report(place, { message: 'component without category', expected, found: shown(path) })
  return true
}

/** Reports an invalid attribute name; returns whether the name is invalid. */
export function attributeNameProblem(
  name: string,
  modelType: 'contentType' | 'component',
  place: Place,
  report: Report,
): boolean {
  const added = modelType === 'contentType' && ADDED_NAMES.has(name)
  if (!RESERVED.has(name) && !added && !UNUSABLE.test(name)) return false
  const expected =
    'a name that is not reserved and not a number, does not start with $ or __, contains none of . , : [ ], and has no blank at either end'
  report(place, { message: 'unusable attribute name', expected, found: shown(name) })
  return true
}

/** Reports each singular or plural name that occurs twice among the content types with routes. */
export function checkUniqueNames(
  types: readonly { readonly uid: Uid; readonly head: TypeNames; readonly place: Place }[],
  report: Report,
): void {
  const taken = new Map<string, string>()
  for (const { uid, head, place } of types) {
    if (!uid.startsWith('api::')) continue
    for (const key of ['singularName', 'pluralName'] as const) {
      const name = head[key]
      const earlier = taken.get(name)
      taken.set(name, earlier ?? place.file)
      if (earlier === undefined) continue
      const expected = `a name that ${earlier} does not use`
      report(at(at(place, 'info'), key), { message: `duplicate ${key}`, expected, found: shown(name) })
    }
  }
}
