/** Rows of any type put in, changed and taken away without a request: what plugins do with their own types. */

import type { Uid } from '../reference/schema/schema.ts'
import { invariant } from '../util/invariant.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { IdSource } from './ids.ts'
import { modelsOf } from './model.ts'
import { givenValues, newValues, noLinks } from './plan/components.ts'
import { type MutableRow, type RowOrDraft, Transaction } from './plan/desk.ts'
import { writeLinks } from './plan/links.ts'
import { applied, type WritingState } from './writer.ts'

/** The rows of a world while they are changed. */
export interface Rows {
  /** ISO 8601. */
  readonly now: string
  readonly find: (uid: Uid, id: number) => RowOrDraft | undefined
  /** Makes a published row; relations are named by lists of ids. */
  readonly insert: (uid: Uid, data: JsonObject) => RowOrDraft
  /** Changes what is named. */
  readonly update: (uid: Uid, id: number, data: JsonObject) => void
  /** Takes a row away, with every link to it. */
  readonly remove: (uid: Uid, id: number) => void
}

/** What a recipe made of a world; the same state where it changed nothing. */
export interface Changed<T> {
  readonly state: WritingState
  readonly result: T
}

const EXACT = { departs: () => false, cite: () => undefined }

/** Runs a recipe on the rows of a world. @throws Refused where there is no room for what it leaves. */
export function changeRows<T>(state: WritingState, recipe: (rows: Rows) => T): Changed<T> {
  const desk = new Transaction(state.graph, new IdSource(state.ids), () => undefined)
  const now = new Date(state.time).toISOString()
  const result = recipe(rowsOf(desk, now))
  if (desk.changes === 0) return { state, result }
  return { state: { graph: applied(state.graph, desk), ids: desk.ids.left, time: state.time }, result }
}

function rowsOf(desk: Transaction, now: string): Rows {
  const models = modelsOf(desk.graph)
  const modelOf = (uid: Uid) => {
    const model = models.get(uid)
    invariant(model !== undefined, `the schema has ${uid}`)
    return model
  }
  const link = (row: MutableRow, data: JsonObject, isNew: boolean): void => {
    for (const [name, value] of Object.entries(data)) {
      const written = modelOf(row.uid).attributes.get(name)
      if (written === undefined || written.attribute.kind === 'scalar') continue
      writeLinks(desk, { row, part: row, top: undefined, isNew }, written, { set: value }, EXACT.departs)
    }
  }
  return {
    now,
    find: (uid, id) => desk.row(uid, id),
    insert: (uid, data) => {
      const stamps: JsonObject = { createdAt: now, updatedAt: now, publishedAt: now, ...data }
      const documentId = desk.ids.document((text) => desk.document(uid, text).length > 0)
      const row: MutableRow = {
        ...{ uid, id: desk.ids.next(uid), documentId, locale: null, status: 'published' },
        values: newValues(modelOf(uid), stamps, EXACT),
        links: noLinks(modelOf(uid)),
        components: {},
        isNew: true,
        touched: new Set(),
      }
      desk.insert(row)
      link(row, data, true)
      return row
    },
    update: (uid, id, data) => {
      const row = desk.edit(uid, id)
      const values: Record<string, Json> = givenValues(modelOf(uid), data, EXACT)
      for (const [name, value] of Object.entries(values)) {
        row.values[name] = value
        desk.touch(row, name)
      }
      link(row, data, false)
    },
    remove: (uid, id) => desk.remove(uid, id),
  }
}
