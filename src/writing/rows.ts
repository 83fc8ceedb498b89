/** Lets built-in plugins change rows of any type without an API request. */

import type { Uid } from '../reference/schema/schema.ts'
import { invariant } from '../util/invariant.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { IdSource } from './ids.ts'
import { modelsOf } from './model.ts'
import { givenValues, newValues, noLinks } from './plan/components.ts'
import { writeLinks } from './plan/links.ts'
import { type MutableRow, type RowOrDraft, Transaction } from './plan/transaction.ts'
import { applied, type WritingState } from './writer.ts'

/** Functions that read and change the rows of a world within one transaction. */
export interface Rows {
  /** The time of the change, as ISO 8601 text. */
  readonly now: string
  readonly find: (uid: Uid, id: number) => RowOrDraft | undefined
  /** Creates a published row. A list of ids in `data` creates links to rows. */
  readonly insert: (uid: Uid, data: JsonObject) => RowOrDraft
  /** Replaces the attributes of a row that `data` contains. */
  readonly update: (uid: Uid, id: number, data: JsonObject) => void
  /** Removes a row and all links to the row. */
  readonly remove: (uid: Uid, id: number) => void
}

/** The result of a change of rows. The member `state` is the same object as before if nothing changed. */
export interface Changed<T> {
  readonly state: WritingState
  readonly result: T
}

const EXACT = { departs: () => false, cite: () => undefined }

/** Runs a function that changes rows, in one transaction. @throws Refused if the graph exceeds its limits. */
export function changeRows<T>(state: WritingState, recipe: (rows: Rows) => T): Changed<T> {
  const transaction = new Transaction(state.graph, new IdSource(state.ids), () => undefined)
  const now = new Date(state.time).toISOString()
  const result = recipe(rowsOf(transaction, now))
  if (transaction.changes === 0) return { state, result }
  return {
    state: { graph: applied(state.graph, transaction), ids: transaction.ids.left, time: state.time },
    result,
  }
}

function rowsOf(transaction: Transaction, now: string): Rows {
  const models = modelsOf(transaction.graph)
  const modelOf = (uid: Uid) => {
    const model = models.get(uid)
    invariant(model !== undefined, `the schema has ${uid}`)
    return model
  }
  const link = (row: MutableRow, data: JsonObject, isNew: boolean): void => {
    for (const [name, value] of Object.entries(data)) {
      const written = modelOf(row.uid).attributes.get(name)
      if (written === undefined || written.attribute.kind === 'scalar') continue
      writeLinks(
        transaction,
        { row, part: row, top: undefined, isNew },
        written,
        { set: value },
        EXACT.departs,
      )
    }
  }
  return {
    now,
    find: (uid, id) => transaction.row(uid, id),
    insert: (uid, data) => {
      const stamps: JsonObject = { createdAt: now, updatedAt: now, publishedAt: now, ...data }
      const documentId = transaction.ids.document((text) => transaction.document(uid, text).length > 0)
      const row: MutableRow = {
        ...{ uid, id: transaction.ids.next(uid), documentId, locale: null, status: 'published' },
        values: newValues(modelOf(uid), stamps, EXACT),
        links: noLinks(modelOf(uid)),
        components: {},
        isNew: true,
        touched: new Set(),
      }
      transaction.insert(row)
      link(row, data, true)
      return row
    },
    update: (uid, id, data) => {
      const row = transaction.edit(uid, id)
      const values: Record<string, Json> = givenValues(modelOf(uid), data, EXACT)
      for (const [name, value] of Object.entries(values)) {
        row.values[name] = value
        transaction.touch(row, name)
      }
      link(row, data, false)
    },
    remove: (uid, id) => transaction.remove(uid, id),
  }
}
