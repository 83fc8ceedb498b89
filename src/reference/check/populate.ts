/** `populate`: is each attribute one that may be populated, and can what is said of it be honoured? */
import { isOpen, may } from '../access.ts'
import { listBeside } from '../names/beside.ts'
import type {
  PopulateEntry,
  PopulateOption,
  PopulateOptions,
  PopulateSyntax,
  PopulateValue,
} from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import { crash, invalidKey, join, type Refusal, validation } from '../refusal.ts'
import type { Model, PopulatableAttribute, Uid } from '../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../schema/target.ts'
import { checkFields } from './fields.ts'
import { checkFilters } from './filters.ts'
import { apart, type Fault, isName, type Judge, namesOnly, notice } from './judge.ts'
import { checkPaths } from './paths.ts'
import {
  type MorphAttribute,
  optionsLeft,
  type PopulateLevel,
  refuseFragments,
  refuseName,
  refuseNoFragments,
  refuseNoOptions,
  refuseNothing,
  refuseOption,
  refuseShape,
  refuseTooMany,
} from './populate-faults.ts'
import { checkSort } from './sort.ts'

/** `populate`, at the root or below an attribute. Objects nest as deep as brackets are split, no deeper. */
export function checkPopulate(syntax: PopulateSyntax, level: PopulateLevel, judge: Judge): void {
  switch (syntax.kind) {
    case 'none':
    case 'all':
      return
    case 'paths':
      return checkPaths(syntax, level, judge)
    case 'attributes': {
      const beside = judge.has('list-beside-object') ? listBeside(syntax.entries) : undefined
      if (beside !== undefined) checkPaths(beside.list, level, judge)
      return checkAttributes(beside?.entries ?? syntax.entries, level, judge)
    }
    case 'malformed': {
      for (const { key } of syntax.entries)
        if (booleanText(key) === undefined) refuseName(key, 'populate.forms', level.path, judge)
      const message = 'Invalid populate parameter. Expected a string, an array of strings, a populate object'
      return notice('convert.populate', validation('populate.forms', message), judge)
    }
    case 'overflow':
      return refuseTooMany(syntax.count, judge)
  }
}

/** `populate[name]=…`: private names are told only when nothing else at this level is wrong. */
function checkAttributes(entries: readonly PopulateEntry[], level: PopulateLevel, judge: Judge): void {
  const isMixed = !entries.every(({ key }) => POSITION.test(key))
  const hidden: Refusal[] = []
  for (const { key, value } of entries) {
    const attribute = level.model.attributes.get(key)
    if (attribute === undefined) {
      checkStranger({ key, value }, isMixed, level, judge)
    } else if (!isPopulatable(attribute)) {
      refuseName(key, 'populate.unknown', join(level.raw, key), judge)
    } else {
      const path = join(level.path, key)
      if (attribute.private)
        hidden.push(invalidKey(key, { rule: 'populate.private', path, param: judge.param }))
      const place: PopulateLevel = { model: level.model, path, raw: join(level.raw, key), nested: true }
      // Of an attribute that the role may not see, only the names are checked: the rest never comes to pass.
      checkAttribute(attribute, value, place, isOpen(attribute, judge) ? judge : namesOnly(judge))
    }
  }
  for (const refusal of hidden) notice('populate.names', refusal, judge)
}

/** How a list names its items. */
const POSITION = /^\d+$/
const KEYWORDS = ['sort', 'filters', 'fields', 'populate', 'on', 'count']

/** A key that is no attribute: refused, but for those that the real server reads as something else and forgets. */
function checkStranger(
  { key, value }: PopulateEntry,
  isMixed: boolean,
  level: PopulateLevel,
  judge: Judge,
): void {
  const isRead = booleanText(key) !== undefined || KEYWORDS.includes(key)
  const isForgotten =
    key === 'on' ? value.kind === 'options' : key === 'count' ? value.kind === 'flag' : isRead
  if (isForgotten && judge.has('populate-stray-keys')) return
  // Positions are how a list is written, and one level is a list or an object.
  refuseName(key, isMixed && POSITION.test(key) ? 'populate.forms' : 'populate.unknown', level.path, judge)
}

/** One attribute of the object form. `place.model` is its owner. */
function checkAttribute(
  attribute: PopulatableAttribute,
  value: PopulateValue,
  place: PopulateLevel,
  judge: Judge,
): void {
  if (value.kind === 'overflow') return refuseTooMany(value.count, judge)
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
    return checkMorph(attribute, value, place, judge)
  const target = targetOf(judge.schema, attribute)
  if (target === undefined || value.kind === 'flag') return
  if (value.kind === 'null') return refuseNothing(place, judge)
  if (value.kind === 'options') return checkOptions(attribute.name, value.options, target, place, judge)
  refuseNoOptions(value, target, place, judge)
}

/** A zone or a morph relation: what is linked is of several kinds, and `on` speaks of each. */
function checkMorph(
  attribute: MorphAttribute,
  value: Exclude<PopulateValue, { kind: 'overflow' }>,
  place: PopulateLevel,
  judge: Judge,
): void {
  if (value.kind === 'flag') return
  if (value.kind === 'options') return checkMorphOptions(attribute, value.options, place, judge)
  const raw = value.kind === 'null' ? '' : value.kind === 'star' ? '*' : value.raw
  if (raw === '') return refuseNothing(place, judge)
  const isForgotten = attribute.kind === 'morphTo' && judge.has('morph-options-dropped')
  if (!isForgotten) refuseNoFragments(attribute, raw, place, judge)
}

function checkMorphOptions(
  attribute: MorphAttribute,
  { entries, raw }: PopulateOptions,
  place: PopulateLevel,
  judge: Judge,
): void {
  const { has } = judge
  const nested = entries.find((option) => option.key === 'populate')
  if (nested !== undefined && nested.raw !== null && nested.raw !== '*')
    refuseName('populate', 'populate.zone-nested', place.raw, judge)
  const on = entries.find((option) => option.key === 'on')
  const isUsed = on !== undefined && on.raw !== null && on.raw !== ''
  const shown = isUsed ? checkKinds(on, attribute.kind === 'zone', place, judge) : undefined
  const count = entries.find((option) => option.key === 'count')
  if (attribute.kind === 'morphTo') {
    const isTrue = has('morph-true-only') ? count?.value === 'true' : booleanText(count?.value) === true
    if (shown?.size === 0 || (!isUsed && !isTrue && has('morph-options-dropped'))) return
  }
  const others = entries.filter(({ key }) => key !== 'populate' && key !== 'on' && key !== 'count')
  const areIgnored = isUsed && attribute.kind === 'zone' && has('zone-options-ignored')
  if (others.length > 0 && !areIgnored)
    return refuseNoFragments(attribute, optionsLeft(attribute, raw, shown, judge), place, judge)
  if (count !== undefined && (attribute.kind === 'morphTo' || !has('count-ignored')))
    checkCount(count, place, judge)
}

/**
 * `[on][uid]=…`: the kinds that are shown. A component in a list of entries is as good as a type that the role may not
 * find.
 */
function checkKinds(
  on: Extract<PopulateOption, { key: 'on' }>,
  holdsComponents: boolean,
  place: PopulateLevel,
  judge: Judge,
): ReadonlySet<Uid> {
  const { schema, role } = judge
  const raw = join(place.raw, 'on')
  const shown = new Set<Uid>()
  if (on.kinds === undefined) {
    const isList = Array.isArray(on.raw) && on.raw.length > 0
    refuseName(isList ? '0' : 'on', 'populate.on', isList ? `${raw}.0` : raw, judge)
    return shown
  }
  for (const { key } of on.kinds)
    if (modelOf(schema, key) === undefined) refuseName(key, 'populate.on', `${raw}.${key}`, judge)
  for (const { key, value } of on.kinds) {
    const model = modelOf(schema, key)
    if (model === undefined) continue
    const isVisible = model.modelType === 'component' ? holdsComponents : may(role, key, 'find')
    const here: PopulateLevel = { model, path: place.path, raw: `${raw}[${key}]`, nested: true }
    if (checkKind(value, model, here, isVisible ? judge : namesOnly(judge)) && isVisible) shown.add(key)
  }
  return shown
}

/** One kind of a zone or morph relation; whether it is shown. */
function checkKind(value: PopulateValue, model: Model, place: PopulateLevel, judge: Judge): boolean {
  switch (value.kind) {
    case 'flag':
      return value.on || judge.has('on-false-includes')
    case 'overflow':
      refuseTooMany(value.count, judge)
      return false
    case 'null':
      refuseShape('populate.on', judge)
      return false
    case 'star':
    case 'names':
    case 'list':
      return !refuseNoOptions(value, model, place, judge)
    case 'options':
      checkOptions('', value.options, model, place, judge)
      return true
  }
}

/**
 * What stands under a populated attribute, in the order written. A wrong name is told at once; what the real server only
 * notices later waits until the whole attribute is read, and is then told in its order: sort, filters, fields, populate.
 */
function checkOptions(
  name: string,
  options: PopulateOptions,
  target: Model,
  place: PopulateLevel,
  judge: Judge,
): void {
  const later = apart(judge)
  const asked = new Set<Asked>()
  for (const option of options.entries) {
    const inside = apart(judge)
    asked.add(checkOption(option, name, target, place, inside, judge))
    const { first } = inside.refusals
    if (first !== undefined) sortOut(first, later, judge)
  }
  if (asked.has('count') && asked.has('sort') && judge.has('count-sort-500')) {
    const message = `Invalid sort at ${place.path}: what is counted cannot be sorted`
    notice('query.run', crash('count-sort-500', 'populate.count', message), later)
  }
  const { first } = later.refusals
  if (first !== undefined) settle(options, first, judge)
}

/** What an option asks for, where another cannot stand beside it. */
type Asked = 'count' | 'sort' | 'else'

/** Faults in what an option says go to `inside`, faults of the option itself to `judge`. */
function checkOption(
  option: PopulateOption,
  name: string,
  target: Model,
  place: PopulateLevel,
  inside: Judge,
  judge: Judge,
): Asked {
  switch (option.key) {
    case 'fields':
      checkFields(option.fields, target, inside)
      return 'else'
    case 'filters':
      checkFilters(option.filters, target, inside)
      return 'else'
    case 'sort':
      return checkSort(option.sort, target, inside) ? 'sort' : 'else'
    case 'populate': {
      const raw = join(place.raw, 'populate')
      checkPopulate(option.populate, { model: target, path: place.path, raw, nested: true }, inside)
      return 'else'
    }
    case 'count':
      checkCount(option, place, judge)
      return booleanText(option.value) === true ? 'count' : 'else'
    case 'on':
      refuseFragments(name, place, judge)
      checkKinds(option, true, place, judge)
      return 'else'
    case 'other':
      refuseOption(option.name, target, place, judge)
      return 'else'
  }
}

function checkCount(
  { value }: Extract<PopulateOption, { key: 'count' }>,
  place: PopulateLevel,
  judge: Judge,
): void {
  if (booleanText(value) === undefined) refuseName('count', 'populate.count', place.path, judge)
}

/** The fault of one option: told at once, or kept for later. */
function sortOut({ stage, refusal }: Fault, later: Judge, judge: Judge): void {
  if (!isName(stage)) notice(stage, refusal, later)
  else notice(stage === 'names.again' ? stage : 'populate.names', refusal, judge)
}

/** What is left at the end: a shape that cannot be, or what only shows when rows are read. */
function settle(options: PopulateOptions, { stage, refusal }: Fault, judge: Judge): void {
  if (stage.startsWith('convert.')) notice('convert.populate', refusal, judge)
  else if (judge.has('late-populate-errors')) judge.late.set(options, refusal)
  else notice('populated.rows', refusal, judge)
}
