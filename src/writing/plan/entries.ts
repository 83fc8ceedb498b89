/** Creates and updates one row with its components and links. */

import type { Row } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import { invariant } from '../../util/invariant.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { MutableNode } from '../change/mutable-copy.ts'
import { isLink, type WriteModel, type WriteModels } from '../model.ts'
import { Refused, valueFaults } from '../refusal.ts'
import { faultOfExistence } from '../relations/exist.ts'
import { type Lookup, type RelationSource, resolveRelations } from '../relations/resolve.ts'
import { checkEntry, type Mode } from '../validate/entry.ts'
import { createParts, givenValues, newValues, noLinks, type PartWriting, updateParts } from './components.ts'
import { writeLinks } from './links.ts'
import type { MutableRow, Transaction } from './transaction.ts'
import { runTurns, type Task } from './turns.ts'
import { isUnique } from './unique.ts'

/** The context for writing entries of one content type. */
export interface EntryContext {
  readonly transaction: Transaction
  readonly type: ContentType
  readonly model: WriteModel
  readonly models: WriteModels
  readonly departs: Departs
  readonly lookup: Lookup
  /** The time of the write, as ISO 8601 text. */
  readonly now: string
}

/** The identity of a row: its document, locale and status. */
export interface Version {
  /** The id of the row; the next free id by default. */
  readonly id?: number | undefined
  readonly documentId: string
  readonly locale: string | null
  readonly status: Row['status']
}

/** Resolves the relations of a body and validates the values of the body. @throws Refused for invalid values. */
export function checkedData(
  writing: EntryContext,
  data: Json,
  mode: Mode,
  own: { readonly id: number | undefined; readonly locale: string | null; readonly source: RelationSource },
): JsonObject {
  const { transaction, type, model, models, lookup, departs } = writing
  const resolved = isObject(data) ? resolveRelations(data, model, models, own.source, lookup) : data
  const asking = { uid: type.uid, id: own.id, locale: own.locale }
  const checked = checkEntry(resolved, model, {
    models,
    mode,
    isUnique: (value, place) => {
      transaction.cite('write.values.unique')
      return isUnique(transaction, asking, value, place)
    },
    relations: (cast) => {
      const fault = faultOfExistence(cast, model, models, (uid, id) => isThere(transaction, uid, id))
      if (fault !== undefined) transaction.cite('write.relation.exists')
      return fault
    },
    zone: (isListed) => {
      transaction.cite('write.zone')
      if (!isListed) transaction.cite('write.zone.listed')
      return isListed || departs('zone-unlisted')
    },
  })
  if (mode.isCreation) transaction.cite('write.values.defaults')
  if (mode.isDraft) transaction.cite('write.values.draft')
  if (checked.ok) return checked.data
  throw new Refused(valueFaults('write.values', checked.faults))
}

/**
 * Returns whether a row with the id `id` exists. As in a database, a text of digits matches as a number, and `true`
 * matches as 1.
 */
function isThere(transaction: Transaction, uid: string, id: Json): boolean {
  const isId =
    typeof id === 'number' || typeof id === 'boolean' || (typeof id === 'string' && /^\d+$/.test(id))
  return isId && transaction.row(uid, Number(id)) !== undefined
}

/** The content and identity of a row to create. */
export interface NewRow {
  readonly data: JsonObject
  readonly version: Version
}

/** Creates a row with its components and links from validated data. */
export function createRow(writing: EntryContext, data: JsonObject, version: Version): MutableRow {
  const [row] = createRows(writing, [{ data, version }])
  invariant(row !== undefined, 'each item has created a row')
  return row
}

/**
 * Creates several rows in simulated concurrent tasks, as Strapi does for several locales. The order of the database
 * queries determines the ids of components.
 */
export function createRows(writing: EntryContext, items: readonly NewRow[]): readonly MutableRow[] {
  const { model } = writing
  const rows: MutableRow[] = []
  const made = items.map((item) => ({ ...item, parts: partWriting(writing), components: {} }))
  const tasks = made.map(function* ({ data, version, parts, components }, at): Task {
    yield* createParts(parts, model, data, components)
    yield { kind: 'asks' }
    rows[at] = insertedRow(writing, data, version, components)
  })
  runTurns(tasks)
  made.forEach(({ data, parts }, at) => {
    const row = rows[at]
    if (row !== undefined) link(writing, row, data, parts, true)
  })
  return rows
}

function insertedRow(
  { transaction, type, model, departs, now }: EntryContext,
  data: JsonObject,
  { id, ...version }: Version,
  components: Record<string, MutableNode[]>,
): MutableRow {
  const values = newValues(model, data, { departs, cite: transaction.cite })
  transaction.cite('write.ids')
  transaction.cite('write.stamps')
  const row: MutableRow = {
    uid: type.uid,
    id: id ?? transaction.ids.next(type.uid),
    values: { ...values, createdAt: values['createdAt'] ?? now, updatedAt: values['updatedAt'] ?? now },
    links: noLinks(model),
    components,
    isNew: true,
    touched: new Set(),
    ...version,
  }
  row.values['locale'] = version.locale
  transaction.insert(row)
  return row
}

/** Updates a row, its components and its links from validated data. */
export function updateRow(writing: EntryContext, row: MutableRow, data: JsonObject): void {
  const { transaction, model, departs, now } = writing
  const parts = partWriting(writing)
  runTurns([updateParts(parts, model, data, row)])
  for (const [name, { attribute }] of model.attributes)
    if ((attribute.kind === 'component' || attribute.kind === 'zone') && Object.hasOwn(data, name))
      transaction.touch(row, name)
  const values: Record<string, Json> = {
    ...givenValues(model, data, { departs, cite: transaction.cite }),
    updatedAt: now,
  }
  for (const [name, value] of Object.entries(values)) {
    if (name === 'locale') continue
    row.values[name] = value
    transaction.touch(row, name)
  }
  link(writing, row, data, parts, false)
}

const partWriting = ({ transaction, models, departs }: EntryContext): PartWriting => ({
  transaction,
  models,
  storage: { departs, cite: transaction.cite },
  linking: [],
})

function link(
  writing: EntryContext,
  row: MutableRow,
  data: JsonObject,
  { linking }: PartWriting,
  isNew: boolean,
): void {
  const { transaction, models, model, departs } = writing
  for (const { part, data: json, isNew: isNewPart, top } of linking) {
    const inner = models.get(part.uid)
    if (inner !== undefined) linkOne(transaction, { row, part, top, isNew: isNewPart }, inner, json, departs)
  }
  linkOne(transaction, { row, part: row, top: undefined, isNew }, model, data, departs)
}

function linkOne(
  transaction: Transaction,
  holder: Parameters<typeof writeLinks>[1],
  model: WriteModel,
  data: JsonObject,
  departs: Departs,
): void {
  for (const [name, written] of model.attributes) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (value === undefined || !isLink(written.attribute) || !written.writable) continue
    writeLinks(transaction, holder, written, value, departs)
  }
}
