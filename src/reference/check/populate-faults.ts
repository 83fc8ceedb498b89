/** What can be wrong with a value of `populate`, told with its place. */

import { isWord, WORDS } from '../names/words.ts'
import type { PopulateOptions, PopulateValue } from '../parse/syntax.ts'
import { booleanText, isInherited, type RawMap } from '../parse/url.ts'
import { crash, invalidKey, join, validation } from '../refusal.ts'
import type { Model, MorphToAttribute, ZoneAttribute } from '../schema/schema.ts'
import { understoodOptions } from '../strapi/messages/understood.ts'
import { everyKind } from '../strapi/messages/understood-paths.ts'
import * as before from '../strapi/releases/check.ts'
import { type CheckContext, isNameStage, type QueryFault, report } from './context.ts'
import type { PopulateLevel } from './level.ts'

/** What holds entries of several kinds. */
export type MorphAttribute = ZoneAttribute | MorphToAttribute

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

/** More list items than brackets can express. */
export function refuseTooMany(count: number, { path }: PopulateLevel, context: CheckContext): void {
  if (context.has('too-many-populate-entries')) return refuseName('2', 'populate.forms', path, context)
  const message =
    `Too many populate entries (${count}). The maximum number of populate entries when using array notation is 100. ` +
    'Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.'
  const details = context.param === null ? {} : { source: 'query', param: context.param }
  report('populate.names', validation('populate.too-many', message, details), context)
}

/** A name without a value, `populate[a]`. */
export function refuseNothing({ path }: PopulateLevel, context: CheckContext): void {
  const message = `Invalid populate at ${path}: expected a value`
  report('convert.populate', crash('populate-null-500', 'populate.forms', message), context)
}

export function refuseShape(rule: 'populate.forms' | 'populate.on', context: CheckContext): true {
  const message = "Invalid nested populate. Expected '*' or an object"
  report('convert.populate', crash('shape-errors-400', rule, message), context)
  return true
}

/**
 * What stands for an attribute, or for one kind of a zone, and is no option object; false where it is as good as `true`:
 * a star where there is nothing to populate, or a word that the real server takes for an option.
 */
export function refuseNoOptions(
  value: Extract<PopulateValue, { kind: 'star' | 'names' | 'list' }>,
  target: Model,
  { path, raw }: PopulateLevel,
  context: CheckContext,
): boolean {
  if (isWord(value, context)) return false
  if (value.kind === 'star') {
    const [first] = before.starAttributes(target, context)
    if (first === undefined) return false
    const where = { rule: 'populate.attribute-star', path: join(path, first.name), param: null } as const
    report('names.again', invalidKey(first.name, where), context)
    return true
  }
  if (before.forgetsNames(context)) return refuseShape('populate.forms', context)
  if (value.kind === 'list') {
    for (const at of value.raw.keys()) if (at > 1) refuseName(String(at), 'populate.forms', path, context)
  } else {
    for (const { text } of value.clauses) {
      const [name = ''] = text.split('.')
      // In a list the words for true and false are not taken for names, and one name can be no key at all.
      if (booleanText(name) !== undefined || text === '__proto__') continue
      if (WORDS.includes(text) && context.has('populate-word-true')) continue
      if (name === 'on' && !target.attributes.has(name))
        refuseOn(text, context.has('populate-stray-keys') ? raw : path, context)
      else {
        const at = target.attributes.has(name) || isInherited(name) ? join(path, name) : path
        refuseName(name, 'populate.unknown', at, context)
      }
    }
  }
  return refuseShape('populate.forms', context)
}

/** `populate[a]=on`, `populate[a]=on.b`: the option without its kinds. */
function refuseOn(text: string, path: string | null, context: CheckContext): void {
  const at = join(path, 'on')
  if (text === 'on') refuseName('on', 'populate.on', at, context)
  else refuseName('populate', 'populate.on', join(at, 'populate'), context)
}

/** `on` where what is linked is of one kind. */
export function refuseFragments(name: string, { model }: PopulateLevel, context: CheckContext): void {
  const message = `Using fragments is not permitted to populate "${name}" in "${model.uid}"`
  report('convert.populate', crash('shape-errors-400', 'populate.on', message), context)
}

/** Anything but `true`, `on`, `populate=*` or `count` where what is linked is of several kinds. */
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
  report('convert.populate', crash('shape-errors-400', 'populate.zone-options', message), context)
}

/** What a message repeats of the options of what holds entries of several kinds: only releases since 5.53 read them before. */
export function printedOptions(attribute: MorphAttribute, raw: RawMap, context: CheckContext): unknown {
  if (attribute.kind === 'zone' || context.has('morph-populate-star-and-permission')) return raw
  return understoodOptions(attribute, raw, context) ?? { ...raw, on: everyKind(context) }
}

const PAGES = ['pagination', 'page', 'pageSize', 'start', 'limit']

/** A key that is no option. */
export function refuseOption(name: string, target: Model, place: PopulateLevel, context: CheckContext): void {
  if (context.has('populate-stray-keys') && booleanText(name) !== undefined) return
  const rule = PAGES.includes(name) ? 'populate.no-pagination' : 'populate.unknown'
  refuseName(name, rule, target.attributes.has(name) ? join(place.path, name) : place.path, context)
}

/** The fault of one option: told at once, or kept for later. */
export function reportOption(
  { stage, refusal }: QueryFault,
  later: CheckContext,
  context: CheckContext,
): void {
  if (!isNameStage(stage)) report(stage, refusal, later)
  else report(stage === 'names.again' ? stage : 'populate.names', refusal, context)
}

/** What is left at the end: a shape that cannot be, or what only shows when rows are read. */
export function reportOptions(
  options: PopulateOptions,
  { stage, refusal }: QueryFault,
  context: CheckContext,
): void {
  if (stage.startsWith('convert.')) report('convert.populate', refusal, context)
  else if (context.has('late-populate-errors')) context.late.set(options, refusal)
  else report('populated.rows', refusal, context)
}
