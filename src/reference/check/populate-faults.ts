/** Reports faults in the value of `populate`, each fault with its path. */

import { isWord } from '../names/words.ts'
import type { PopulateOptions, PopulateValue } from '../parse/syntax.ts'
import { booleanText, isInherited } from '../parse/url.ts'
import { invalidKey, join, validation } from '../refusal.ts'
import type { Model, MorphAttribute } from '../schema/schema.ts'
import * as failure from '../strapi/check/failures.ts'
import * as real from '../strapi/check/populate.ts'
import { reportWithRows } from '../strapi/check/query.ts'
import { type CheckContext, isNameStage, type QueryFault, report } from './context.ts'
import type { PopulateLevel } from './level.ts'

export function refuseName(
  name: string,
  rule:
    | 'populate.unknown'
    | 'populate.forms'
    | 'populate.on'
    | 'populate.count'
    | 'populate.no-pagination'
    | 'populate.zone-nested',
  path: string | null,
  context: CheckContext,
): void {
  report('populate.names', invalidKey(name, { rule, path, param: context.param }), context)
}

/** Refuses a populate list with more than 100 items, because the query parser turns such a list into an object. */
export function refuseTooMany(count: number, level: PopulateLevel, context: CheckContext): void {
  const thirdItem = real.refusalOfThirdItem(level, context)
  if (thirdItem !== undefined) return report('populate.names', thirdItem, context)
  const message =
    `Too many populate entries (${count}). The maximum number of populate entries when using array notation is 100. ` +
    'Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.'
  const details = context.param === null ? {} : { source: 'query', param: context.param }
  report('populate.names', validation('populate.too-many', message, details), context)
}

/** Refuses a populated attribute without a value: `populate[a]`. */
export function refuseNothing({ path }: PopulateLevel, context: CheckContext): void {
  const message = `Invalid populate at ${path}: expected a value`
  report('convert.populate', failure.ofNoValue('populate.value', message), context)
}

export function refuseShape(rule: 'populate.value' | 'populate.on', context: CheckContext): true {
  const message = "Invalid nested populate. Expected '*' or an object"
  report('convert.populate', failure.ofShape(rule, message), context)
  return true
}

/**
 * Checks a star, a text or a list that stands in place of the options of a populated attribute or of a type under
 * `on`. The function returns true if it refuses the star, the text or the list. If the linked model has no attribute
 * to populate, `populate[a]=*` means the same as `populate[a]=true`.
 */
export function refuseNoOptions(
  value: Extract<PopulateValue, { kind: 'star' | 'names' | 'list' }>,
  target: Model,
  place: PopulateLevel,
  context: CheckContext,
): boolean {
  if (isWord(value, context)) return false
  if (value.kind === 'star') {
    const [first] = real.starAttributes(target, context)
    if (first === undefined) return false
    const path = join(place.path, first.name)
    const where = { rule: 'populate.attribute-star', path, param: null } as const
    report('names.again', invalidKey(first.name, where), context)
    return true
  }
  if (real.checkForgottenList(value, target, place, context)) return refuseShape('populate.value', context)
  if (value.kind === 'list') {
    for (const at of value.raw.keys())
      if (at > 1) refuseName(String(at), 'populate.forms', place.path, context)
  } else {
    for (const { text } of value.clauses) refuseText(text, target, place, context)
  }
  return refuseShape('populate.value', context)
}

/** Refuses one text that stands in place of the options of a populated attribute, alone or in a list. */
function refuseText(text: string, target: Model, place: PopulateLevel, context: CheckContext): void {
  const [name = ''] = text.split('.')
  // The real server does not check the name in a populate text that begins with a boolean word, such as
  // `populate[a]=true.b`. The name `__proto__` cannot be a key of a populate object.
  if (booleanText(name) !== undefined || text === '__proto__') return
  if (real.populatesByWord(text, context)) return
  if (name === 'on' && !target.attributes.has(name))
    return refuseOn(text, real.pathOfOn(place, context), context)
  const at = target.attributes.has(name) || isInherited(name) ? join(place.path, name) : place.path
  refuseName(name, 'populate.unknown', at, context)
}

/** Refuses the option `on` as a text: `populate[a]=on` and `populate[a]=on.b`. */
function refuseOn(text: string, path: string | null, context: CheckContext): void {
  const at = join(path, 'on')
  if (text === 'on') refuseName('on', 'populate.on', at, context)
  else refuseName('populate', 'populate.on', join(at, 'populate'), context)
}

/** Refuses the option `on` for an attribute whose entries all have one type. */
export function refuseFragments(name: string, { model }: PopulateLevel, context: CheckContext): void {
  const message = `Using fragments is not permitted to populate "${name}" in "${model.uid}"`
  report('convert.populate', failure.ofShape('populate.on', message), context)
}

/**
 * Refuses the populate value of a dynamic zone or morph relation. In `populate`, dynamic zones and morph relations
 * accept only `true`, `on`, `populate=*` and `count`.
 */
export function refuseNoFragments(
  { name }: MorphAttribute,
  found: Parameters<typeof JSON.stringify>[0],
  { model }: PopulateLevel,
  context: CheckContext,
): void {
  const owner = model.modelType === 'contentType' ? model.singularName : 'undefined'
  const message =
    `Invalid nested populate for ${owner}.${name} (${model.uid}). ` +
    `Expected a fragment ("on") or "count" but found ${JSON.stringify(found)}`
  report('convert.populate', failure.ofShape('populate.zone-options', message), context)
}

const PAGES = ['pagination', 'page', 'pageSize', 'start', 'limit']

/** Refuses a key that is not an option of a populated attribute. */
export function refuseOption(name: string, target: Model, place: PopulateLevel, context: CheckContext): void {
  if (real.ignoresWord(name, context)) return
  const rule = PAGES.includes(name) ? 'populate.no-pagination' : 'populate.unknown'
  refuseName(name, rule, target.attributes.has(name) ? join(place.path, name) : place.path, context)
}

/**
 * Reports the fault of one populate option. A fault in a name is reported immediately. Any other fault is reported
 * only after the check of the whole attribute.
 */
export function reportOption(
  { stage, refusal }: QueryFault,
  later: CheckContext,
  context: CheckContext,
): void {
  if (!isNameStage(stage)) report(stage, refusal, later)
  else report(stage === 'names.again' ? stage : 'populate.names', refusal, context)
}

/**
 * Reports the first fault in the options of a populated attribute. Such a fault of options is an invalid shape, or a
 * fault that the real server finds only after it has read rows.
 */
export function reportOptions(
  options: PopulateOptions,
  { stage, refusal }: QueryFault,
  context: CheckContext,
): void {
  if (stage.startsWith('convert.')) report('convert.populate', refusal, context)
  else reportWithRows(options, 'populated.rows', refusal, context)
}
