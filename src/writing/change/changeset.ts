/** A change while it is being worked out: the rows that are read anew, and the tables as they will be. */

import type { Graph, Row } from '../../reference/graph/graph.ts'
import { jsonOf } from '../../reference/graph/share.ts'
import type { Entry, Named, NamedRows } from '../../reference/load/rows/draft.ts'
import { newLedger } from '../../reference/load/rows/ids.ts'
import { readEntry } from '../../reference/load/rows/sheets.ts'
import type { Place } from '../../reference/schema/fault.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import type { JsonObject } from '../../util/json.ts'
import { namersIn } from './reverse-index.ts'
import type { Puts } from './row-list.ts'
import type { State } from './state.ts'

/** What is wrong with a change is told by building the whole; here it is only known that something is. */
export interface Trouble {
  readonly note: () => void
  readonly isThere: () => boolean
}

/** No trouble yet. */
export function newTrouble(): Trouble {
  let isThere = false
  const note = (): void => {
    isThere = true
  }
  return { note, isThere: () => isThere }
}

/** Rows of many types by id. */
export type ByRow<T> = Map<Uid, Map<number, T>>

export interface Step {
  readonly graph: Graph
  readonly state: State
  readonly trouble: Trouble
  /** Every row that is read anew, as it is written now; undefined for those that are gone. */
  readonly puts: ByRow<JsonObject | undefined>
  /** The same as they are read; none for those that are gone. */
  readonly entries: ByRow<Entry>
  readonly byDocument: Map<Uid, Map<string, Set<Entry>>>
}

const NOWHERE: Place = { file: '', within: null, key: '' }

/** A change that has not begun. */
export const newStep = (graph: Graph, state: State): Step => ({
  graph,
  state,
  trouble: newTrouble(),
  puts: new Map(),
  entries: new Map(),
  byDocument: new Map(),
})

/** The map of a type, made where there is none. */
export function ofType<K, V>(maps: Map<Uid, Map<K, V>>, uid: Uid): Map<K, V> {
  const there = maps.get(uid)
  if (there !== undefined) return there
  const made = new Map<K, V>()
  maps.set(uid, made)
  return made
}

/** The row as it was. */
export const rowBefore = ({ graph }: Pick<Step, 'graph'>, uid: Uid, id: number): Row | undefined =>
  graph.tables.get(uid)?.byId.get(id)

/** Reads what a row is known by; nothing where it goes. */
export function putRow(step: Step, uid: Uid, id: number, json: JsonObject | undefined): void {
  const { graph, entries, puts } = step
  const type = graph.schema.contentTypes.get(uid)
  if (type === undefined) return step.trouble.note()
  ofType(puts, uid).set(id, json)
  const earlier = entries.get(uid)?.get(id)
  if (earlier !== undefined) documentIn(step, earlier).delete(earlier)
  if (json === undefined) return void entries.get(uid)?.delete(id)
  const entry = readEntry(type, json, 0, NOWHERE, graph.locales, newLedger(), step.trouble.note)
  if (entry.row.id !== id) step.trouble.note()
  ofType(entries, uid).set(id, entry)
  documentIn(step, entry).add(entry)
}

function documentIn({ byDocument }: Step, { row }: Entry): Set<Entry> {
  const documents = ofType(byDocument, row.uid)
  const entries = documents.get(row.documentId) ?? new Set()
  documents.set(row.documentId, entries)
  return entries
}

/** Reads a row anew that stays as it is written. */
export function touchRow(step: Step, row: Row): void {
  if (step.puts.get(row.uid)?.has(row.id) === true) return
  const json = jsonOf(row)
  if (json === undefined) step.trouble.note()
  else putRow(step, row.uid, row.id, json)
}

/** Every row that names one in what it writes, as it was. */
export function* namersOf({ graph }: Step, uid: Uid, id: number): Generator<Row> {
  for (const table of graph.tables.values()) {
    for (const namer of namersIn(table, uid, id)) {
      const row = table.byId.get(namer)
      if (row !== undefined) yield row
    }
  }
}

/** The rows as they will be, for references to find. */
export function rowsNow(step: Step, uid: Uid): NamedRows | undefined {
  const table = step.graph.tables.get(uid)
  if (table === undefined) return undefined
  const { type } = table
  const puts = step.puts.get(uid)
  const byId = (id: number): Named | undefined => {
    if (puts?.has(id) === true) return step.entries.get(uid)?.get(id)
    const row = table.byId.get(id)
    return row === undefined ? undefined : { type, row }
  }
  const byDocument = (documentId: string): readonly Named[] => {
    const kept = (table.byDocument.get(documentId) ?? []).filter(({ id }) => puts?.has(id) !== true)
    const others = step.byDocument.get(uid)?.get(documentId) ?? []
    return [...kept.map((row) => ({ type, row })), ...others].sort((a, b) => a.row.id - b.row.id)
  }
  return namedRows(type, sizeNow(step, uid), byId, byDocument)
}

/** How many rows there will be. */
export function sizeNow({ graph, puts }: Pick<Step, 'graph' | 'puts'>, uid: Uid): number {
  const before = graph.tables.get(uid)?.byId
  let size = before?.size ?? 0
  for (const [id, json] of puts.get(uid) ?? []) {
    size += Number(json !== undefined) - Number(before?.has(id) === true)
  }
  return size
}

/** Rows that are found by two functions. */
export const namedRows = (
  type: NamedRows['type'],
  length: number,
  byId: (id: number) => Named | undefined,
  byDocument: (documentId: string) => readonly Named[],
): NamedRows => ({
  type,
  file: '',
  entries: { length },
  byId: { get: byId },
  inLocale: (documentId, locale) => byDocument(documentId).filter(({ row }) => row.locale === locale),
})

/** Every put, type by type. */
export function* eachPut(puts: ReadonlyMap<Uid, Puts>): Generator<[Uid, number, JsonObject | undefined]> {
  for (const [uid, rows] of puts) for (const [id, json] of rows) yield [uid, id, json]
}
