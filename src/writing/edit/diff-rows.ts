/** What a recipe has left of the rows of a file: which are others, new or gone. */

import type { Graph } from '../../reference/graph/graph.ts'
import { isSame } from '../../reference/graph/share.ts'
import { membersOf } from '../../reference/load/files/members.ts'
import type { Copier } from '../../reference/load/files/plain.ts'
import { derivedDocumentId } from '../../reference/load/rows/sheets.ts'
import { at, wholeFile } from '../../reference/schema/fault.ts'
import type { ContentType, Uid } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import type { Trouble } from '../change/changeset.ts'
import { completed, componentsIn } from '../change/complete.ts'
import { ownerIn } from '../change/reverse-index.ts'
import { type Puts, RowList } from '../change/row-list.ts'
import type { State } from '../change/state.ts'
import type { Inside, Lists } from './lists.ts'
import type { Put } from './open-list.ts'

/** The rows of one file after an edit. */
export interface TakenRows {
  readonly puts: Puts
  /** In another order than by putting rows into their places, or at the end. */
  readonly order: RowList | undefined
}

/** What all files of one edit share. */
export interface Taking {
  readonly graph: Graph
  readonly state: State
  readonly lists: Lists
  readonly copier: Copier
  readonly trouble: Trouble
  /** Ids of components that are written in rows that are new or others, or given to them. */
  readonly componentIds: Map<Uid, Set<number>>
}

/** A row that is new, or may be another. */
interface Standing {
  readonly index: number
  readonly json: JsonObject
  /** What it was; undefined for a new one. */
  readonly origin: JsonObject | undefined
}

/** A file as a recipe left it. */
interface Walked {
  /** How many items it has; undefined where most rows were not looked at. */
  readonly size: number | undefined
  readonly others: readonly Standing[]
  readonly gone: ReadonlySet<JsonObject>
  /** Whether new rows are at the end, and the others in the order of before. */
  readonly isInOrder: boolean
}

/** What is in a list that is none of ours, which a recipe put in the place of a file; undefined for what is no list. */
export function insideOf(value: unknown): Inside | undefined {
  const found = Array.isArray(value) ? membersOf(value) : undefined
  if (typeof found !== 'object' || !found.isList) return undefined
  return { items: () => found.members.map(([, item]) => item), puts: undefined, isOurs: false }
}

/** Takes the rows of a type; those that are written anew as they were are those of before. Undefined after trouble. */
export function takeRows(inside: Inside, type: ContentType, taking: Taking): TakenRows | undefined {
  const { lists, state, trouble } = taking
  const list = state.lists.get(type.uid) ?? RowList.of([])
  const { items, puts: put } = inside
  const isEachInPlace = put !== undefined && areInPlace(put, list, lists)
  const walked = isEachInPlace ? walkPuts(put, taking) : walk(items(), list.toArray(), taking)
  if (walked === undefined) return undefined
  const { others, gone, isInOrder } = walked
  // A list that is put in the place of all rows is a new file, numbered from the start.
  const isNew = !inside.isOurs && walked.size === others.length && others.every(isWithoutOrigin)
  const { puts, rows } = number(walked, type, list, isNew, taking)
  if (trouble.isThere()) return undefined
  for (const { id } of gone) if (!puts.has(Number(id))) puts.set(Number(id), undefined)
  if (isInOrder && others.every((other) => isInItsPlace(other, rows.get(other.index), list)))
    return { puts, order: undefined }
  const all = items()
    .map((item, index) => rows.get(index) ?? lists.origin(item))
    .filter((row) => row !== undefined)
  return { puts, order: isInPlace(all, list.toArray(), list, puts) ? undefined : RowList.of(all) }
}

const isWithoutOrigin = ({ origin }: Standing): boolean => origin === undefined

/** Where a list with changes has it: a row of before where that was, a new one at the end. */
const isInItsPlace = ({ origin }: Standing, row: JsonObject | undefined, list: RowList): boolean =>
  origin === undefined ? list.get(Number(row?.['id'])) === undefined : origin['id'] === row?.['id']

/** Whether each row that was put somewhere is what stood there, or a new one at the end. */
const areInPlace = (puts: readonly Put[], list: RowList, { origin }: Lists): boolean =>
  puts.every(([place, item]) => origin(item) === (place < list.length ? list.at(place) : undefined))

/** Goes along what was put into places, of rows that all stand as they stood. */
function walkPuts(puts: readonly Put[], taking: Taking): Walked | undefined {
  const others: Standing[] = []
  for (const [index, item] of puts) {
    if (!stand(others, index, item, taking)) return undefined
  }
  return { size: undefined, others, gone: new Set(), isInOrder: true }
}

/** Notes an item that may be another; false for one that is no object. */
function stand(others: Standing[], index: number, item: unknown, taking: Taking): boolean {
  const { lists, copier, trouble } = taking
  const origin = lists.origin(item)
  const json = item === origin ? origin : copier.copy(item, at(wholeFile(''), index), origin)
  if (isObject(json)) {
    if (json !== origin) others.push({ index, json, origin })
    return true
  }
  trouble.note()
  return false
}

/**
 * Goes along what was there and what is there now, between the rows that stand at the beginning and at the end as they
 * did: of these a row is passed by being the same object, and nothing else is asked of it.
 */
function walk(items: readonly unknown[], before: readonly JsonObject[], taking: Taking): Walked | undefined {
  const { lists, trouble } = taking
  const others: Standing[] = []
  const gone = new Set<JsonObject>()
  const start = sameAtStart(items, before)
  const tail = sameAtEnd(items, before, start)
  const [last, end] = [items.length - tail, before.length - tail]
  let isInOrder = true
  let next = start
  for (let index = start; index < last; index++) {
    const item = items[index]
    const expected = next < end ? before[next] : undefined
    const isOld = item === expected || lists.origin(item) !== undefined
    if (isOld && endsWithNew(others)) isInOrder = false
    if (item === expected && expected !== undefined) {
      next++
      continue
    }
    const origin = lists.origin(item)
    if (origin !== undefined && gone.delete(origin)) isInOrder = false
    else if (origin !== undefined) {
      for (; next < end && before[next] !== origin; next++) addRow(gone, before[next])
      // A row that is there twice, or one of another file.
      if (next++ === end) trouble.note()
    }
    if (!stand(others, index, item, taking)) return undefined
  }
  if (tail > 0 && endsWithNew(others)) isInOrder = false
  for (const row of before.slice(next, end)) gone.add(row)
  return { size: items.length, others, gone, isInOrder }
}

const endsWithNew = (others: readonly Standing[]): boolean =>
  others.length > 0 && others.at(-1)?.origin === undefined

const addRow = (rows: Set<JsonObject>, row: JsonObject | undefined): void => {
  if (row !== undefined) rows.add(row)
}

/** How many rows stand as they did, up to the first that does not. */
function sameAtStart(items: readonly unknown[], before: readonly JsonObject[]): number {
  const most = Math.min(items.length, before.length)
  let count = 0
  while (count < most && items[count] === before[count]) count++
  return count
}

/** How many do so at the end, of those behind `start`. */
function sameAtEnd(items: readonly unknown[], before: readonly JsonObject[], start: number): number {
  const most = Math.min(items.length, before.length) - start
  let count = 0
  while (count < most && items[items.length - 1 - count] === before[before.length - 1 - count]) count++
  return count
}

/** Gives new rows what they leave out; tells every row that is another, by id and by its place. */
function number(
  { others, gone }: Walked,
  type: ContentType,
  list: RowList,
  isNew: boolean,
  taking: Taking,
): { readonly puts: Map<number, JsonObject | undefined>; readonly rows: ReadonlyMap<number, JsonObject> } {
  const { trouble } = taking
  const rows = new Map<number, JsonObject>()
  const puts = new Map<number, JsonObject | undefined>()
  const written = new Set<Json | undefined>()
  const documents = new Set<Json | undefined>()
  const origins = new Set<JsonObject | undefined>()
  for (const { json, origin } of others) {
    const id = member(json, 'id')
    origins.add(origin)
    if (origin !== undefined && origin['id'] !== id) puts.set(Number(origin['id']), undefined)
    if (id !== undefined && (written.has(id) || !isId(id))) trouble.note()
    written.add(id)
    documents.add(member(json, 'documentId'))
    noteComponentIds(json, type, taking)
  }
  const isFree = (id: number): boolean => !written.has(id) && (isNew || list.get(id) === undefined)
  const isKnown = (documentId: string): boolean =>
    documents.has(documentId) ||
    (!isNew && taking.graph.tables.get(type.uid)?.byDocument.has(documentId) === true)
  let free = isNew ? 1 : list.firstFree()
  const newId = (): number => {
    while (!isFree(free)) free++
    return free++
  }
  for (const { index, json } of others) {
    const ids = {
      id: newId,
      documentId: () => newDocumentId(type.uid, index, isKnown),
      component: (uid: Uid) => newComponentId(uid, taking),
    }
    const whole = completed(json, type, taking.graph.schema, ids)
    documents.add(member(whole, 'documentId'))
    const id = Number(whole['id'])
    const earlier = list.get(id)
    if (earlier !== undefined && !gone.has(earlier) && !origins.has(earlier)) trouble.note()
    const row = earlier !== undefined && isSame(earlier, whole) ? earlier : whole
    rows.set(index, row)
    puts.set(id, row)
  }
  return { puts, rows }
}

const isId = (id: Json): boolean => typeof id === 'number' && Number.isSafeInteger(id) && id > 0

/** The first that nobody has, from the one that the place in the file makes. */
function newDocumentId(uid: Uid, index: number, isKnown: (documentId: string) => boolean): string {
  for (let number = index; ; number++) {
    const documentId = derivedDocumentId(uid, number)
    if (!isKnown(documentId)) return documentId
  }
}

function noteComponentIds(json: JsonObject, type: ContentType, { graph, componentIds }: Taking): void {
  for (const part of componentsIn(json, type, graph.schema)) {
    const { id } = part.json
    if (typeof id !== 'number') continue
    const ids = componentIds.get(part.model.uid) ?? new Set()
    componentIds.set(part.model.uid, ids.add(id))
  }
}

function newComponentId(uid: Uid, { graph, state, componentIds }: Taking): number {
  const own = componentIds.get(uid) ?? new Set()
  componentIds.set(uid, own)
  const tables = [...graph.tables.values()]
  const isTaken = (id: number): boolean => tables.some((table) => ownerIn(table, uid, id) !== undefined)
  let id = state.componentIds.get(uid) ?? 1
  while (isTaken(id)) id++
  state.componentIds.set(uid, id)
  while (isTaken(id) || own.has(id)) id++
  own.add(id)
  return id
}

/** Whether the rows stand as putting each into its place, and new ones at the end, leaves them. */
function isInPlace(
  rows: readonly JsonObject[],
  before: readonly JsonObject[],
  list: RowList,
  puts: Puts,
): boolean {
  let next = 0
  for (const row of before) {
    const id = Number(row['id'])
    if (puts.has(id) && puts.get(id) === undefined) continue
    if (rows[next] !== row && rows[next]?.['id'] !== id) return false
    next++
  }
  return rows.slice(next).every((row) => list.get(Number(row['id'])) === undefined)
}
