/**
 * Compares a file of rows before and after a recipe, and finds changed, added and removed rows, and a new order of
 * rows.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import { isSame } from '../../reference/graph/share.ts'
import type { Copier } from '../../reference/load/files/copy.ts'
import { derivedDocumentId } from '../../reference/load/rows/tables.ts'
import { at, wholeFile } from '../../reference/schema/fault.ts'
import type { ContentType, Uid } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import type { Fallback } from '../change/changeset.ts'
import { completed, componentsIn } from '../change/complete.ts'
import { isHeldIn } from '../change/reverse-index.ts'
import { type Puts, RowList } from '../change/row-list.ts'
import type { State } from '../change/state.ts'
import { originOf } from './open.ts'

/** The changes of one file of rows. */
export interface RowDiff {
  readonly puts: Puts
  /** All rows in the order of the recipe; undefined if applying `puts` to the earlier rows gives the same order. */
  readonly order: RowList | undefined
}

/** A file of rows after the recipe. */
export interface RowFile {
  readonly items: readonly unknown[]
  /** Whether the recipe assigned a new list of rows to the file. */
  readonly isReplaced: boolean
}

/** The context that the diffs of all files in one edit share. */
export interface DiffContext {
  readonly graph: Graph
  readonly state: State
  readonly copier: Copier
  readonly fallback: Fallback
  /** The component ids in use, by uid: ids that the recipe wrote, and ids that the edit assigned. */
  readonly componentIds: Map<Uid, Set<number>>
}

/** A row that the recipe added or changed. */
interface OtherRow {
  /** The index of the row in the file. */
  readonly index: number
  readonly json: JsonObject
  /** The row before the change; undefined for a new row. */
  readonly origin: JsonObject | undefined
}

interface Compared {
  readonly others: readonly OtherRow[]
  readonly removed: ReadonlySet<JsonObject>
  /** Whether all new rows are at the end of the file, and all other rows are in their earlier order. */
  readonly isInOrder: boolean
}

/** Returns the changes of one file of rows; undefined if the changes need the slow path (building all files). */
export function diffRows(file: RowFile, type: ContentType, context: DiffContext): RowDiff | undefined {
  const list = context.state.lists.get(type.uid) ?? RowList.of([])
  const before = list.toArray()
  const compared = compare(file.items, before, context)
  if (compared === undefined) return undefined
  const { others, removed, isInOrder } = compared
  // If the recipe assigned a list that contains only new rows to the file, the file counts as new. The ids in a new
  // file start from 1.
  const isNewFile = file.isReplaced && file.items.length === others.length && others.every(isNew)
  const ids = newIds(compared, type, list, isNewFile, context)
  const { puts, rows } = completeRows(compared, type, list, ids, context)
  if (context.fallback.isRequested()) return undefined
  for (const { id } of removed) if (!puts.has(Number(id))) puts.set(Number(id), undefined)
  if (isInOrder && others.every((other) => keepsPlace(other, rows.get(other.index), list)))
    return { puts, order: undefined }
  const after = file.items
    .map((item, index) => rows.get(index) ?? originOf(item))
    .filter((row) => row !== undefined)
  return { puts, order: isOrderOfPuts(after, before, list, puts) ? undefined : RowList.of(after) }
}

const isNew = ({ origin }: OtherRow): boolean => origin === undefined

/**
 * Returns whether `RowList.with` puts a row at the same place as the recipe. `RowList.with` leaves a changed row at
 * its old place, and puts a new row at the end.
 */
const keepsPlace = ({ origin }: OtherRow, row: JsonObject | undefined, list: RowList): boolean =>
  origin === undefined ? list.get(Number(row?.['id'])) === undefined : origin['id'] === row?.['id']

/**
 * Compares the rows of a file with the earlier rows by object identity. Returns undefined if the change needs the slow
 * path (building all files).
 */
function compare(
  items: readonly unknown[],
  before: readonly JsonObject[],
  { copier, fallback }: DiffContext,
): Compared | undefined {
  const others: OtherRow[] = []
  const removed = new Set<JsonObject>()
  const start = sameAtStart(items, before)
  const tail = sameAtEnd(items, before, start)
  const [last, end] = [items.length - tail, before.length - tail]
  let isInOrder = true
  let next = start
  for (let index = start; index < last; index++) {
    const item = items[index]
    const origin = originOf(item)
    if (origin !== undefined && endsWithNew(others)) isInOrder = false
    if (origin !== undefined && removed.delete(origin)) isInOrder = false
    else if (origin !== undefined) {
      for (; next < end && before[next] !== origin; next++) addRow(removed, before[next])
      // Requests the slow path (building all files) if the row appears twice in the file or belongs to another file.
      if (next++ === end) fallback.request()
    }
    const json = item === origin ? origin : copier.copy(item, at(wholeFile(''), index), origin)
    if (!isObject(json)) {
      fallback.request()
      return undefined
    }
    if (json !== origin) others.push({ index, json, origin })
  }
  if (tail > 0 && endsWithNew(others)) isInOrder = false
  for (const row of before.slice(next, end)) removed.add(row)
  return { others, removed, isInOrder }
}

function endsWithNew(others: readonly OtherRow[]): boolean {
  const last = others.at(-1)
  return last !== undefined && isNew(last)
}

const addRow = (rows: Set<JsonObject>, row: JsonObject | undefined): void => {
  if (row !== undefined) rows.add(row)
}

/** Returns how many items at the start of the list are the same objects as the earlier rows at the same positions. */
function sameAtStart(items: readonly unknown[], before: readonly JsonObject[]): number {
  const most = Math.min(items.length, before.length)
  let count = 0
  while (count < most && items[count] === before[count]) count++
  return count
}

/**
 * Returns how many items at the end of the list, after the first `start` items, are the same objects as the last
 * earlier rows.
 */
function sameAtEnd(items: readonly unknown[], before: readonly JsonObject[], start: number): number {
  const most = Math.min(items.length, before.length) - start
  let count = 0
  while (count < most && items[items.length - 1 - count] === before[before.length - 1 - count]) count++
  return count
}

/** Functions that supply ids for new rows. */
interface NewIds {
  readonly id: () => number
  readonly documentId: (index: number) => string
}

/** Makes functions that return unused ids for new rows and new components of a type. */
function newIds(
  { others }: Compared,
  { uid }: ContentType,
  list: RowList,
  isNewFile: boolean,
  { graph }: DiffContext,
): NewIds {
  const written = new Set(others.map(({ json }) => member(json, 'id')))
  const documents = new Set(others.map(({ json }) => member(json, 'documentId')))
  const isFree = (id: number): boolean => !written.has(id) && (isNewFile || list.get(id) === undefined)
  const isKnown = (documentId: string): boolean =>
    documents.has(documentId) || (!isNewFile && graph.tables.get(uid)?.byDocument.has(documentId) === true)
  let free = isNewFile ? 1 : list.firstFree()
  const id = (): number => {
    while (!isFree(free)) free++
    return free++
  }
  const documentId = (index: number): string => {
    let number = index
    while (isKnown(derivedDocumentId(uid, number))) number++
    const found = derivedDocumentId(uid, number)
    documents.add(found)
    return found
  }
  return { id, documentId }
}

/** Adds missing ids to new and changed rows. Returns the completed rows by id, and by their index in the file. */
function completeRows(
  { others, removed }: Compared,
  type: ContentType,
  list: RowList,
  ids: NewIds,
  context: DiffContext,
): { readonly puts: Map<number, JsonObject | undefined>; readonly rows: ReadonlyMap<number, JsonObject> } {
  const { fallback, graph } = context
  const rows = new Map<number, JsonObject>()
  const puts = new Map<number, JsonObject | undefined>()
  const origins = new Set(others.map(({ origin }) => origin))
  checkIds(others, fallback)
  for (const { json, origin } of others) {
    if (origin !== undefined && origin['id'] !== member(json, 'id')) puts.set(Number(origin['id']), undefined)
    noteComponentIds(json, type, context)
  }
  for (const { index, json } of others) {
    const whole = completed(json, type, graph.schema, {
      id: ids.id,
      documentId: () => ids.documentId(index),
      component: (uid: Uid) => newComponentId(uid, context),
    })
    const id = Number(whole['id'])
    const earlier = list.get(id)
    if (earlier !== undefined && !removed.has(earlier) && !origins.has(earlier)) fallback.request()
    const row = earlier !== undefined && isSame(earlier, whole) ? earlier : whole
    rows.set(index, row)
    puts.set(id, row)
  }
  return { puts, rows }
}

/** Requests the slow path (building all files) if the id of a new or changed row is invalid or appears twice. */
function checkIds(others: readonly OtherRow[], fallback: Fallback): void {
  const written = new Set<Json>()
  for (const { json } of others) {
    const id = member(json, 'id')
    if (id === undefined) continue
    if (written.has(id) || !isId(id)) fallback.request()
    written.add(id)
  }
}

const isId = (id: Json): boolean => typeof id === 'number' && Number.isSafeInteger(id) && id > 0

function noteComponentIds(json: JsonObject, type: ContentType, { graph, componentIds }: DiffContext): void {
  for (const part of componentsIn(json, type, graph.schema)) {
    const { id } = part.json
    if (typeof id !== 'number') continue
    const ids = componentIds.get(part.model.uid) ?? new Set()
    componentIds.set(part.model.uid, ids.add(id))
  }
}

function newComponentId(uid: Uid, { graph, state, componentIds }: DiffContext): number {
  const own = componentIds.get(uid) ?? new Set()
  componentIds.set(uid, own)
  const isTaken = isHeldIn(graph.tables.values(), uid)
  let id = state.componentIds.get(uid) ?? 1
  while (isTaken(id)) id++
  state.componentIds.set(uid, id)
  while (isTaken(id) || own.has(id)) id++
  own.add(id)
  return id
}

/** Returns whether `RowList.with(puts)` gives the rows the same order as the list `after`. */
function isOrderOfPuts(
  after: readonly JsonObject[],
  before: readonly JsonObject[],
  list: RowList,
  puts: Puts,
): boolean {
  let next = 0
  for (const row of before) {
    const id = Number(row['id'])
    if (puts.has(id) && puts.get(id) === undefined) continue
    if (after[next] !== row && after[next]?.['id'] !== id) return false
    next++
  }
  return after.slice(next).every((row) => list.get(Number(row['id'])) === undefined)
}
