/**
 * Implements departures in the object form of `populate`: keys and values that the real server accepts or ignores, or
 * that only older releases refuse.
 */
import { openAttributes } from '../../access.ts'
import { type CheckContext, report } from '../../check/context.ts'
import type { PopulateLevel } from '../../check/level.ts'
import { listBeside } from '../../names/beside.ts'
import { WORDS } from '../../names/words.ts'
import type { PopulateEntry, PopulateValue } from '../../parse/syntax.ts'
import { booleanText, isList, isText } from '../../parse/url.ts'
import { invalidKey, type Refusal } from '../../refusal.ts'
import type { Model, PopulatableAttribute } from '../../schema/schema.ts'
import { isPopulatable } from '../../schema/target.ts'
import { populatesWords } from '../names.ts'
import { checkForgottenText } from './populate-texts.ts'

/**
 * Reports an empty `populate=` for releases from 5.2.0 to 5.33, which refuse the empty name like any unknown name
 * (recording populate-079).
 */
export function checkEmptyPopulate(context: CheckContext): void {
  if (!context.has('empty-fields-or-populate') || context.has('nested-populate-value-validated')) return
  report('names.again', invalidKey('', { rule: 'populate.unknown', path: null, param: null }), context)
}

/**
 * Splits a level of `populate` that mixes a list and an object, which a literal reading of the guide allows (case
 * quirks.list-beside-object).
 */
export const splitMixedLevel = (
  entries: readonly PopulateEntry[],
  { has }: CheckContext,
): ReturnType<typeof listBeside> => (has('list-beside-object') ? listBeside(entries) : undefined)

/**
 * Returns whether a boolean word as a key of `populate` has no effect, as on the real server (recordings
 * populate-058, populate-059).
 */
export const ignoresWord = (key: string, { has }: CheckContext): boolean =>
  has('populate-stray-keys') && booleanText(key) !== undefined

const OPTIONS = ['sort', 'filters', 'fields', 'populate', 'on', 'count']

/**
 * Returns whether a populate option in place of an attribute has no effect. The real server still checks the names in
 * the option (cases quirks.malformed.stray.*).
 */
export const ignoresOption = (key: string, { has }: CheckContext): boolean =>
  has('populate-stray-keys') && OPTIONS.includes(key)

/**
 * Returns the path that the error message for `populate[a]=on` prints. The path in a message of the real server
 * includes each `populate` between the names (case quirks.malformed.on.path).
 */
export const pathOfOn = ({ path, raw }: PopulateLevel, { has }: CheckContext): string | null =>
  has('populate-stray-keys') ? raw : path

/**
 * Returns whether a populate text counts as `true` because it is the name of an option, as on the real server (case
 * quirks.malformed.word).
 */
export const populatesByWord = (text: string, context: CheckContext): boolean =>
  WORDS.includes(text) && populatesWords(context)

/**
 * Returns whether the check covers the populate options of an attribute that the role may not find, as in releases
 * before 5.53.0 (recordings permissions-071, permissions-072).
 */
export const checksHidden = ({ has }: CheckContext): boolean => has('unpermitted-relation-star-dropped')

/**
 * Returns the attributes that `*` populates, for the check of names. Before 5.53.0, `*` includes attributes whose
 * entries the role may not see.
 */
export const starAttributes = (target: Model, context: CheckContext): readonly PopulatableAttribute[] =>
  checksHidden(context)
    ? [...target.attributes.values()].filter(isPopulatable).filter((attribute) => !attribute.private)
    : openAttributes(target, context)

/**
 * Returns whether a text or a star in place of populate options counts as `true`, as in releases before 5.2.0
 * (recordings populate-033, populate-159).
 */
export function takesForTrue(
  value: Extract<PopulateValue, { kind: 'star' | 'names' | 'list' }>,
  target: Model,
  place: PopulateLevel,
  context: CheckContext,
): boolean {
  if (!context.has('nested-populate-value-validated') || value.kind === 'list') return false
  if (value.kind === 'star') return true
  if (typeof value.raw !== 'string') return false
  checkForgottenText(value.raw, target, place, context)
  return true
}

/**
 * Checks the names in a list in place of populate options, and returns whether the release checks these names. Before
 * 5.2.0, Strapi reads each text of a list in place of options as attribute names of the linked type (measured on
 * 5.1.1).
 */
export function checkForgottenList(
  value: Extract<PopulateValue, { kind: 'star' | 'names' | 'list' }>,
  target: Model,
  place: PopulateLevel,
  context: CheckContext,
): boolean {
  if (!context.has('nested-populate-value-validated')) return false
  if (value.kind === 'names' && isList(value.raw))
    for (const text of value.raw.filter(isText)) checkForgottenText(text, target, place, context)
  return true
}

/**
 * Returns a level of `populate` with the path that error messages print. Error messages of releases before 5.2.0
 * contain no path (recordings populate-050, media-015).
 */
export const printedLevel = (level: PopulateLevel, { has }: CheckContext): PopulateLevel =>
  has('nested-populate-error-path') ? { ...level, path: null, raw: null } : level

/**
 * Returns the error with which releases before 5.49.0 refuse a populate list that is too long. These releases report
 * the third item of the list, because they read the positions 0 and 1 as boolean words.
 */
export const refusalOfThirdItem = (
  { path }: PopulateLevel,
  { has, param }: CheckContext,
): Refusal | undefined =>
  has('too-many-populate-entries') ? invalidKey('2', { rule: 'populate.forms', path, param }) : undefined
