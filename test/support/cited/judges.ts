/**
 * The type of judges, and functions that build them. A judge decides whether an answer follows a rule at a cited part.
 */

import type { RuleId } from '../../../src/reference/rules.ts'
import {
  type Attribute,
  FILE_UID,
  type Model,
  type ScalarType,
} from '../../../src/reference/schema/schema.ts'
import { openScalars, populatable } from '../../../src/semantics/model.ts'
import { isList, isObject, type Json, member } from '../../../src/util/json.ts'
import type { Answered, Entry, Spot } from './answered.ts'

/** Decides whether an answer follows a rule at one of the answer's cited parts. */
export type Judge = (spot: Spot, answered: Answered) => boolean

export type Table = Partial<Readonly<Record<RuleId, Judge>>>

/** Returns a table that assigns the same judge to several rules. */
export const alike = <Rule extends RuleId>(rules: readonly Rule[], judge: Judge) =>
  Object.fromEntries(rules.map((rule) => [rule, judge])) as { readonly [rule in Rule]: Judge }
/** Creates a judge for each rule of a family. For the family `media`, the name `url` gives the rule `media.url`. */
export const each = <Family extends string, Name extends string>(
  family: Family,
  names: readonly Name[],
  judge: (name: Name) => Judge,
) =>
  Object.fromEntries(names.map((name) => [`${family}.${name}`, judge(name)])) as {
    readonly [rule in `${Family}.${Name}`]: Judge
  }

export const anything: Judge = () => true
export const nothing: Judge = () => false
export const not =
  (judge: Judge): Judge =>
  (spot, answered) =>
    !judge(spot, answered)
export const and =
  (...judges: readonly Judge[]): Judge =>
  (spot, answered) =>
    judges.every((judge) => judge(spot, answered))
export const or =
  (...judges: readonly Judge[]): Judge =>
  (spot, answered) =>
    judges.some((judge) => judge(spot, answered))

export const isWhole: Judge = ({ part }) => part === 'data'
export const isBelow: Judge = ({ part }) => part !== 'data'

export const someEntry =
  (holds: (entry: Entry) => boolean): Judge =>
  ({ entries }) =>
    entries.some(holds)
export const everyEntry =
  (holds: (entry: Entry) => boolean): Judge =>
  ({ entries }) =>
    entries.length > 0 && entries.every(holds)

export const holdsPopulated = ({ shown, model }: Entry): boolean =>
  populatable(model).some(({ name }) => Object.hasOwn(shown, name))
/** Returns whether a model has attributes that are not scalars, even private ones. */
export const hasMore = ({ attributes }: Model): boolean =>
  [...attributes.values()].some(({ kind }) => kind !== 'scalar')
export const scalarsOf = ({ shown, model }: Entry): readonly string[] =>
  Object.keys(shown).filter((name) => model.attributes.get(name)?.kind === 'scalar')
export const hasAllScalars = (entry: Entry): boolean =>
  scalarsOf(entry).length === openScalars(entry.model).length

/** The names of members that an entry or component may have without an attribute of this name. */
const BESIDE = ['id', 'documentId', '__component', '__type']
export const hasNothingElse = ({ shown, model }: Entry): boolean =>
  Object.keys(shown).every((name) => model.attributes.get(name)?.private === false || BESIDE.includes(name))

/** Returns whether only the first level is populated: no populated entry contains populated entries. */
export const isShallow: Judge = ({ part, entries }, { spotAt }) =>
  entries
    .flatMap(({ model }) => populatable(model))
    .every(({ name }) => !spotAt(`${part}.${name}`).entries.some(holdsPopulated))

export const anAttribute =
  (holds: (attribute: Attribute) => boolean): Judge =>
  ({ attributes, values }) =>
    values.length > 0 && attributes.some(holds)
export const ofType = (...types: readonly ScalarType[]): Judge =>
  anAttribute((attribute) => attribute.kind === 'scalar' && types.includes(attribute.type))
export const ofKind = (...kinds: readonly Attribute['kind'][]): Judge =>
  and(
    anAttribute(({ kind }) => kinds.includes(kind)),
    ({ values }) => values.every(isEntryOrNone),
  )
const isEntryOrNone = (value: Json): boolean =>
  value === null || isList(value) || (isObject(value) && Object.hasOwn(value, 'id'))

export const someValue =
  (holds: (value: Json) => boolean): Judge =>
  ({ values }) =>
    values.some(holds)
export const isLong = (value: Json): boolean => isList(value) && value.length > 1
export const isCount = (value: Json): boolean =>
  isObject(value) && Object.keys(value).join() === 'count' && typeof value.count === 'number'
export const isWrapped = (value: Json): boolean => isObject(value) && Object.keys(value).join() === 'data'

const isFile = ({ uid }: Model): boolean => uid === FILE_UID
const isComponent = ({ modelType }: Model): boolean => modelType === 'component'
const ownedBy =
  (holds: (model: Model) => boolean): Judge =>
  ({ owners, values }) =>
    values.length > 0 && owners.some(({ model }) => holds(model))

/** Returns whether the cited part is a member of entries, and not of uploaded files or components. */
export const ofEntry: Judge = ownedBy((model) => !isFile(model) && !isComponent(model))
export const ofFile: Judge = ownedBy(isFile)
export const ofComponent: Judge = ownedBy(isComponent)
export const isCalled =
  (name: string): Judge =>
  ({ part }) =>
    part.endsWith(`.${name}`)
export const ownedByLocalized = ownedBy((model) => model.modelType === 'contentType' && model.localized)
export const hasEntry = someEntry(({ model }) => !isFile(model) && !isComponent(model))

export const inPage =
  (name: string): Judge =>
  (_spot, answered) =>
    Object.hasOwn(pageOf(answered), name)
export function pageOf({ body }: Answered) {
  const { meta = null } = body
  const page = isObject(meta) ? (member(meta, 'pagination') ?? null) : null
  return isObject(page) ? page : {}
}
