/**
 * Writes the links of a row as the query engine does: by row id, without regard to documents, and without validation.
 */

import type { ComponentNode } from '../../../reference/graph/graph.ts'
import type { Attribute } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import type { MutableNode } from '../../change/mutable-copy.ts'
import { isLink } from '../../model.ts'
import { associationOf } from '../../plan/assoc.ts'
import { writeLinks } from '../../plan/links.ts'
import type { MutableRow } from '../../plan/transaction.ts'
import { Refused } from '../../refusal.ts'
import type { Call } from './call.ts'
import { failure, ofDatabase, ServiceFault } from './fault.ts'

/**
 * Writes the relations, media attributes and components of a row that `data` contains. @throws Refused, ServiceFault
 */
export function attach(call: Call, row: MutableRow, data: JsonObject, isNew: boolean): void {
  const { transaction, model } = call.writing
  for (const [name, written] of model.attributes) {
    const { attribute } = written
    const value = member(data, name)
    if (value === undefined || (isNew && value === null) || name === 'localizations') continue
    if (attribute.kind === 'component' || attribute.kind === 'zone') attachParts(call, row, name, value)
    if (!isLink(attribute)) continue
    if (attribute.kind === 'morphTo' && !attribute.many) continue
    checkIds(value)
    checkRows(call, attribute, value)
    const holder = { row, part: row, top: undefined, isNew }
    ofEngine(() => writeLinks(transaction, holder, written, value, call.departs))
  }
}

/**
 * Runs a write, and gives an error about the order of relations the name that the query engine gives this error.
 * @throws ServiceFault
 */
function ofEngine(write: () => void): void {
  try {
    write()
  } catch (exception) {
    if (!(exception instanceof Refused) || exception.refusal.rule !== 'write.relation.position')
      throw exception
    throw new ServiceFault('InvalidRelationFormat', exception.refusal.message, 500, {})
  }
}

/** Returns the items in the value of a relation, in any form of the value. */
function itemsOf(value: Json): readonly Json[] {
  if (isList(value)) return value
  if (!isObject(value)) return value === null ? [] : [value]
  if (Object.hasOwn(value, 'id')) return [value]
  return ['set', 'connect', 'disconnect'].flatMap((word) => {
    const items = value[word] ?? null
    return isList(items) ? items : items === null ? [] : [items]
  })
}

/** Checks that every item in the value of a relation has an id. @throws ServiceFault */
function checkIds(value: Json): void {
  for (const item of itemsOf(value)) {
    const id = isObject(item) ? item['id'] : item
    if (item === null || typeof id === 'string' || Number.isInteger(id)) continue
    throw failure(
      `Invalid id, expected a string or integer, got ${isObject(item) ? '[object Object]' : String(item)}`,
    )
  }
}

/**
 * Refuses links to rows that do not exist, like a foreign key in the database. Morph relations and media attributes
 * have no foreign key.
 */
function checkRows({ writing }: Call, attribute: Attribute, value: Json): void {
  if (attribute.kind !== 'relation') return
  const change = associationOf(value, attribute.target)
  const rows = change.kind === 'clear' ? [] : change.kind === 'set' ? change.rows : change.connect
  if (rows.some(({ ref }) => writing.transaction.row(ref.type, ref.id) === undefined))
    throw ofDatabase('FOREIGN KEY constraint failed')
}

/**
 * Writes components of a row as the query engine does: keeps the components whose ids the value contains, and never
 * creates a component.
 */
function attachParts(call: Call, row: MutableRow, name: string, value: Json): void {
  const isIgnored = isObject(value) && !Object.hasOwn(value, 'id')
  if (isIgnored) return
  checkIds(value)
  const ids = itemsOf(value).map((item) => String(isObject(item) ? item['id'] : item))
  const before = row.components[name] ?? []
  const kept = ids.flatMap((id): MutableNode[] => before.filter((part) => String(part.id) === id))
  leaveParts(call, row.id, (part, holder) => holder === name && kept.every(({ id }) => id !== part.id))
  row.components[name] = [...new Set(kept)]
  call.writing.transaction.touch(row, name)
}

/** Records those components of a row for which `isLeft` returns true as components that remain without a row. */
export function leaveParts(
  { uid, writing: { transaction } }: Call,
  id: number,
  isLeft: (part: ComponentNode, name: string) => boolean,
): void {
  const row = transaction.graph.tables.get(uid)?.byId.get(id)
  for (const [name, parts] of Object.entries(row?.components ?? {}))
    transaction.orphans.push(...parts.filter((part) => isLeft(part, name)))
}
