/** Checks that `populate` names only attributes that a request can populate, and that their options are valid. */
import { isOpen, may } from '../access.ts'
import { populateOption } from '../parse/populate.ts'
import type {
  PopulateEntry,
  PopulateOption,
  PopulateOptions,
  PopulateSyntax,
  PopulateValue,
} from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import { invalidKey, join, type Refusal } from '../refusal.ts'
import type { Model, MorphAttribute, PopulatableAttribute, Uid } from '../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../schema/target.ts'
import * as failure from '../strapi/check/failures.ts'
import * as morph from '../strapi/check/morph.ts'
import * as real from '../strapi/check/populate.ts'
import { includesFalse, isEmptyTrue } from '../strapi/names.ts'
import { type CheckContext, isNameStage, isolated, namesOnly, neverConverted, report } from './context.ts'
import { checkCount, checkWithCount, type OptionKind, populatesAny } from './count.ts'
import { checkFields } from './fields.ts'
import { checkFilters } from './filters/filters.ts'
import type { PopulateLevel } from './level.ts'
import { checkPaths } from './paths.ts'
import {
  refuseFragments,
  refuseName,
  refuseNoFragments,
  refuseNoOptions,
  refuseNothing,
  refuseOption,
  refuseShape,
  refuseTooMany,
  reportOption,
  reportOptions,
} from './populate-faults.ts'
import { checkSort } from './sort.ts'

/** Checks `populate`, at the root or below an attribute. The limit on nested brackets bounds the recursion depth. */
export function checkPopulate(syntax: PopulateSyntax, level: PopulateLevel, context: CheckContext): void {
  switch (syntax.kind) {
    case 'none':
      if (syntax.isEmpty) real.checkEmptyPopulate(context)
      return
    case 'all':
      return
    case 'paths':
      return checkPaths(syntax, level, context)
    case 'attributes': {
      const split = real.splitMixedLevel(syntax.entries, context)
      if (split !== undefined) checkPaths(split.list, level, context)
      return checkAttributes(split?.entries ?? syntax.entries, level, context)
    }
    case 'malformed': {
      for (const { key } of syntax.entries)
        if (booleanText(key) === undefined) refuseName(key, 'populate.forms', level.path, context)
      const message = 'Invalid populate parameter. Expected a string, an array of strings, a populate object'
      return report('convert.populate', failure.ofValueType('populate.forms', message), context)
    }
    case 'overflow':
      return refuseTooMany(syntax.count, level, context)
  }
}

/** Checks the object form `populate[name]=…`. Reports the private names of a level after its other faults. */
function checkAttributes(
  entries: readonly PopulateEntry[],
  level: PopulateLevel,
  context: CheckContext,
): void {
  const isMixed = !entries.every(({ key }) => POSITION.test(key))
  const hidden: Refusal[] = []
  for (const entry of entries) {
    const { key, value } = entry
    const attribute = level.model.attributes.get(key)
    if (attribute === undefined) {
      checkUnknownKey(entry, isMixed, level, context)
    } else if (!isPopulatable(attribute)) {
      refuseName(key, 'populate.unknown', join(level.raw, key), context)
    } else {
      const path = join(level.path, key)
      if (attribute.private)
        hidden.push(invalidKey(key, { rule: 'populate.private', path, param: context.param }))
      const place: PopulateLevel = { model: level.model, path, raw: join(level.raw, key), nested: true }
      // The answer omits an attribute that the role may not see. Therefore, the check covers only the names in the
      // options of a hidden attribute.
      const isChecked = isOpen(attribute, context) || real.checksHidden(context)
      checkAttribute(attribute, value, place, isChecked ? context : namesOnly(context))
    }
  }
  for (const refusal of hidden) report('populate.names', refusal, context)
}

const POSITION = /^\d+$/

/** Checks a populate key that is not an attribute. The real server ignores some keys that are not attributes. */
function checkUnknownKey(
  { key, raw }: PopulateEntry,
  isMixed: boolean,
  level: PopulateLevel,
  context: CheckContext,
): void {
  if (real.ignoresWord(key, context)) return
  if (real.ignoresOption(key, context)) return checkMisplacedOption(populateOption(key, raw), level, context)
  // The keys of a populate list are the positions of its items. A single level of populate must be either a list or
  // an object.
  refuseName(key, isMixed && POSITION.test(key) ? 'populate.forms' : 'populate.unknown', level.path, context)
}

/**
 * Checks a populate option that stands where an attribute is expected. A misplaced populate option has no effect, but
 * the names in its value must be valid.
 */
function checkMisplacedOption(
  option: PopulateOption,
  { model, path, raw }: PopulateLevel,
  context: CheckContext,
): void {
  const place: PopulateLevel = { model, path, raw, nested: true }
  if (option.key === 'on') {
    checkTypes(option, true, place, namesOnly(context))
    return
  }
  const inside = isolated(context)
  checkOption(option, '', model, place, inside, context)
  const { first } = inside.refusals
  if (first !== undefined && isNameStage(first.stage)) reportOption(first, inside, context)
}

/** Checks one attribute of a populate object. The member `place.model` is the model that owns the attribute. */
function checkAttribute(
  attribute: PopulatableAttribute,
  value: PopulateValue,
  place: PopulateLevel,
  context: CheckContext,
): void {
  if (value.kind === 'overflow') return refuseTooMany(value.count, place, context)
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
    return checkMorph(attribute, value, place, context)
  const target = targetOf(context.schema, attribute)
  if (target === undefined || value.kind === 'flag') return
  if (value.kind === 'null') return refuseNothing(place, context)
  if (value.kind === 'options') return checkOptions(attribute, value.options, target, place, context)
  if (!real.takesForTrue(value, target, place, context)) refuseNoOptions(value, target, place, context)
}

/** Checks a populated dynamic zone or morph relation, whose option `on` has options for each type of entries. */
function checkMorph(
  attribute: MorphAttribute,
  value: Exclude<PopulateValue, { kind: 'overflow' }>,
  place: PopulateLevel,
  context: CheckContext,
): void {
  if (value.kind === 'flag') return
  if (value.kind === 'options') return checkMorphOptions(attribute, value.options, place, context)
  if (isEmptyTrue(value, context)) return
  const raw = value.kind === 'null' ? '' : value.kind === 'star' ? '*' : value.raw
  if (raw === '') return refuseNothing(place, context)
  if (!morph.dropsWrongOptions(attribute, context)) refuseNoFragments(attribute, raw, place, context)
}

function checkMorphOptions(
  attribute: MorphAttribute,
  { entries, raw }: PopulateOptions,
  place: PopulateLevel,
  context: CheckContext,
): void {
  const nested = entries.find((option) => option.key === 'populate')
  const isNamed = nested !== undefined && nested.raw !== null && nested.raw !== '*'
  if (isNamed && !morph.skipsNestedNames(context))
    refuseName('populate', 'populate.zone-nested', place.raw, context)
  const on = entries.find((option) => option.key === 'on')
  const isUsed = on !== undefined && on.raw !== null && on.raw !== ''
  const areIgnored = isUsed && morph.ignoresOptionsBesideOn(attribute, context)
  const isRefused = !areIgnored && entries.some(({ key }) => !['populate', 'on', 'count'].includes(key))
  const inside = isRefused ? neverConverted(context) : context
  const shown = isUsed ? checkTypes(on, attribute.kind === 'zone', place, inside).size : undefined
  const count = entries.find((option) => option.key === 'count')
  if (morph.isLeftOut(attribute, on, count, shown, context)) return
  if (isRefused)
    return refuseNoFragments(attribute, morph.printedOptions(attribute, raw, context), place, context)
  if (!isUsed) morph.checkNestedOption(nested, context)
  if (count !== undefined && morph.checksCount(attribute, context)) checkCount(count, place, context)
}

/**
 * Checks `[on][uid]=…`, and returns the types whose entries the answer may show. Under `on` of a morph relation, a
 * component counts as a type that the role may not find.
 */
function checkTypes(
  on: Extract<PopulateOption, { key: 'on' }>,
  holdsComponents: boolean,
  place: PopulateLevel,
  context: CheckContext,
): ReadonlySet<Uid> {
  const { schema, role } = context
  const raw = join(place.raw, 'on')
  const shown = new Set<Uid>()
  if (on.kinds === undefined) {
    const isList = Array.isArray(on.raw) && on.raw.length > 0
    if (morph.dropsTextOfTypes(on.raw, holdsComponents, context)) return shown
    refuseName(isList ? '0' : 'on', 'populate.on', isList ? `${raw}.0` : raw, context)
    return shown
  }
  for (const { key } of on.kinds)
    if (modelOf(schema, key) === undefined) refuseName(key, 'populate.on', `${raw}.${key}`, context)
  for (const { key, value } of on.kinds) {
    const model = modelOf(schema, key)
    if (model === undefined) continue
    const isVisible = model.modelType === 'component' ? holdsComponents : may(role, key, 'find')
    const here: PopulateLevel = { model, path: place.path, raw: `${raw}[${key}]`, nested: true }
    const inside = isVisible || real.checksHidden(context) ? context : namesOnly(context)
    if (checkType(value, model, here, inside) && isVisible) shown.add(key)
  }
  return shown
}

/** Checks one type under `on` of a zone or morph relation; returns whether the answer may show entries of the type. */
function checkType(value: PopulateValue, model: Model, place: PopulateLevel, context: CheckContext): boolean {
  switch (value.kind) {
    case 'flag':
      return value.on || includesFalse(context)
    case 'overflow':
      refuseTooMany(value.count, place, context)
      return false
    case 'null':
      refuseShape('populate.on', context)
      return false
    case 'star':
    case 'names':
    case 'list':
      return real.takesForTrue(value, model, place, context) || !refuseNoOptions(value, model, place, context)
    case 'options':
      checkOptions(null, value.options, model, place, context)
      return true
  }
}

/**
 * Checks the options of a populated attribute, in the order of the request. The check reports a fault in a name
 * immediately. The check reports all other faults after it has checked the whole attribute. The faults that are not
 * in a name have the order of the server: sort, filters, fields, populate.
 */
function checkOptions(
  attribute: PopulatableAttribute | null,
  options: PopulateOptions,
  target: Model,
  place: PopulateLevel,
  context: CheckContext,
): void {
  const later = isolated(context)
  const asked = new Set<OptionKind>()
  for (const option of options.entries) {
    const inside = isolated(context)
    asked.add(checkOption(option, attribute?.name ?? '', target, place, inside, context))
    const { first } = inside.refusals
    if (first !== undefined) reportOption(first, later, context)
  }
  if (attribute !== null) checkWithCount(attribute, asked, place, later)
  const { first } = later.refusals
  if (first !== undefined) reportOptions(options, first, context)
}

/** Checks one option. Faults in its value go to the context `inside`, and faults of the option to `context`. */
function checkOption(
  option: PopulateOption,
  name: string,
  target: Model,
  place: PopulateLevel,
  inside: CheckContext,
  context: CheckContext,
): OptionKind {
  switch (option.key) {
    case 'fields':
      checkFields(option.fields, target, inside)
      return 'else'
    case 'filters':
      checkFilters(option.filters, target, inside)
      return 'else'
    case 'sort':
      return checkSort(option.sort, target, inside) ? 'more' : 'else'
    case 'populate': {
      const raw = join(place.raw, 'populate')
      const level = { model: target, path: place.path, raw, nested: true }
      checkPopulate(option.populate, real.printedLevel(level, context), inside)
      return populatesAny(option.populate, target, context) ? 'more' : 'else'
    }
    case 'count':
      checkCount(option, place, context)
      return booleanText(option.value) === true ? 'count' : 'else'
    case 'on':
      refuseFragments(name, place, context)
      checkTypes(option, true, place, context)
      return 'else'
    case 'other':
      refuseOption(option.name, target, place, context)
      return 'else'
  }
}
