/**
 * Checks a list of conditions where `filters` expects an object of conditions. The real server passes a list of
 * conditions to the database. The database fails at each name that is not a column of exactly one table of the query.
 */
import { columnNamed } from '../../names/columns.ts'
import { isGroupOperator } from '../../operators/operators.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { join } from '../../refusal.ts'
import type { Column } from '../../schema/schema.ts'
import * as failure from '../../strapi/check/failures.ts'
import { checkColumn } from '../columns.ts'
import { type CheckContext, report } from '../context.ts'
import { at, type Owner } from './faults.ts'

export function checkListed(items: readonly FilterSyntax[], owner: Owner, context: CheckContext): void {
  const inside = { ...context, isUncast: true } as const
  for (const item of items) checkItem(item, owner, inside)
}

function checkItem(item: FilterSyntax, owner: Owner, context: CheckContext): void {
  switch (item.kind) {
    case 'list':
      return checkListed(item.items, owner, context)
    case 'map':
      for (const entry of item.entries) checkEntry(entry, owner, context)
      return
    case 'value':
      return refuse('a value', owner, context)
  }
}

function checkEntry({ key, value }: FilterEntry, owner: Owner, context: CheckContext): void {
  if (key === '$not' || isGroupOperator(key)) {
    if (value.kind === 'value' && value.value === null) return
    if (value.kind === 'list' || (value.kind === 'map' && key === '$not'))
      return checkItem(value, owner, context)
    return refuse(key, owner, context)
  }
  const column = columnNamed(key, owner.model)
  if (column === undefined || isAmbiguous(column, context)) return refuse(key, owner, context)
  checkColumn({ column, path: join(owner.path, key) }, value, context)
}

/**
 * Returns whether several tables of a query have a column of the same name. A populate always joins a table of links,
 * which has an id.
 */
function isAmbiguous(column: Column, { tables, param }: CheckContext): boolean {
  if (column === 'id' && param === 'populate') return true
  const name = typeof column === 'string' ? column : column.name
  return tables.filter((model) => columnNamed(name, model) !== undefined).length > 1
}

function refuse(found: string, owner: Owner, context: CheckContext): void {
  const message = `Invalid list of conditions${at(owner)}: expected a column, found ${found}`
  report('query.run', failure.ofConditions('filters.shape', message), context)
}
