/** Writes links of a row as the query engine does: by row id, without regard to documents, and without validation. */

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

/** Writes those relations, files and components of a row that `data` contains. @throws Refused, ServiceFault */
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

/** Gives an error about the order of relations the name that the query engine gives it. @throws ServiceFault */
function ofEngine(write: () => void): void {
  try {
    write()
  } catch (exception) {
    if (!(exception instanceof Refused) || exception.refusal.rule !== 'write.relation.position')
      throw exception
    throw new ServiceFault('InvalidRelationFormat', exception.refusal.message, 500, {})
  }
}

/** Returns the items of a relation's value, in any of its forms. */
function itemsOf(value: Json): readonly Json[] {
  if (isList(value)) return value
  if (!isObject(value)) return value === null ? [] : [value]
  if (Object.hasOwn(value, 'id')) return [value]
  return ['set', 'connect', 'disconnect'].flatMap((word) => {
    const items = value[word] ?? null
    return isList(items) ? items : items === null ? [] : [items]
  })
}

/** Checks that every item has an id. @throws ServiceFault */
function checkIds(value: Json): void {
  for (const item of itemsOf(value)) {
    const id = isObject(item) ? item['id'] : item
    if (item === null || typeof id === 'string' || Number.isInteger(id)) continue
    throw failure(
      `Invalid id, expected a string or integer, got ${isObject(item) ? '[object Object]' : String(item)}`,
    )
  }
}

/** Refuses links to rows that do not exist, as a foreign key does. Morph relations and files have no foreign key. */
function checkRows({ writing }: Call, attribute: Attribute, value: Json): void {
  if (attribute.kind !== 'relation') return
  const change = associationOf(value, attribute.target)
  const rows = change.kind === 'clear' ? [] : change.kind === 'set' ? change.rows : change.connect
  if (rows.some(({ ref }) => writing.transaction.row(ref.type, ref.id) === undefined))
    throw ofDatabase('FOREIGN KEY constraint failed')
}

/**
 * Writes components as the query engine does: keeps the components whose ids are given, and never creates a component.
 */
function attachParts({ writing }: Call, row: MutableRow, name: string, value: Json): void {
  const isIgnored = isObject(value) && !Object.hasOwn(value, 'id')
  if (isIgnored) return
  checkIds(value)
  const ids = itemsOf(value).map((item) => String(isObject(item) ? item['id'] : item))
  const before = row.components[name] ?? []
  const kept = ids.flatMap((id): MutableNode[] => before.filter((part) => String(part.id) === id))
  row.components[name] = [...new Set(kept)]
  writing.transaction.touch(row, name)
}
