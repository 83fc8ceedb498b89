/**
 * `filters`: may each name be filtered by, and can its operand be honoured? Objects and lists nest as deep as brackets
 * are split, no deeper.
 */
import { isIdKey, isNegatedValue, isOpaque, namesNothing } from '../names/filters.ts'
import {
  type GroupOperator,
  isGroupOperator,
  isOperator,
  isTestOperator,
  OPERATORS,
  type TestOperator,
} from '../operators.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { crash, join, validation } from '../refusal.ts'
import type { Attribute, Model } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import {
  at,
  type Owner,
  refuseConditions,
  refuseForbidden,
  refuseGroup,
  refuseOpaque,
  refuseOperand,
  refuseUnknown,
} from './filter-faults.ts'
import { type Judge, looksAtNames, namesAside, namesOnly, neverRun, notice, sideBySide } from './judge.ts'
import { checkSuperset, checkTest, type Subject } from './operands.ts'

/** `filters`, at the root or inside a populated attribute. */
export function checkFilters(syntax: FilterSyntax, model: Model, judge: Judge): void {
  const owner: Owner = { model, path: null }
  switch (syntax.kind) {
    case 'map':
      return checkMembers(syntax.entries, owner, judge)
    case 'list': {
      checkNames(syntax, owner, judge)
      const message = 'The filters parameter must be an object, not a list'
      return notice('query.filters', crash('root-filter-array-500', 'filters.shape', message), judge)
    }
    case 'value': {
      if (syntax.value === null || (syntax.value === '' && judge.param === 'populate')) return
      const message = 'The filters parameter must be an object or an array'
      return notice('convert.filters', validation('filters.shape', message), judge)
    }
  }
}

/** The members of an object, each a step of the walk. */
function checkMembers(entries: readonly FilterEntry[], owner: Owner, judge: Judge): void {
  for (const entry of entries) {
    judge.clock.now++
    checkKey(entry, owner, judge)
  }
}

function checkKey({ key, value }: FilterEntry, owner: Owner, judge: Judge): void {
  const attribute = owner.model.attributes.get(key)
  if (attribute !== undefined) return checkAttribute(attribute, value, owner, judge)
  if (isIdKey(key)) return checkId(key, value, owner, judge)
  if (key === '$not') return checkNegation(value, owner, judge)
  if (isOpaque(key, value, owner.model)) return refuseOpaque(key, owner, judge)
  if (isGroupOperator(key)) return checkGroup(key, value, owner, judge)
  if (!isOperator(key)) return refuseUnknown(key, owner, judge)
  checkNames(value, owner, judge)
  const message = `Only $and, $or and $not can stand where no attribute is named, found ${key}${at(owner)}`
  notice('query.filters', crash('root-operator-500', 'filters.shape', message), judge)
}

/** An attribute: may it be filtered by, and what does its kind make of the operand? */
function checkAttribute(attribute: Attribute, value: FilterSyntax, above: Owner, judge: Judge): void {
  const path = join(above.path, attribute.name)
  refuseForbidden(attribute, path, judge)
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type !== 'password')
        checkColumn({ column: attribute, path }, value, { ...above, path }, judge)
      return
    case 'morphTo':
    case 'zone':
      // Where names are not looked at, all that is known of what it leads to is that it has an id.
      if (!looksAtNames(judge) && !namesNothing(value)) {
        const message = `Invalid key ${attribute.name}${at(above)}: what it leads to is of several kinds`
        notice('query.filters', crash('morph-filter-unchecked', 'filters.zone', message), judge)
      }
      return
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component': {
      const model = targetOf(judge.schema, attribute)
      // Beyond a morph relation the real server does not look at names: those it does not know it drops.
      const isUnchecked = attribute.kind === 'morphBy' && judge.has('morph-filter-unchecked')
      if (model !== undefined) checkTarget(value, { model, path }, isUnchecked ? namesAside(judge) : judge)
    }
  }
}

/** The operand of a relation, component or media attribute: conditions on the linked row, or on its row id. */
function checkTarget(value: FilterSyntax, owner: Owner, judge: Judge): void {
  const id: Subject = { column: 'id', path: owner.path ?? 'id' }
  if (value.kind === 'value') return checkTest(id, '$eq', [value.value], judge)
  if (value.kind === 'list') {
    checkNames(value, owner, judge)
    return checkIdList(value.items, id, judge)
  }
  const kept = value.entries.filter((entry) => !isOpaque(entry.key, entry.value, owner.model))
  for (const entry of value.entries) if (!kept.includes(entry)) refuseOpaque(entry.key, owner, judge)
  const operators = kept.filter((entry) => isOperator(entry.key))
  if (operators.length > 1 || (operators.length === 1 && kept.length > 1)) {
    checkNames({ kind: 'map', entries: kept }, owner, judge)
    const found = kept.map(({ key }) => key).join(', ')
    const message = `Invalid filter${at(owner)}: an operator must stand alone, found ${found}`
    return notice('query.filters', crash('relation-operator-mix-500', 'filters.shape', message), judge)
  }
  const [only] = operators
  if (only === undefined || isGroupOperator(only.key)) checkMembers(kept, owner, judge)
  else checkIdOperator(id, only, owner, judge)
}

/** A list of row ids. An object among them is no id, and no reason for the real server to complain. */
function checkIdList(items: readonly FilterSyntax[], id: Subject, judge: Judge): void {
  const ids: (string | null)[] = []
  for (const item of items) {
    if (item.kind === 'value') ids.push(item.value)
    else if (item.kind === 'list') refuseOperand('$in', id, 'list', 'query.run', judge)
    else if (!judge.has('object-operand')) refuseOperand('$in', id, 'object', 'filters.unknown', judge)
  }
  if (ids.length > 0) checkTest(id, '$in', ids, judge)
}

/** `[relation][$in]=…` speaks of the row id. */
function checkIdOperator(id: Subject, { key, value }: FilterEntry, owner: Owner, judge: Judge): void {
  const isNullTest = key === '$null' || key === '$notNull'
  const isPlain = value.kind !== 'map' || isNullTest || (key === '$not' && isNegatedValue(value))
  if (isPlain && (isTestOperator(key) || key === '$not'))
    return checkColumnKey(id, { key, value }, owner, judge)
  if (value.kind === 'map') checkMembers(value.entries, owner, judge)
  else checkNames(value, owner, judge)
  const message = `Invalid filter${at(owner)}: ${key} of a relation compares its id, expected a value`
  const isTest = value.kind === 'map' && value.entries.some((entry) => isTestOperator(entry.key))
  const refusal = crash('relation-not-object-500', 'filters.shape', message)
  notice(isTest ? 'query.filters' : 'query.run', refusal, judge)
}

function checkId(name: 'id' | 'documentId', value: FilterSyntax, owner: Owner, judge: Judge): void {
  const subject: Subject = { column: name, path: join(owner.path, name) }
  if (name === 'id' || owner.model.modelType === 'contentType')
    return checkColumn(subject, value, owner, judge)
  checkNames(value, owner, judge)
  const message = `Invalid key documentId${at(owner)}: a component cannot be filtered by it`
  notice('query.run', crash('component-documentid-500', 'filters.unknown', message), judge)
}

/** `$not` above attributes: what follows does not hold. */
function checkNegation(value: FilterSyntax, owner: Owner, judge: Judge): void {
  switch (value.kind) {
    case 'map':
      return checkMembers(value.entries, owner, judge)
    case 'list':
      checkNames(value, owner, judge)
      return refuseConditions('$not', owner, judge)
    case 'value': {
      if (value.value !== null) return refuseGroup('$not', owner, judge)
      if (judge.has('not-null-ignored')) return
      const message = `Invalid $not${at(owner)}: expected an object of conditions, found no value`
      return notice('filters.unknown', validation('filters.shape', message), judge)
    }
  }
}

/** `$and`, `$or`: lists of conditions. */
function checkGroup(key: GroupOperator, value: FilterSyntax, owner: Owner, judge: Judge): void {
  if (value.kind !== 'list') {
    checkNames(value, owner, judge)
    return refuseGroup(key, owner, judge)
  }
  sideBySide(value.items, judge, (item) => {
    if (item.kind === 'map') return checkMembers(item.entries, owner, judge)
    if (item.kind === 'value') return refuseGroup(key, owner, judge)
    checkNames(item, owner, judge)
    refuseConditions(key, owner, judge)
  })
}

/** The operand of a scalar attribute: a value, a list of values, or operators with theirs. */
function checkColumn(subject: Subject, value: FilterSyntax, owner: Owner, judge: Judge): void {
  switch (value.kind) {
    case 'value':
      return checkTest(subject, '$eq', [value.value], judge)
    case 'list':
      return checkListOperand('$in', value.items, subject, owner, judge)
    case 'map':
      for (const entry of value.entries) checkColumnKey(subject, entry, owner, judge)
  }
}

function checkColumnKey(subject: Subject, { key, value }: FilterEntry, owner: Owner, judge: Judge): void {
  if (key === '$not') {
    const items = value.kind === 'list' ? value.items : [value]
    for (const item of items) checkColumn(subject, item, owner, judge)
    return
  }
  if (isOpaque(key, value, owner.model)) return refuseOpaque(key, owner, judge)
  if (isTestOperator(key)) return checkOperator(subject, key, value, owner, judge)
  if (key === '$jsonSupersetOf')
    return checkSuperset(subject, value.kind === 'value' ? value.value : null, judge)
  const attribute = owner.model.attributes.get(key)
  if (attribute === undefined && !isIdKey(key) && !isOperator(key)) return refuseUnknown(key, owner, judge)
  if (attribute !== undefined) checkNames({ kind: 'map', entries: [{ key, value }] }, owner, judge)
  else checkNames(value, owner, judge)
  const message = `Invalid key ${key} at ${subject.path}: expected an operator`
  const quirk = isGroupOperator(key) ? 'group-not-array-500' : 'sibling-key-500'
  notice('query.filters', crash(quirk, 'filters.shape', message), judge)
}

/** One operator of a column with an operand of whatever shape. */
function checkOperator(
  subject: Subject,
  key: TestOperator,
  value: FilterSyntax,
  owner: Owner,
  judge: Judge,
): void {
  const { on } = OPERATORS[key]
  if (on === 'null') return
  if (key === '$between' && !(value.kind === 'list' && value.items.length === 2))
    return refuseArity(subject, value, owner, judge)
  switch (value.kind) {
    case 'value':
      return checkTest(subject, key, [value.value], judge)
    case 'list':
      checkNames(value, owner, judge)
      if (on === 'list') return checkListOperand(key, value.items, subject, owner, judge)
      for (const item of value.items) checkOperator(subject, key, item, owner, judge)
      return
    case 'map': {
      for (const entry of value.entries) checkColumnKey(subject, entry, owner, judge)
      const isText = on === 'text' && judge.has('object-operand')
      return isText
        ? checkTest(subject, key, ['[object Object]'], judge)
        : refuseOperand(key, subject, 'object', 'query.run', judge)
    }
  }
}

function refuseArity(subject: Subject, value: FilterSyntax, owner: Owner, judge: Judge): void {
  checkNames(value, owner, judge)
  if (value.kind !== 'map') checkTest(subject, '$between', textsOf(value), judge)
  const message = `Invalid value at ${subject.path} $between: expected a list of two values`
  notice('query.run', crash('between-arity-500', 'filters.op.$between', message), judge)
}

const textsOf = (value: Exclude<FilterSyntax, { kind: 'map' }>): readonly (string | null)[] =>
  value.kind === 'value'
    ? [value.value]
    : value.items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))

/** A list of values for `$in` and its like. An object among them equals no value; a list among them cannot be. */
function checkListOperand(
  key: TestOperator,
  items: readonly FilterSyntax[],
  subject: Subject,
  owner: Owner,
  judge: Judge,
): void {
  const values: (string | null)[] = []
  for (const item of items) {
    if (item.kind === 'value') values.push(item.value)
    else if (item.kind === 'list') refuseOperand(key, subject, 'list', 'query.run', judge)
    else if (!judge.has('object-operand')) refuseOperand(key, subject, 'object', 'filters.unknown', judge)
    else checkUnapplied(item.entries, subject, owner, judge)
  }
  if (values.length > 0 || items.length === 0) checkTest(subject, key, values, judge)
}

/**
 * An object where a value belongs may hold operators, which the real server never applies, and nothing else. They fail
 * for what they are given, but not for how they would use it.
 */
function checkUnapplied(entries: readonly FilterEntry[], subject: Subject, owner: Owner, judge: Judge): void {
  for (const entry of entries) {
    const isKnown = isOperator(entry.key) || owner.model.attributes.has(entry.key) || isIdKey(entry.key)
    const isApplicable = isTestOperator(entry.key) || entry.key === '$not'
    if (isApplicable) checkColumnKey(subject, entry, owner, neverRun(judge))
    else if (isKnown && !isOpaque(entry.key, entry.value, owner.model))
      refuseOperand(entry.key, subject, 'object', 'query.filters', judge)
  }
}

/** Names inside an operand that cannot be honoured are still names: an unknown one is told first. */
function checkNames(value: FilterSyntax, owner: Owner, judge: Judge): void {
  const items = value.kind === 'list' ? value.items : [value]
  sideBySide(items, judge, (item) => {
    if (item.kind === 'map') checkMembers(item.entries, owner, namesOnly(judge))
  })
}
