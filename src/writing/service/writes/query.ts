/**
 * Implements the write methods of the query engine. The query engine writes single rows, without a default locale
 * and without validation.
 */
import type { Attribute } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { associationOf } from '../../plan/assoc.ts'
import { newValues, noLinks } from '../../plan/components.ts'
import { newDocumentId } from '../../plan/documents.ts'
import type { MutableRow } from '../../plan/transaction.ts'
import { typeFault } from '../fault.ts'
import { attach, leaveParts } from './attach.ts'
import { type Call, firstWhere, rowOf, rowsWhere } from './call.ts'
import { change } from './changes.ts'
import { chosenId } from './chosen-id.ts'
import { checkedMorphs, columnsOf, writeMorphs } from './columns.ts'
import { errorOf, failure, LateFault, ofDatabase } from './fault.ts'
import { checkJoins, joinsOf } from './joins.ts'

/** A method of the query engine that writes. @throws Refused, ServiceFault */
export type QueryMethod = (call: Call, params: JsonObject, args: readonly Json[]) => Json | undefined

/**
 * Implements `create`, which creates a row with the values in `data`. The created row is published unless
 * `publishedAt` is null.
 */
export const create: QueryMethod = (call, params) => {
  const data = member(params, 'data')
  if (!isObject(data)) throw failure('Create expects a data object')
  const row = insert(call, data)
  try {
    attach(call, row, data, true)
  } catch (exception) {
    const error = errorOf(exception)
    throw error === undefined ? exception : new LateFault(error, 'only ids')
  }
  return written(call, row.id, params)
}

/**
 * Returns a written row. If reading the row fails, the row stays written, because the query engine opens no
 * transaction.
 */
function written(call: Call, id: number, params: JsonObject): Json {
  try {
    return rowOf(call, id, params)
  } catch (exception) {
    const error = errorOf(exception)
    throw error === undefined ? exception : new LateFault(error, 'rows')
  }
}

/** Implements `createMany`, which creates rows and ignores relations in their values. */
export const createMany: QueryMethod = (call, params) => {
  const data = member(params, 'data')
  if (!isList(data)) throw failure('CreateMany expects data to be an array')
  if (data.length === 0) throw failure('Nothing to insert')
  const ids = data.map((item) => insert(call, isObject(item) ? item : {}).id)
  return { count: data.length, ids }
}

function insert(call: Call, data: JsonObject): MutableRow {
  const { uid, type, writing, departs } = call
  const { transaction, model, now } = writing
  const columns = columnsOf(call, model, data)
  checkedMorphs(call, data)
  const defaults = newValues(model, {}, { departs, cite: transaction.cite })
  const chosen = member(data, 'documentId')
  const documentId = typeof chosen === 'string' && chosen !== '' ? chosen : newDocumentId(transaction, uid)
  const isDraft = type.draftAndPublish && columns['publishedAt'] === null
  const stated = type.localized ? (columns['locale'] ?? null) : null
  const locale = stated === null ? null : String(stated)
  const row: MutableRow = {
    ...{ uid, documentId, locale, status: isDraft ? 'draft' : 'published' },
    id: chosenId(transaction, uid, data) ?? transaction.ids.next(uid),
    values: {
      ...{ ...defaults, createdAt: now, updatedAt: now },
      ...columns,
      publishedAt: isDraft ? null : (columns['publishedAt'] ?? now),
      locale,
    },
    links: noLinks(model),
    components: Object.fromEntries(
      [...model.attributes.values()].flatMap(({ attribute: { kind, name } }) =>
        kind === 'component' || kind === 'zone' ? [[name, []]] : [],
      ),
    ),
    isNew: true,
    touched: new Set(),
  }
  transaction.insert(row)
  writeMorphs(call, row, data, true)
  return row
}

/** Implements `update`, which changes the first row that matches `where`; its result is null if no row matches. */
export const update: QueryMethod = (call, params) => {
  const data = member(params, 'data')
  if (!isObject(data)) throw failure('Update requires a data object')
  const where = member(params, 'where')
  if (isEmpty(where)) throw failure('Update requires a where parameter')
  const found = firstWhere(call, where ?? {})
  if (found === undefined) return null
  const row = change(call, found, { ...data, updatedAt: call.writing.now })
  attach(call, row, data, false)
  return written(call, row.id, params)
}

/**
 * Implements `updateMany`, which changes columns of every row that matches `where`, but not `updatedAt`. A call fails
 * if its `where` joins other tables.
 */
export const updateMany: QueryMethod = (call, params) => {
  const data = member(params, 'data')
  const given = isObject(data) ? data : {}
  const columns = columnsOf(call, call.writing.model, given)
  if (Object.keys(columns).length + checkedMorphs(call, given).length === 0)
    throw failure('Update requires data')
  const where = member(params, 'where')
  if (joinsOf(call, where).models.length > 0) throw typeFault('Cannot convert undefined or null to object')
  const rows = rowsWhere(call, where === undefined ? {} : { where })
  for (const row of rows) change(call, row, given)
  return { count: rows.length }
}

/**
 * Implements `delete`, which removes and returns the first row that matches `where`; its result is null if no row
 * matches.
 */
export const remove: QueryMethod = (call, params) => {
  const where = member(params, 'where')
  if (isEmpty(where)) throw failure('Delete requires a where parameter')
  const found = firstWhere(call, where ?? {})
  if (found === undefined) return null
  const select = member(params, 'select')
  const named = isList(select) ? { select: ['id', ...select] } : {}
  const entry = rowOf(call, found.id, { ...params, ...named })
  removeRow(call, found.id)
  return entry
}

/** Removes a row, but not the components of the row, because the query engine leaves components in their tables. */
function removeRow(call: Call, id: number): void {
  leaveParts(call, id, () => true)
  call.writing.transaction.remove(call.uid, id)
}

/** Implements `deleteMany`, which removes every row that matches `where` and `_q`. */
export const removeMany: QueryMethod = (call, params) => {
  const picked: { [key: string]: Json } = {}
  for (const name of ['where', '_q']) {
    const value = member(params, name)
    if (value !== undefined) picked[name] = value
  }
  checkJoins(joinsOf(call, picked['where']))
  const rows = rowsWhere(call, picked)
  for (const { id } of rows) removeRow(call, id)
  return { count: rows.length }
}

/** Implements `attachRelations(id, data)` for new rows, and `updateRelations(id, data)` for existing rows. */
export const relate =
  (isNew: boolean): QueryMethod =>
  (call, _params, [id, data]) => {
    const { transaction, model } = call.writing
    const given = isObject(data) ? data : {}
    if (transaction.row(call.uid, Number(id)) !== undefined)
      attach(call, transaction.edit(call.uid, Number(id)), given, isNew)
    else if (
      [...model.attributes.values()].some(({ attribute }) => links(attribute, member(given, attribute.name)))
    )
      throw ofDatabase('FOREIGN KEY constraint failed')
    return undefined
  }

/** Returns whether the value of a relation links at least one row, by `set` or by `connect`. */
function links(attribute: Attribute, value: Json | undefined): boolean {
  if (attribute.kind !== 'relation' || value === undefined) return false
  const change = associationOf(value, attribute.target)
  return change.kind === 'set'
    ? change.rows.length > 0
    : change.kind === 'change' && change.connect.length > 0
}

/**
 * Returns whether a value is empty in the sense of lodash's `isEmpty`: true unless the value is an object or a list
 * with members.
 */
const isEmpty = (value: Json | undefined): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0
