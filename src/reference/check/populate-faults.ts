/** What can be wrong with a value of `populate`, told with its place. */

import { isWord, WORDS } from '../names/words.ts'
import type { PopulateOptions, PopulateValue } from '../parse/syntax.ts'
import { booleanText, isInherited, type RawMap } from '../parse/url.ts'
import { crash, invalidKey, join, validation } from '../refusal.ts'
import type { Model, MorphToAttribute, ZoneAttribute } from '../schema/schema.ts'
import { understoodOptions } from '../strapi/messages/understood.ts'
import { everyKind } from '../strapi/messages/understood-paths.ts'
import * as before from '../strapi/releases/check.ts'
import { isName, type Judge, notice, type QueryFault } from './judge.ts'
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
  judge: Judge,
): void {
  notice('populate.names', invalidKey(name, { rule, path, param: judge.param }), judge)
}

/** More list items than brackets can express. */
export function refuseTooMany(count: number, { path }: PopulateLevel, judge: Judge): void {
  if (judge.has('too-many-populate-entries')) return refuseName('2', 'populate.forms', path, judge)
  const message =
    `Too many populate entries (${count}). The maximum number of populate entries when using array notation is 100. ` +
    'Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.'
  const details = judge.param === null ? {} : { source: 'query', param: judge.param }
  notice('populate.names', validation('populate.too-many', message, details), judge)
}

/** A name without a value, `populate[a]`. */
export function refuseNothing({ path }: PopulateLevel, judge: Judge): void {
  const message = `Invalid populate at ${path}: expected a value`
  notice('convert.populate', crash('populate-null-500', 'populate.forms', message), judge)
}

export function refuseShape(rule: 'populate.forms' | 'populate.on', judge: Judge): true {
  const message = "Invalid nested populate. Expected '*' or an object"
  notice('convert.populate', crash('shape-errors-400', rule, message), judge)
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
  judge: Judge,
): boolean {
  if (isWord(value, judge)) return false
  if (value.kind === 'star') {
    const [first] = before.starAttributes(target, judge)
    if (first === undefined) return false
    const where = { rule: 'populate.attribute-star', path: join(path, first.name), param: null } as const
    notice('names.again', invalidKey(first.name, where), judge)
    return true
  }
  if (before.forgetsNames(judge)) return refuseShape('populate.forms', judge)
  if (value.kind === 'list') {
    for (const at of value.raw.keys()) if (at > 1) refuseName(String(at), 'populate.forms', path, judge)
  } else {
    for (const { text } of value.clauses) {
      const [name = ''] = text.split('.')
      // In a list the words for true and false are not taken for names, and one name can be no key at all.
      if (booleanText(name) !== undefined || text === '__proto__') continue
      if (WORDS.includes(text) && judge.has('populate-word-true')) continue
      if (name === 'on' && !target.attributes.has(name))
        refuseOn(text, judge.has('populate-stray-keys') ? raw : path, judge)
      else {
        const at = target.attributes.has(name) || isInherited(name) ? join(path, name) : path
        refuseName(name, 'populate.unknown', at, judge)
      }
    }
  }
  return refuseShape('populate.forms', judge)
}

/** `populate[a]=on`, `populate[a]=on.b`: the option without its kinds. */
function refuseOn(text: string, path: string | null, judge: Judge): void {
  const at = join(path, 'on')
  if (text === 'on') refuseName('on', 'populate.on', at, judge)
  else refuseName('populate', 'populate.on', join(at, 'populate'), judge)
}

/** `on` where what is linked is of one kind. */
export function refuseFragments(name: string, { model }: PopulateLevel, judge: Judge): void {
  const message = `Using fragments is not permitted to populate "${name}" in "${model.uid}"`
  notice('convert.populate', crash('shape-errors-400', 'populate.on', message), judge)
}

/** Anything but `true`, `on`, `populate=*` or `count` where what is linked is of several kinds. */
export function refuseNoFragments(
  { name }: MorphAttribute,
  found: Parameters<typeof JSON.stringify>[0],
  { model }: PopulateLevel,
  judge: Judge,
): void {
  const owner = model.modelType === 'contentType' ? model.singularName : 'undefined'
  const message =
    `Invalid nested populate for ${owner}.${name} (${model.uid}). ` +
    `Expected a fragment ("on") or "count" but found ${JSON.stringify(found)}`
  notice('convert.populate', crash('shape-errors-400', 'populate.zone-options', message), judge)
}

/** What a message repeats of the options of what holds entries of several kinds: only releases since 5.53 read them before. */
export function optionsTold(attribute: MorphAttribute, raw: RawMap, judge: Judge): unknown {
  if (attribute.kind === 'zone' || judge.has('morph-populate-star-and-permission')) return raw
  return understoodOptions(attribute, raw, judge) ?? { ...raw, on: everyKind(judge) }
}

const PAGES = ['pagination', 'page', 'pageSize', 'start', 'limit']

/** A key that is no option. */
export function refuseOption(name: string, target: Model, place: PopulateLevel, judge: Judge): void {
  if (judge.has('populate-stray-keys') && booleanText(name) !== undefined) return
  const rule = PAGES.includes(name) ? 'populate.no-pagination' : 'populate.unknown'
  refuseName(name, rule, target.attributes.has(name) ? join(place.path, name) : place.path, judge)
}

/** The fault of one option: told at once, or kept for later. */
export function sortOut({ stage, refusal }: QueryFault, later: Judge, judge: Judge): void {
  if (!isName(stage)) notice(stage, refusal, later)
  else notice(stage === 'names.again' ? stage : 'populate.names', refusal, judge)
}

/** What is left at the end: a shape that cannot be, or what only shows when rows are read. */
export function settle(options: PopulateOptions, { stage, refusal }: QueryFault, judge: Judge): void {
  if (stage.startsWith('convert.')) notice('convert.populate', refusal, judge)
  else if (judge.has('late-populate-errors')) judge.late.set(options, refusal)
  else notice('populated.rows', refusal, judge)
}
