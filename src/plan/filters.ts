/**
 * `filters` → a condition. One walk: names are checked, operands are cast, every way of writing a condition becomes
 * one of five kinds. Refusals carry the stage at which the real server would notice; the earliest one is told.
 */
import {
  type GroupOperator,
  isGroupOperator,
  isOperator,
  isTestOperator,
  OPERATORS,
  type TestOperator,
} from '../operators.ts'
import { booleanText } from '../parse/populate.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { crash, invalidKey, type Refusal, type Report, type Stage, validation } from '../refusal.ts'
import type { Attribute, Model } from '../schema/schema.ts'
import { dropOverwrittenGroups } from './collisions.ts'
import type { Column } from './column.ts'
import { join, mayFollow, type PlaceContext, targetOf } from './context.ts'
import { noRow, nullTest, planTest } from './operand.ts'
import { ALWAYS, type Condition, type Step } from './plan.ts'
import { supersetTest } from './postgres.ts'

/** A place in the tree: whose attributes may be named, and the attribute names that lead to it. */
interface Place {
  readonly model: Model
  readonly path: string | null
}

/** The place of a walk in time: members of an object come one after the other, items of a list side by side. */
interface FilterContext extends PlaceContext {
  readonly clock: { now: number }
}

/** `filters`, at the root or inside a populated attribute. */
export function planFilters(syntax: FilterSyntax, model: Model, outer: PlaceContext): Condition {
  const clock = { now: 0 }
  const found: [number, Stage, Refusal][] = []
  const report: Report = (stage, refusal) => found.push([clock.now, stage, refusal])
  const condition = root(syntax, { model, path: null }, { ...outer, clock, report })
  for (const [, stage, refusal] of found.sort(([a], [b]) => a - b)) outer.report(stage, refusal)
  return outer.has('relation-group-collision') ? dropOverwrittenGroups(condition) : condition
}

function root(syntax: FilterSyntax, place: Place, context: FilterContext): Condition {
  context.cite('param.filters')
  switch (syntax.kind) {
    case 'map':
      return level(syntax.entries, place, context)
    case 'list': {
      checkNames(syntax, place, context)
      const message = 'The filters parameter must be an object, not a list'
      context.report('query.filters', crash('root-filter-array-500', 'filters.shape', message))
      return ALWAYS
    }
    case 'value':
      if (syntax.value === null || (syntax.value === '' && context.param === 'populate')) return ALWAYS
      context.report(
        'convert.filters',
        validation('filters.shape', 'The filters parameter must be an object or an array'),
      )
      return ALWAYS
  }
}

/** Walks the items of a list as if at once: each begins when the first did, and the list ends with the last. */
function sideBySide<T>(
  items: readonly FilterSyntax[],
  { clock }: FilterContext,
  walk: (item: FilterSyntax) => T,
): T[] {
  const start = clock.now
  let end = start
  const walked = items.map((item) => {
    clock.now = start
    const result = walk(item)
    end = Math.max(end, clock.now)
    return result
  })
  clock.now = end
  return walked
}

/** The members of an object hold together. */
function level(entries: readonly FilterEntry[], place: Place, context: FilterContext): Condition {
  if (entries.length > 1) context.cite('filters.all')
  return { kind: 'all', of: entries.map((entry) => member(entry, place, context)) }
}

function member({ key, value }: FilterEntry, place: Place, context: FilterContext): Condition {
  context.clock.now++
  const attribute = place.model.attributes.get(key)
  if (attribute !== undefined) return onAttribute(attribute, value, place, context)
  if (key === 'id' || key === 'documentId') return onId(key, value, place, context)
  if (key === '$not') return negation(value, place, context)
  if (isOpaque(key, value, place)) return dropped(key, place, context)
  if (isGroupOperator(key)) return group(key, value, place, context)
  if (isOperator(key)) {
    checkNames(value, place, context)
    const message = `Only $and, $or and $not can stand where no attribute is named, found ${key}${at(place.path)}`
    context.report('query.filters', crash('root-operator-500', 'filters.shape', message))
    return ALWAYS
  }
  unknownKey(key, place, context)
  return ALWAYS
}

function unknownKey(key: string, { path }: Place, { report, param }: FilterContext): void {
  report('filters.unknown', invalidKey(key, { rule: 'filters.unknown', path, param }))
}

const at = (path: string | null): string => (path === null ? '' : ` at ${path}`)

/** An attribute key: is it one that may be filtered, and what does its kind make of the operand? */
function onAttribute(
  attribute: Attribute,
  value: FilterSyntax,
  above: Place,
  context: FilterContext,
): Condition {
  const path = join(above.path, attribute.name)
  checkAllowed(attribute, path, context)
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type === 'password') return ALWAYS
      return onColumn({ attribute, path }, value, { model: above.model, path }, context)
    case 'morphTo':
    case 'zone':
      return ALWAYS
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component': {
      const model = targetOf(context.schema, attribute)
      if (model === undefined) return ALWAYS
      context.cite('filters.through')
      const includesSelf = context.has('filter-sees-drafts')
      const rows = includesSelf ? { status: null, publication: null } : context.rows
      const link: Step = { attribute, rows, includesSelf }
      const below =
        attribute.kind === 'morphBy' && context.has('morph-filter-unchecked') ? unchecked(context) : context
      return { kind: 'some', link, of: onTarget(value, { model, path }, below) }
    }
  }
}

/** The real server does not look at names beyond a morph relation: those it does not know it drops. */
function unchecked(context: FilterContext): FilterContext {
  const report: Report = (stage, refusal) => {
    if (!stage.startsWith('filters.')) context.report(stage, refusal)
  }
  return { ...context, report }
}

function checkAllowed(attribute: Attribute, path: string, context: FilterContext): void {
  const { report, param } = context
  const refusal = (rule: 'filters.zone' | 'filters.private' | 'filters.permission') =>
    invalidKey(attribute.name, { rule, path, param })
  if (attribute.kind === 'zone') report('filters.zone', refusal('filters.zone'))
  if (attribute.kind === 'morphTo') report('filters.morph', refusal('filters.zone'))
  if (attribute.kind === 'scalar' && attribute.type === 'password')
    report('filters.password', refusal('filters.private'))
  if (attribute.private) report('filters.private', refusal('filters.private'))
  const unchecked = param === 'populate' && context.has('nested-filter-no-perm')
  if (!unchecked && !mayFollow(context, attribute))
    report('filters.permission', refusal('filters.permission'))
}

/** The operand of a scalar attribute: a value, a list of values, or operators. */
function onColumn(column: Column, value: FilterSyntax, place: Place, context: FilterContext): Condition {
  switch (value.kind) {
    case 'value':
      context.cite('filters.implicit')
      return planTest(column, '$eq', [value.value], context)
    case 'list':
      context.cite('filters.implicit')
      return listOperand('$in', value.items, column, place, context)
    case 'map':
      return { kind: 'all', of: value.entries.map((entry) => columnMember(column, entry, place, context)) }
  }
}

function columnMember(
  column: Column,
  { key, value }: FilterEntry,
  place: Place,
  context: FilterContext,
): Condition {
  if (key === '$not') {
    context.cite('filters.op.$not')
    return value.kind === 'list'
      ? spread('$not', value.items, column, place, context)
      : not(onColumn(column, value, place, context))
  }
  if (isOpaque(key, value, place)) return dropped(key, place, context)
  if (isTestOperator(key)) return operator(column, key, value, place, context)
  if (key === '$jsonSupersetOf') {
    if (context.has('json-superset'))
      return supersetTest(column, value.kind === 'value' ? value.value : null, context)
    const message = `Invalid key $jsonSupersetOf at ${column.path}: only a PostgreSQL database can answer it`
    context.report('query.run', crash('json-superset-500', 'filters.op.$jsonSupersetOf', message))
    return ALWAYS
  }
  checkSibling(key, value, place, context)
  return ALWAYS
}

/** A key below a scalar attribute that is no test: an unknown name, or one that has no business there. */
function checkSibling(key: string, value: FilterSyntax, place: Place, context: FilterContext): void {
  const attribute = place.model.attributes.get(key)
  const isName = attribute !== undefined || key === 'id' || key === 'documentId'
  if (!isName && !isOperator(key)) return unknownKey(key, place, context)
  if (attribute !== undefined) onAttribute(attribute, value, place, context)
  else checkNames(value, place, context)
  const message = `Invalid key ${key}${at(place.path)}: expected an operator`
  context.report(
    'query.filters',
    crash(isGroupOperator(key) ? 'group-not-array-500' : 'sibling-key-500', 'filters.shape', message),
  )
}

/** One operator of a column with an operand of whatever shape. */
function operator(
  column: Column,
  key: TestOperator,
  value: FilterSyntax,
  place: Place,
  context: FilterContext,
): Condition {
  const meaning = OPERATORS[key]
  if (meaning.on === 'null') {
    context.cite(meaning.rule)
    return nullTest(column, meaning.wantsNull === isTrue(value))
  }
  if (key === '$between' && !(value.kind === 'list' && value.items.length === 2)) {
    checkNames(value, place, context)
    const message = `Invalid value at ${column.path} $between: expected a list of two values`
    if (value.kind !== 'map') planTest(column, '$between', texts(value), context)
    context.report('query.run', crash('between-arity-500', 'filters.op.$between', message))
    return ALWAYS
  }
  switch (value.kind) {
    case 'value':
      return planTest(column, key, [value.value], context)
    case 'list':
      checkNames(value, place, context)
      if (meaning.on !== 'list') return spread(key, value.items, column, place, context)
      return listOperand(key, value.items, column, place, context)
    case 'map':
      return nestedOperand(column, key, value.entries, place, context)
  }
}

/** `$null=false` turns the operator around; only the empty text, nothing, and the false texts are false. */
function isTrue(value: FilterSyntax): boolean {
  if (value.kind !== 'value') return true
  return booleanText(value.value) ?? (value.value !== null && value.value !== '')
}

const texts = (value: FilterSyntax): readonly (string | null)[] => {
  if (value.kind === 'value') return [value.value]
  return value.kind === 'list'
    ? value.items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))
    : []
}

/** An operator that takes one value, given several: some of them, or, for a negative operator, none of them. */
function spread(
  key: TestOperator | '$not',
  items: readonly FilterSyntax[],
  column: Column,
  place: Place,
  context: FilterContext,
): Condition {
  context.cite('filters.list-operand')
  const of = items.map((item) =>
    key === '$not'
      ? not(onColumn(column, item, place, context))
      : operator(column, key, item, place, context),
  )
  const excludes = isNegative(key) && !context.has('ne-array-or')
  return { kind: excludes ? 'all' : 'any', of }
}

function isNegative(key: TestOperator | '$not'): boolean {
  if (key === '$not') return true
  const meaning = OPERATORS[key]
  return (meaning.on === 'text' || meaning.on === 'value') && meaning.negative
}

/** `[$eq][$eq]=x`: an object where a value belongs. */
function nestedOperand(
  column: Column,
  key: TestOperator,
  entries: readonly FilterEntry[],
  place: Place,
  context: FilterContext,
): Condition {
  for (const entry of entries) columnMember(column, entry, place, context)
  if (OPERATORS[key].on === 'text' && context.has('object-operand')) {
    return planTest(column, key, ['[object Object]'], context)
  }
  notAValue(key, column, 'object', 'query.run', context)
  return ALWAYS
}

/** The operand of a relation, component or media attribute: conditions on the linked row, or on its row id. */
function onTarget(value: FilterSyntax, place: Place, context: FilterContext): Condition {
  const id: Column = { attribute: 'id', path: place.path ?? 'id' }
  if (value.kind === 'value') return planTest(id, '$eq', [value.value], context)
  if (value.kind === 'list') {
    checkNames(value, place, context)
    return idList(value.items, id, context)
  }
  const kept = value.entries.filter((entry) => !isOpaque(entry.key, entry.value, place))
  for (const entry of value.entries) if (!kept.includes(entry)) dropped(entry.key, place, context)
  const operators = kept.filter((entry) => isOperator(entry.key))
  if (operators.length > 1 || (operators.length === 1 && kept.length > 1)) {
    checkNames({ kind: 'map', entries: kept }, place, context)
    const message = `Invalid filter${at(place.path)}: an operator must stand alone, found ${kept.map((entry) => entry.key).join(', ')}`
    context.report('query.filters', crash('relation-operator-mix-500', 'filters.shape', message))
    return ALWAYS
  }
  const [only] = operators
  if (only === undefined || isGroupOperator(only.key)) return level(kept, place, context)
  return idOperator(id, only, place, context)
}

/** A list of row ids. An object among them is no id, and no reason for the real server to complain. */
function idList(items: readonly FilterSyntax[], id: Column, context: FilterContext): Condition {
  const ids: (string | null)[] = []
  for (const item of items) {
    if (item.kind === 'value') ids.push(item.value)
    else if (item.kind === 'list') notAValue('$in', id, 'list', 'query.run', context)
    else if (!context.has('object-operand')) notAValue('$in', id, 'object', 'filters.unknown', context)
  }
  return ids.length === 0 ? noRow : planTest(id, '$in', ids, context)
}

/** `[relation][$in]=…` speaks of the row id. */
function idOperator(
  id: Column,
  { key, value }: FilterEntry,
  place: Place,
  context: FilterContext,
): Condition {
  context.cite('filters.relation-id')
  const isNullTest = key === '$null' || key === '$notNull'
  if ((value.kind !== 'map' || isNullTest) && (isTestOperator(key) || key === '$not')) {
    return columnMember(id, { key, value }, place, context)
  }
  checkNames(value, place, context)
  const message = `Invalid filter${at(place.path)}: ${key} of a relation compares its id, expected a value`
  const stage =
    value.kind === 'map' && value.entries.some((entry) => isTestOperator(entry.key))
      ? 'query.filters'
      : 'query.run'
  context.report(stage, crash('relation-not-object-500', 'filters.shape', message))
  return ALWAYS
}

function onId(
  name: 'id' | 'documentId',
  value: FilterSyntax,
  place: Place,
  context: FilterContext,
): Condition {
  const column: Column = { attribute: name, path: join(place.path, name) }
  if (name === 'documentId' && place.model.modelType === 'component') {
    checkNames(value, place, context)
    const message = `Invalid key documentId${at(place.path)}: a component cannot be filtered by it`
    context.report('query.run', crash('component-documentid-500', 'filters.unknown', message))
    return ALWAYS
  }
  context.cite('filters.id')
  return onColumn(column, value, place, context)
}

/** `$not` above attributes: what follows does not hold. */
function negation(value: FilterSyntax, place: Place, context: FilterContext): Condition {
  context.cite('filters.op.$not')
  switch (value.kind) {
    case 'map':
      return not(level(value.entries, place, context))
    case 'list':
      return not(listed('$not', value.items, place, context))
    case 'value':
      if (value.value !== null) notAGroup('$not', place, context)
      return ALWAYS
  }
}

const not = (of: Condition): Condition => ({ kind: 'not', of })

/** `$and`, `$or`: lists of conditions, at any depth. */
function group(key: GroupOperator, value: FilterSyntax, place: Place, context: FilterContext): Condition {
  context.cite(key === '$and' ? 'filters.op.$and' : 'filters.op.$or')
  if (value.kind !== 'list') {
    checkNames(value, place, context)
    notAGroup(key, place, context)
    return ALWAYS
  }
  const of = sideBySide(value.items, context, (item) => {
    if (item.kind === 'map') return level(item.entries, place, context)
    if (item.kind === 'list') return listed(key, item.items, place, context)
    notAGroup(key, place, context)
    return ALWAYS
  })
  return key === '$and' ? { kind: 'all', of, group: key } : { kind: 'any', of, group: key }
}

/** A list where a condition belongs: the real server reads its names as column names. */
function listed(
  key: string,
  items: readonly FilterSyntax[],
  place: Place,
  context: FilterContext,
): Condition {
  checkNames({ kind: 'list', items }, place, context)
  const message = `Invalid ${key}${at(place.path)}: expected an object of conditions, not a list`
  context.report('query.run', crash('group-not-array-500', 'filters.shape', message))
  return ALWAYS
}

function notAGroup(key: string, place: Place, context: FilterContext): void {
  const message = `Invalid ${key}${at(place.path)}: expected ${key === '$not' ? 'an object' : 'a list'} of conditions`
  context.report('query.filters', crash('group-not-array-500', 'filters.shape', message))
}

/** An operand object in which nothing is known: no operator and no attribute of the place it stands at. */
function isOpaque(key: string, value: FilterSyntax, { model }: Place): boolean {
  if (value.kind !== 'map' || !isOperator(key) || key === '$not' || key === '$null' || key === '$notNull')
    return false
  return value.entries.every(
    (entry) => !isOperator(entry.key) && !model.attributes.has(entry.key) && !isIdKey(entry.key),
  )
}

const isIdKey = (key: string): boolean => key === 'id' || key === 'documentId'

/** Such an operand is never looked at by the real server: its condition is as if never written. */
function dropped(key: string, { path }: Place, context: FilterContext): Condition {
  if (!context.has('opaque-operand')) {
    const message = `Invalid ${key}${at(path)}: expected a value or a list of at most 100 values, not an object`
    context.report('filters.unknown', validation('filters.opaque', message))
  }
  return ALWAYS
}

/** Names inside an operand that cannot be honoured are still names: an unknown one is told first. */
function checkNames(value: FilterSyntax, place: Place, context: FilterContext): void {
  const report: Report = (stage, refusal) => {
    if (stage.startsWith('filters.')) context.report(stage, refusal)
  }
  const items = value.kind === 'list' ? value.items : [value]
  sideBySide(items, context, (item) => {
    if (item.kind === 'map') level(item.entries, place, { ...context, report })
  })
}

/** A list of values for `$in` and its like. An object among them equals no value; a list among them cannot be. */
function listOperand(
  key: TestOperator,
  items: readonly FilterSyntax[],
  column: Column,
  place: Place,
  context: FilterContext,
): Condition {
  const values: (string | null)[] = []
  for (const item of items) {
    if (item.kind === 'value') values.push(item.value)
    else if (item.kind === 'list') notAValue(key, column, 'list', 'query.run', context)
    else if (!context.has('object-operand')) notAValue(key, column, 'object', 'filters.unknown', context)
    else checkOperators(item.entries, column, place, context)
  }
  return values.length === 0 && items.length > 0 ? noRow : planTest(column, key, values, context)
}

/** An object where a value belongs may hold operators, which the real server never applies, and nothing else. */
function checkOperators(
  entries: readonly FilterEntry[],
  column: Column,
  place: Place,
  context: FilterContext,
): void {
  for (const entry of entries) {
    const isApplicable = isTestOperator(entry.key) || entry.key === '$not'
    if (isApplicable) columnMember(column, entry, place, unapplied(context))
    else if (!isOpaque(entry.key, entry.value, place))
      notAValue(entry.key, column, 'object', 'query.filters', context)
  }
}

/** Operators that are only read, never applied, fail for what they are given but not for how they would use it. */
function unapplied(context: FilterContext): FilterContext {
  const report: Report = (stage, refusal) => {
    if (stage !== 'query.run') context.report(stage, refusal)
  }
  return { ...context, report }
}

function notAValue(
  key: string,
  { path }: Column,
  found: 'list' | 'object',
  stage: Stage,
  { report }: FilterContext,
): void {
  const message = `Invalid value at ${path} ${key}: expected a value, not ${found === 'list' ? 'a list' : 'an object'}`
  report(stage, crash('sibling-key-500', 'filters.shape', message))
}
