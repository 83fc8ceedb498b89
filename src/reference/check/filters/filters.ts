/**
 * Checks `filters`: first all names, and then the conditions. The check is recursive. The limit on nested brackets in
 * a query bounds the recursion depth.
 */

import { joinedModels } from '../../names/columns.ts'
import { appliedFilters, isIdKey, isNegatedValue } from '../../names/filters.ts'
import {
  type GroupOperator,
  IMPLICIT,
  isFlagOperator,
  isGroupOperator,
  isOperator,
  isTestOperator,
} from '../../operators/operators.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { join, validation } from '../../refusal.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'
import * as failure from '../../strapi/check/failures.ts'
import * as real from '../../strapi/check/filters.ts'
import { takesObjectFor } from '../../strapi/check/operands.ts'
import { filtersBefore } from '../../strapi/releases/names.ts'
import { checkColumn, checkColumnKey, checkIdList } from '../columns.ts'
import { type CheckContext, neverRun, report } from '../context.ts'
import { checkListed } from './conditions.ts'
import { at, type Owner, refuseConditions, refuseGroup } from './faults.ts'
import { checkNames } from './names.ts'
import { checkTest, type Subject } from './operands.ts'

/** Checks `filters`, at the root or inside a populated attribute. */
export function checkFilters(written: FilterSyntax, model: Model, context: CheckContext): void {
  const syntax = filtersBefore(written, model, context)
  checkNames(syntax, { model, path: null }, context)
  checkConditions(syntax, model, context)
}

/**
 * Checks whether a database can evaluate the conditions in `filters`. The names in `filters` are checked in `names.ts`.
 */
export function checkConditions(syntax: FilterSyntax, model: Model, context: CheckContext): void {
  const applied = appliedFilters(syntax, model, context)
  switch (applied.kind) {
    case 'map':
      return checkObject(applied.entries, { model, path: null }, withTables(applied, model, context))
    case 'list': {
      // At the root, an empty list has no conditions, so the check accepts an empty list.
      if (applied.items.length === 0 && context.param === 'filters') return
      if (real.findsNothingByList(applied, context)) return
      const message = 'The filters parameter must be an object, not a list'
      return report('query.filters', failure.ofFilterList('filters.shape', message), context)
    }
    case 'value': {
      if (applied.value === null || (applied.value === '' && context.param === 'populate')) return
      const message = 'The filters parameter must be an object or an array'
      return report('convert.filters', failure.ofShape('filters.shape', message), context)
    }
  }
}

/**
 * Returns the check context with a list of all models that the query joins. Only the check of lists of conditions
 * needs the list of models.
 */
function withTables(filters: FilterSyntax, model: Model, context: CheckContext): CheckContext {
  if (!real.readsListed(context)) return context
  return { ...context, tables: [...context.tables, model, ...joinedModels(filters, model, context.schema)] }
}

/** The context for checking the members of one object in `filters`, and of the relations in this object. */
interface MembersCheck {
  readonly context: CheckContext
  /**
   * The groups (`$and`, `$or`) that the real server ignores, because it removes them before it queries the database.
   */
  readonly dropped: ReadonlySet<FilterEntry>
}

/** Checks an object of filter conditions. */
function checkObject(entries: readonly FilterEntry[], owner: Owner, context: CheckContext): void {
  checkMembers(entries, owner, { context, dropped: real.droppedGroups(entries, owner.model, context) })
}

function checkMembers(entries: readonly FilterEntry[], owner: Owner, members: MembersCheck): void {
  for (const entry of entries) {
    members.context.clock.now++
    checkMember(entry, owner, members)
  }
}

function checkMember(entry: FilterEntry, owner: Owner, members: MembersCheck): void {
  const { key, value } = entry
  const { context } = members
  const attribute = owner.model.attributes.get(key)
  if (attribute !== undefined) return checkAttribute(attribute, value, owner, members)
  if (isIdKey(key)) return checkId(key, value, owner, context)
  if (key === '$not') return checkNegation(value, owner, context)
  if (isGroupOperator(key)) {
    const isDropped = members.dropped.has(entry)
    return checkGroup(key, value, owner, isDropped ? neverRun(context) : context)
  }
  if (!isOperator(key)) return
  const message = `Only $and, $or and $not can stand where no attribute is named, found ${key}${at(owner)}`
  report('query.filters', failure.ofRootOperator('filters.shape', message), context)
}

/** Checks the filter on one attribute: a scalar, a relation, a component, a media attribute or a zone. */
function checkAttribute(
  attribute: Attribute,
  value: FilterSyntax,
  above: Owner,
  members: MembersCheck,
): void {
  const { context } = members
  const path = join(above.path, attribute.name)
  switch (attribute.kind) {
    case 'scalar':
      if (attribute.type !== 'password') checkColumn({ column: attribute, path }, value, context)
      return
    case 'morphTo':
    case 'zone': {
      const message = `Invalid key ${attribute.name}${at(above)}: its entries have several types`
      return report('query.filters', failure.ofMorph('filters.zone', message), context)
    }
    case 'relation':
    case 'morphBy':
    case 'media':
    case 'component': {
      const model = targetOf(context.schema, attribute)
      if (model !== undefined) checkTarget(value, { model, path }, members)
    }
  }
}

/**
 * Checks a filter on a relation, component or media attribute. The filter contains conditions on the linked row, or
 * compares the id of the linked row.
 */
function checkTarget(value: FilterSyntax, owner: Owner, members: MembersCheck): void {
  const { context } = members
  const id: Subject = { column: 'id', path: owner.path ?? 'id' }
  if (value.kind === 'value') return checkTest(id, IMPLICIT.value, [value.value], context)
  if (value.kind === 'list') return checkIdList(IMPLICIT.list, value.items, id, context)
  const operators = value.entries.filter((entry) => isOperator(entry.key))
  if (operators.length > 1 || (operators.length === 1 && value.entries.length > 1)) {
    const found = value.entries.map(({ key }) => key).join(', ')
    const message = `Invalid filter${at(owner)}: an operator must stand alone, found ${found}`
    return report('query.filters', failure.ofRelationOperators('filters.shape', message), context)
  }
  const [only] = operators
  if (only === undefined || isGroupOperator(only.key)) checkMembers(value.entries, owner, members)
  else checkIdOperator(id, only, owner, context)
}

/** Checks a filter such as `[relation][$in]=…`, which compares the id of the linked row. */
function checkIdOperator(
  id: Subject,
  { key, value }: FilterEntry,
  owner: Owner,
  context: CheckContext,
): void {
  const isPlain = value.kind !== 'map' || isFlagOperator(key) || (key === '$not' && isNegatedValue(value))
  const takesObjects = isTestOperator(key) && takesObjectFor(key, context)
  if (takesObjects && value.kind === 'list') return checkIdList(key, value.items, id, context)
  if (isPlain && (isTestOperator(key) || key === '$not')) return checkColumnKey(id, { key, value }, context)
  if (value.kind === 'map') checkObject(value.entries, owner, takesObjects ? neverRun(context) : context)
  const message = `Invalid filter${at(owner)}: ${key} of a relation compares its id, expected a value`
  const isTest = value.kind === 'map' && value.entries.some((entry) => isTestOperator(entry.key))
  const refusal = failure.ofRelationOperand('filters.shape', message)
  // An operator for lists such as `$in` reads an object as a list with one item, and this item equals no id. An
  // operator for texts such as `$contains` reads an object as the text `[object Object]`.
  if (isTest || !takesObjects) report(isTest ? 'query.filters' : 'query.run', refusal, context)
}

function checkId(name: 'id' | 'documentId', value: FilterSyntax, owner: Owner, context: CheckContext): void {
  const subject: Subject = { column: name, path: join(owner.path, name) }
  if (name === 'id' || owner.model.modelType === 'contentType') return checkColumn(subject, value, context)
  const message = `Invalid key documentId${at(owner)}: a component cannot be filtered by it`
  report('query.run', failure.ofComponentId('filters.unknown', message), context)
}

/** Checks a `$not` that negates conditions on attributes. */
function checkNegation(value: FilterSyntax, owner: Owner, context: CheckContext): void {
  switch (value.kind) {
    case 'map':
      return checkObject(value.entries, owner, context)
    case 'list':
      return checkList('$not', value.items, owner, context)
    case 'value': {
      if (value.value !== null) return refuseGroup('$not', 'query.run', owner, context)
      if (real.ignoresEmptyNegation(context)) return
      const message = `Invalid $not${at(owner)}: expected an object of conditions, found no value`
      return report('filters.unknown', validation('filters.shape', message), context)
    }
  }
}

/** Checks `$and` and `$or`, which take lists of conditions. */
function checkGroup(key: GroupOperator, value: FilterSyntax, owner: Owner, context: CheckContext): void {
  if (value.kind !== 'list') return refuseGroup(key, 'query.filters', owner, context)
  for (const item of value.items) {
    if (item.kind === 'map') checkObject(item.entries, owner, context)
    else if (item.kind === 'value') refuseGroup(key, 'query.run', owner, context)
    else checkList(key, item.items, owner, context)
  }
}

/** Checks a list where `filters` expects an object of conditions. */
function checkList(key: string, items: readonly FilterSyntax[], owner: Owner, context: CheckContext): void {
  if (real.readsListed(context)) checkListed(items, owner, context)
  else refuseConditions(key, owner, context)
}
