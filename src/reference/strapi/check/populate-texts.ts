/**
 * Checks texts of `populate` for releases before 5.50.0. Before 5.50.0, Strapi converts a dotted populate text to an
 * object, and checks the object name by name (recordings populate-006, populate-003, populate-015, populate-021).
 */

import { type CheckContext, report } from '../../check/context.ts'
import type { PopulateLevel } from '../../check/level.ts'
import { leadsThroughZone } from '../../check/zone-paths.ts'
import type { PopulateClause, PopulateSyntax } from '../../parse/syntax.ts'
import { booleanText, isInherited } from '../../parse/url.ts'
import { crash, invalidKey, join } from '../../refusal.ts'
import type { Model } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'
import type { Departure } from '../changes.ts'

const CHANGED: readonly Departure[] = [
  'populate-comma-list-accepted',
  'populate-name-strictly-validated',
  'populate-star-in-list-400',
  'populate-error-path',
]

export const readsTextsAsObjects = ({ has }: CheckContext): boolean => CHANGED.some(has)

export function checkTexts(
  { clauses, form }: Extract<PopulateSyntax, { kind: 'paths' }>,
  level: PopulateLevel,
  context: CheckContext,
): void {
  for (const clause of clauses) {
    if (clause.text === '*' && form === 'list' && context.has('populate-star-in-list-400')) {
      const refusal = crash('populate-star-in-list-400', 'populate.unknown', 'Invalid key *')
      report('convert.populate', refusal, context)
    } else for (const path of pathsOf(clause, context)) checkPath(path, level, context)
  }
}

/**
 * Returns the populate paths in a text. Before 5.50.0, a whole populate text is one path, including its blanks and
 * commas.
 */
const pathsOf = ({ text, paths }: PopulateClause, { has }: CheckContext): readonly (readonly string[])[] =>
  has('populate-comma-list-accepted') ? [text.split('.')] : paths

/** The model to which a name in a path belongs, and the path from the root to this model. */
interface PathToName {
  readonly model: Model
  /** The attribute names from the root to the model, with dots; null at the root. */
  readonly path: string | null
  /** The path from the root to the model, including each `populate` between the names. */
  readonly raw: string | null
}

function checkPath(names: readonly string[], level: PopulateLevel, context: CheckContext): void {
  let place: PathToName = level
  const isTrimmed = context.has('nested-populate-value-validated')
  for (const [at, written] of names.entries()) {
    const name = isTrimmed ? written.trim() : written
    if (isTrimmed && name === '') return
    const next = checkName(name, names.slice(at + 1), place, context)
    if (next === undefined) return
    place = next
  }
}

/**
 * Checks one name of a populate path. The function returns the model and path for the next name, or undefined if the
 * check of the path ends.
 */
function checkName(
  name: string,
  rest: readonly string[],
  place: PathToName,
  context: CheckContext,
): PathToName | undefined {
  const { model, path } = place
  const attribute = model.attributes.get(name)
  const raw = join(place.raw, name)
  const here = join(path, name)
  const refuse = (key: string, old: string | null, now: string): undefined => {
    const where = context.has('populate-error-path') ? old : now
    report(
      'populate.names',
      invalidKey(key, { rule: 'populate.unknown', path: where, param: context.param }),
      context,
    )
    return undefined
  }
  if (name === '*' && context.has('nested-populate-error-path') && path !== null) {
    const key = '[object Object]'
    report('names.again', invalidKey(key, { rule: 'populate.unknown', path, param: null }), context)
    return undefined
  }
  if (attribute === undefined) {
    const fault = faultOfWord(name, rest, place, context)
    return fault === null ? undefined : refuse(fault.key, fault.path, here)
  }
  if (attribute.kind === 'scalar') return refuse(name, raw, here)
  const [next] = rest
  if (next === undefined) return undefined
  if (!context.has('populate-name-strictly-validated')) {
    const isSound = attribute.kind !== 'zone' || leadsThroughZone(attribute, rest, context)
    if (attribute.kind === 'media' || attribute.kind === 'morphTo' || !isSound)
      return refuse(next, raw, join(here, next))
  }
  const target = targetOf(context.schema, attribute)
  if (target === undefined) return undefined
  if (!context.has('nested-populate-error-path'))
    return { model: target, path: here, raw: join(raw, 'populate') }
  return { model: target, path: here, raw }
}

interface WordFault {
  readonly key: string
  readonly path: string | null
}

/**
 * Returns the fault of a name that is not an attribute; null for words that releases before 5.50.0 treat as options.
 */
function faultOfWord(
  name: string,
  rest: readonly string[],
  { model, path, raw }: PathToName,
  { has }: CheckContext,
): WordFault | null {
  if (name === '__proto__' && !has('populate-__proto__')) return null
  if (isInherited(name)) return { key: name, path: join(raw, name) }
  if (!has('populate-name-strictly-validated')) return { key: name, path }
  const isLast = rest.length === 0
  if (booleanText(name) !== undefined) return null
  switch (name) {
    case 'on':
      return isLast
        ? { key: 'on', path: join(raw, 'on') }
        : { key: 'populate', path: join(join(raw, 'on'), 'populate') }
    case 'fields':
      return null
    case 'count':
      return isLast ? null : { key: name, path }
    case 'sort':
    case 'filters':
      return isLast ? null : { key: 'populate', path: null }
    case 'populate': {
      const unknown = rest.find((next) => !model.attributes.has(next))
      return unknown === undefined ? null : { key: unknown, path }
    }
    default:
      return { key: name, path }
  }
}

/** The option names after which releases before 5.2.0 check no further name of the path (measured on 5.1.1). */
const ENDING: readonly string[] = ['*', 'populate', 'sort', 'filters']

/**
 * Checks `populate[a]=b.c` for releases before 5.2.0. Releases before 5.2.0 check the names `b.c`, but then populate
 * only `a` (recording populate-033).
 */
export function checkForgottenText(
  text: string,
  target: Model,
  { path }: PopulateLevel,
  context: CheckContext,
): void {
  let place: PathToName = { model: target, path, raw: path }
  for (const name of text.split('.')) {
    if (name === '' || booleanText(name) !== undefined) return
    const attribute = place.model.attributes.get(name)
    const here = join(place.path, name)
    if (attribute === undefined && ENDING.includes(name)) return
    if (attribute === undefined || attribute.kind === 'scalar') {
      const where = attribute === undefined ? place.path : here
      const refusal = invalidKey(name, { rule: 'populate.unknown', path: where, param: context.param })
      return report('populate.names', refusal, context)
    }
    const next = targetOf(context.schema, attribute)
    if (next === undefined) return
    place = { model: next, path: here, raw: here }
  }
}
