/** The changeset of a change: the rows that must be read again, and functions that look up rows after the change. */

import type { Graph, Row } from '../../reference/graph/graph.ts'
import { rowJson } from '../../reference/graph/share.ts'
import type { EntryDraft, ReferencedRow, ReferencedRows } from '../../reference/load/rows/draft.ts'
import { newLedger } from '../../reference/load/rows/ids.ts'
import { RowSource, readEntry } from '../../reference/load/rows/tables.ts'
import type { Place } from '../../reference/schema/fault.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import type { JsonObject } from '../../util/json.ts'
import { referrersIn } from './reverse-index.ts'
import type { Puts } from './row-list.ts'
import type { State } from './state.ts'

/**
 * The request of a change for the slow path, which builds the graph from all files. If the fast path finds a fault,
 * it only requests the slow path, which then reports the fault in detail.
 */
export interface Fallback {
  readonly request: () => void
  readonly isRequested: () => boolean
}

/** Makes a `Fallback` that has not been requested. */
export function newFallback(): Fallback {
  let isRequested = false
  const request = (): void => {
    isRequested = true
  }
  return { request, isRequested: () => isRequested }
}

/** A map of values by the uid of a type and the id of a row. */
export type ByRow<T> = Map<Uid, Map<number, T>>

export interface Changeset {
  readonly graph: Graph
  readonly state: State
  readonly fallback: Fallback
  /** The new JSON of every row that must be read again, by type and id; undefined for a removed row. */
  readonly puts: ByRow<JsonObject | undefined>
  /** Each row of `puts` in its parsed form, except removed rows. */
  readonly entries: ByRow<EntryDraft>
  readonly byDocument: Map<Uid, Map<string, Set<EntryDraft>>>
}

const NOWHERE: Place = { file: '', within: null, key: '' }

/** Makes an empty changeset for a change of a graph. */
export const newChangeset = (graph: Graph, state: State): Changeset => ({
  graph,
  state,
  fallback: newFallback(),
  puts: new Map(),
  entries: new Map(),
  byDocument: new Map(),
})

/** Returns the inner map of a type, and creates the map if it is missing. */
export function ofType<K, V>(maps: Map<Uid, Map<K, V>>, uid: Uid): Map<K, V> {
  const there = maps.get(uid)
  if (there !== undefined) return there
  const made = new Map<K, V>()
  maps.set(uid, made)
  return made
}

/** Returns a row in its state before the change; undefined if the change adds the row. */
export const rowBefore = ({ graph }: Pick<Changeset, 'graph'>, uid: Uid, id: number): Row | undefined =>
  graph.tables.get(uid)?.byId.get(id)

/**
 * Reads the id, documentId, locale and status of a changed row into the changeset, or records that the row is removed.
 */
export function readRow(changeset: Changeset, uid: Uid, id: number, json: JsonObject | undefined): void {
  const { graph, entries, puts } = changeset
  const type = graph.schema.contentTypes.get(uid)
  if (type === undefined) return changeset.fallback.request()
  ofType(puts, uid).set(id, json)
  const earlier = entries.get(uid)?.get(id)
  if (earlier !== undefined) documentIn(changeset, earlier).delete(earlier)
  if (json === undefined) return void entries.get(uid)?.delete(id)
  const { locales } = graph
  const report = changeset.fallback.request
  const entry = readEntry(json, new RowSource(NOWHERE), { type, locales, ids: newLedger(), report })
  if (entry.row.id !== id) changeset.fallback.request()
  ofType(entries, uid).set(id, entry)
  documentIn(changeset, entry).add(entry)
}

function documentIn({ byDocument }: Changeset, { row }: EntryDraft): Set<EntryDraft> {
  const documents = ofType(byDocument, row.uid)
  const entries = documents.get(row.documentId) ?? new Set()
  documents.set(row.documentId, entries)
  return entries
}

/**
 * Adds an unchanged row to the rows that must be read again, because its links may now lead to other rows or to no
 * row.
 */
export function rereadRow(changeset: Changeset, row: Row): void {
  if (changeset.puts.get(row.uid)?.has(row.id) === true) return
  const json = rowJson(row)
  if (json === undefined) changeset.fallback.request()
  else readRow(changeset, row.uid, row.id, json)
}

/** Yields every row whose JSON referred to the row `id` before the change. */
export function* referrersOf({ graph }: Changeset, uid: Uid, id: number): Generator<Row> {
  for (const table of graph.tables.values()) {
    for (const referrer of referrersIn(table, uid, id)) {
      const row = table.byId.get(referrer)
      if (row !== undefined) yield row
    }
  }
}

/**
 * Returns functions that look up the rows of a type after the change, by the id or the document that a reference
 * names.
 */
export function rowsNow(changeset: Changeset, uid: Uid): ReferencedRows | undefined {
  const table = changeset.graph.tables.get(uid)
  if (table === undefined) return undefined
  const { type } = table
  const puts = changeset.puts.get(uid)
  const byId = (id: number): ReferencedRow | undefined => {
    if (puts?.has(id) === true) return changeset.entries.get(uid)?.get(id)
    const row = table.byId.get(id)
    return row === undefined ? undefined : { type, row }
  }
  const byDocument = (documentId: string): readonly ReferencedRow[] => {
    const kept = (table.byDocument.get(documentId) ?? []).filter(({ id }) => puts?.has(id) !== true)
    const others = changeset.byDocument.get(uid)?.get(documentId) ?? []
    return [...kept.map((row) => ({ type, row })), ...others].sort((a, b) => a.row.id - b.row.id)
  }
  return referencedRows(type, sizeNow(changeset, uid), byId, byDocument)
}

/** Returns the number of rows of a type after the change. */
export function sizeNow({ graph, puts }: Pick<Changeset, 'graph' | 'puts'>, uid: Uid): number {
  const before = graph.tables.get(uid)?.byId
  let size = before?.size ?? 0
  for (const [id, json] of puts.get(uid) ?? []) {
    size += Number(json !== undefined) - Number(before?.has(id) === true)
  }
  return size
}

/**
 * Makes the lookups for references to one type from two functions, which find a row by its id, and the rows of a
 * document.
 */
export const referencedRows = (
  type: ReferencedRows['type'],
  length: number,
  byId: (id: number) => ReferencedRow | undefined,
  byDocument: (documentId: string) => readonly ReferencedRow[],
): ReferencedRows => ({
  type,
  file: '',
  entries: { length },
  byId: { get: byId },
  inLocale: (documentId, locale) => byDocument(documentId).filter(({ row }) => row.locale === locale),
})

/** Yields the type, the id and the new JSON of every changed row; the JSON is undefined for a removed row. */
export function* eachPut(puts: ReadonlyMap<Uid, Puts>): Generator<[Uid, number, JsonObject | undefined]> {
  for (const [uid, rows] of puts) for (const [id, json] of rows) yield [uid, id, json]
}
