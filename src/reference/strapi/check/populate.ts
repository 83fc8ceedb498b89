/**
 * Departures in the object form of `populate`: keys and values that the real server forgives, and what releases
 * refuse.
 */
import { openAttributes } from '../../access.ts'
import { type CheckContext, report } from '../../check/context.ts'
import type { PopulateLevel } from '../../check/level.ts'
import { listBeside } from '../../names/beside.ts'
import { WORDS } from '../../names/words.ts'
import type { PopulateEntry, PopulateValue } from '../../parse/syntax.ts'
import { booleanText } from '../../parse/url.ts'
import { invalidKey, type Refusal } from '../../refusal.ts'
import type { Model, PopulatableAttribute } from '../../schema/schema.ts'
import { isPopulatable } from '../../schema/target.ts'
import { populatesWords } from '../names.ts'
import { checkForgottenText } from './populate-texts.ts'

/** Releases from 5.2.0 to 5.33 refuse `populate=` like any other unknown name (recording populate-079). */
export function checkEmptyPopulate(context: CheckContext): void {
  if (!context.has('empty-fields-or-populate') || context.has('nested-populate-value-validated')) return
  report('names.again', invalidKey('', { rule: 'populate.unknown', path: null, param: null }), context)
}

/** A reading of the guide: a list and an object may occur at one level (case quirks.list-beside-object). */
export const splitMixedLevel = (
  entries: readonly PopulateEntry[],
  { has }: CheckContext,
): ReturnType<typeof listBeside> => (has('list-beside-object') ? listBeside(entries) : undefined)

/** The real server ignores a key that is a boolean word (recordings populate-058, populate-059). */
export const ignoresWord = (key: string, { has }: CheckContext): boolean =>
  has('populate-stray-keys') && booleanText(key) !== undefined

const OPTIONS = ['sort', 'filters', 'fields', 'populate', 'on', 'count']

/**
 * The real server ignores an option in the place of an attribute, after it checked the names in it (cases
 * quirks.malformed.stray.*).
 */
export const ignoresOption = (key: string, { has }: CheckContext): boolean =>
  has('populate-stray-keys') && OPTIONS.includes(key)

/**
 * The path that the real server prints for `populate[a]=on`: with every `populate` in between (case
 * quirks.malformed.on.path).
 */
export const pathOfOn = ({ path, raw }: PopulateLevel, { has }: CheckContext): string | null =>
  has('populate-stray-keys') ? raw : path

/** The real server reads the name of an option as `true` (case quirks.malformed.word). */
export const populatesByWord = (text: string, context: CheckContext): boolean =>
  WORDS.includes(text) && populatesWords(context)

/**
 * Releases before 5.53.0 check the options of an attribute that the role may not find (recordings permissions-071,
 * permissions-072).
 */
export const checksHidden = ({ has }: CheckContext): boolean => has('unpermitted-relation-star-dropped')

/** The attributes that `*` populates for the check of names. The same releases check the role later. */
export const starAttributes = (target: Model, context: CheckContext): readonly PopulatableAttribute[] =>
  checksHidden(context)
    ? [...target.attributes.values()].filter(isPopulatable).filter((attribute) => !attribute.private)
    : openAttributes(target, context)

/**
 * Releases before 5.2.0 read a text or a star in the place of options as `true` (recordings populate-033,
 * populate-159).
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

/** The same releases do not check the names of a list in the place of options. */
export const skipsNamesOfList = ({ has }: CheckContext): boolean => has('nested-populate-value-validated')

/** A level as messages print its place; releases before 5.2.0 print none (recordings populate-050, media-015). */
export const printedLevel = (level: PopulateLevel, { has }: CheckContext): PopulateLevel =>
  has('nested-populate-error-path') ? { ...level, path: null, raw: null } : level

/** Releases before 5.49.0 name the third item of too long a list, because they read the first two as words. */
export const refusalOfThirdItem = (
  { path }: PopulateLevel,
  { has, param }: CheckContext,
): Refusal | undefined =>
  has('too-many-populate-entries') ? invalidKey('2', { rule: 'populate.forms', path, param }) : undefined
