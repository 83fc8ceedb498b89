/** The names a schema may give. */
import { ADDED_NAMES } from './added.ts'
import { at, type Place, type Report, shown } from './fault.ts'
import type { ContentType, Uid } from './schema.ts'

type TypeNames = Pick<ContentType, 'uid' | 'singularName' | 'pluralName'>

const UID = /^[a-z][a-z0-9-]*::[a-z0-9_-]+(\.[a-z0-9_-]+)?$/i
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** Keys that a query reads otherwise, and names that a plain JavaScript object has from birth. */
const RESERVED: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
])
/** What a query takes apart, trims, or reads as the position in a list, and what no URL can hold. */
const UNUSABLE = /^$|^\$|^__|[.,:[\]]|^\*$|^\d+$|^\s|\s$|\p{Surrogate}/u

/** True after reporting that a uid or a route name is not one. */
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

/** True after reporting that a component file is not where a component can be. */
export function componentPathProblem(path: string, place: Place, report: Report): boolean {
  if (/^[^/.]+\/[^/.]+$/.test(path)) return false
  const expected = 'components/<category>/<name>.json'
  report(place, { message: 'component without category', expected, found: shown(path) })
  return true
}

/** True after reporting that an attribute cannot be called `name`. */
export function attributeNameProblem(
  name: string,
  modelType: 'contentType' | 'component',
  place: Place,
  report: Report,
): boolean {
  const added = modelType === 'contentType' && ADDED_NAMES.has(name)
  if (!RESERVED.has(name) && !added && !UNUSABLE.test(name)) return false
  const expected =
    'a name that is not reserved, no number, starts with neither $ nor __, and has none of . , : [ ] and no blank at its ends'
  report(place, { message: 'unusable attribute name', expected, found: shown(name) })
  return true
}

/** Names of all types with a route must differ, singular and plural together. */
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
