/** `populate`: is each attribute one that may be populated, and can what is said of it be honoured? */
import { isOpen, may } from '../access.ts'
import { listBeside } from '../names/beside.ts'
import { populateOption } from '../parse/populate.ts'
import type {
  PopulateEntry,
  PopulateOption,
  PopulateOptions,
  PopulateSyntax,
  PopulateValue,
} from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import { crash, invalidKey, join, type Refusal } from '../refusal.ts'
import type { Model, PopulatableAttribute, Uid } from '../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../schema/target.ts'
import * as before from '../strapi/releases/check.ts'
import { type CheckContext, isNameStage, isolated, namesOnly, neverConverted, report } from './context.ts'
import { checkCount, checkWithCount, type OptionKind, populatesAny } from './count.ts'
import { checkFields } from './fields.ts'
import { checkFilters } from './filters/filters.ts'
import type { PopulateLevel } from './level.ts'
import { checkPaths } from './paths.ts'
import {
  type MorphAttribute,
  printedOptions,
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

/** `populate`, at the root or below an attribute. Objects nest as deep as brackets are split, no deeper. */
export function checkPopulate(syntax: PopulateSyntax, level: PopulateLevel, context: CheckContext): void {
  switch (syntax.kind) {
    case 'none':
      if (syntax.isEmpty) before.checkEmptyPopulate(context)
      return
    case 'all':
      return
    case 'paths':
      return checkPaths(syntax, level, context)
    case 'attributes': {
      const beside = context.has('list-beside-object') ? listBeside(syntax.entries) : undefined
      if (beside !== undefined) checkPaths(beside.list, level, context)
      return checkAttributes(beside?.entries ?? syntax.entries, level, context)
    }
    case 'malformed': {
      for (const { key } of syntax.entries)
        if (booleanText(key) === undefined) refuseName(key, 'populate.forms', level.path, context)
      const message = 'Invalid populate parameter. Expected a string, an array of strings, a populate object'
      return report('convert.populate', crash('bad-populate-type-400', 'populate.forms', message), context)
    }
    case 'overflow':
      return refuseTooMany(syntax.count, level, context)
  }
}

/** `populate[name]=…`: private names are told only when nothing else at this level is wrong. */
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
      // Of an attribute that the role may not see, only the names are checked: the rest never comes to pass.
      checkAttribute(
        attribute,
        value,
        place,
        before.comesToPass(context, isOpen(attribute, context)) ? context : namesOnly(context),
      )
    }
  }
  for (const refusal of hidden) report('populate.names', refusal, context)
}

const POSITION = /^\d+$/
const KEYWORDS = ['sort', 'filters', 'fields', 'populate', 'on', 'count']

/** A key that is no attribute: refused, but for those that the real server reads as something else and forgets. */
function checkUnknownKey(
  { key, raw }: PopulateEntry,
  isMixed: boolean,
  level: PopulateLevel,
  context: CheckContext,
): void {
  if (context.has('populate-stray-keys')) {
    if (booleanText(key) !== undefined) return
    if (KEYWORDS.includes(key)) return checkMisplacedOption(populateOption(key, raw), level, context)
  }
  // Positions are how a list is written, and one level is a list or an object.
  refuseName(key, isMixed && POSITION.test(key) ? 'populate.forms' : 'populate.unknown', level.path, context)
}

/** An option where an attribute belongs: the real server passes at the names in it before it forgets it. */
function checkMisplacedOption(
  option: PopulateOption,
  { model, path, raw }: PopulateLevel,
  context: CheckContext,
): void {
  const place: PopulateLevel = { model, path, raw, nested: true }
  if (option.key === 'on') {
    checkKinds(option, true, place, namesOnly(context))
    return
  }
  const inside = isolated(context)
  checkOption(option, '', model, place, inside, context)
  const { first } = inside.refusals
  if (first !== undefined && isNameStage(first.stage)) reportOption(first, inside, context)
}

/** One attribute of the object form. `place.model` is its owner. */
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
  if (!before.takesForTrue(value, target, place, context)) refuseNoOptions(value, target, place, context)
}

/** A zone or a morph relation: what is linked is of several kinds, and `on` speaks of each. */
function checkMorph(
  attribute: MorphAttribute,
  value: Exclude<PopulateValue, { kind: 'overflow' }>,
  place: PopulateLevel,
  context: CheckContext,
): void {
  if (value.kind === 'flag') return
  if (value.kind === 'options') return checkMorphOptions(attribute, value.options, place, context)
  if (before.isEmptyText(value, context)) return
  const raw = value.kind === 'null' ? '' : value.kind === 'star' ? '*' : value.raw
  if (raw === '') return refuseNothing(place, context)
  const isForgotten = attribute.kind === 'morphTo' && context.has('morph-options-dropped')
  if (!isForgotten) refuseNoFragments(attribute, raw, place, context)
}

function checkMorphOptions(
  attribute: MorphAttribute,
  { entries, raw }: PopulateOptions,
  place: PopulateLevel,
  context: CheckContext,
): void {
  const { has } = context
  const isOld = attribute.kind === 'morphTo' && has('morph-populate-star-and-permission')
  const nested = entries.find((option) => option.key === 'populate')
  if (nested !== undefined && nested.raw !== null && nested.raw !== '*' && !has('populate-error-path'))
    refuseName('populate', 'populate.zone-nested', place.raw, context)
  const on = entries.find((option) => option.key === 'on')
  const isUsed = on !== undefined && on.raw !== null && on.raw !== ''
  const areIgnored = isUsed && (attribute.kind === 'zone' ? has('zone-options-ignored') : isOld)
  const isRefused = !areIgnored && entries.some(({ key }) => !['populate', 'on', 'count'].includes(key))
  const read = isRefused ? neverConverted(context) : context
  const shown = isUsed ? checkKinds(on, attribute.kind === 'zone', place, read) : undefined
  const count = entries.find((option) => option.key === 'count')
  if (attribute.kind === 'morphTo' && !isOld) {
    const isTrue = has('morph-true-only') ? count?.value === 'true' : booleanText(count?.value) === true
    const isDropped = !isUsed && (!isTrue || on !== undefined) && has('morph-options-dropped')
    if (shown?.size === 0 || isDropped) return
  }
  if (isRefused) return refuseNoFragments(attribute, printedOptions(attribute, raw, context), place, context)
  if (!isUsed) before.checkNestedOption(nested, context)
  if (count !== undefined && !isOld && (attribute.kind === 'morphTo' || !has('count-ignored')))
    checkCount(count, place, context)
}

/**
 * `[on][uid]=…`: the kinds that are shown. A component in a list of entries is as good as a type that the role may not
 * find.
 */
function checkKinds(
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
    // A text lists no kind, and of a morph relation nothing is left then.
    if (typeof on.raw === 'string' && !holdsComponents && context.has('morph-options-dropped')) return shown
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
    const visible = before.comesToPass(context, isVisible) ? context : namesOnly(context)
    if (checkKind(value, model, here, visible) && isVisible) shown.add(key)
  }
  return shown
}

/** One kind of a zone or morph relation; whether it is shown. */
function checkKind(value: PopulateValue, model: Model, place: PopulateLevel, context: CheckContext): boolean {
  switch (value.kind) {
    case 'flag':
      return value.on || context.has('on-false-includes')
    case 'overflow':
      refuseTooMany(value.count, place, context)
      return false
    case 'null':
      refuseShape('populate.on', context)
      return false
    case 'star':
    case 'names':
    case 'list':
      return (
        before.takesForTrue(value, model, place, context) || !refuseNoOptions(value, model, place, context)
      )
    case 'options':
      checkOptions(null, value.options, model, place, context)
      return true
  }
}

/**
 * What stands under a populated attribute, in the order written. A wrong name is told at once; what the real server only
 * notices later waits until the whole attribute is read, and is then told in its order: sort, filters, fields, populate.
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

/** Faults in what an option says go to `inside`, faults of the option itself to `context`. */
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
      checkPopulate(option.populate, before.nestedLevel(level, context), inside)
      return populatesAny(option.populate, target, context) ? 'more' : 'else'
    }
    case 'count':
      checkCount(option, place, context)
      return booleanText(option.value) === true ? 'count' : 'else'
    case 'on':
      refuseFragments(name, place, context)
      checkKinds(option, true, place, context)
      return 'else'
    case 'other':
      refuseOption(option.name, target, place, context)
      return 'else'
  }
}
