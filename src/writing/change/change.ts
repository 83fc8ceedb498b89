/**
 * A graph with some rows changed, at a cost in proportion to them: the primitive under every edit. What is unusual or
 * wrong is left to a build of the whole, which tells every fault.
 */

import { freeze } from 'immer'
import { freezeTree } from '../../reference/graph/freeze.ts'
import type { Graph, Row, Table } from '../../reference/graph/graph.ts'
import { changeTable } from '../../reference/graph/layered.ts'
import { isSame, jsonOf, keepJson, share } from '../../reference/graph/share.ts'
import { readAccess } from '../../reference/load/access.ts'
import { frozenNode } from '../../reference/load/frozen-node.ts'
import { fillRow } from '../../reference/load/rows/content.ts'
import type { Entry, NamedRows } from '../../reference/load/rows/draft.ts'
import type { IdLedger } from '../../reference/load/rows/ids.ts'
import { newRoom } from '../../reference/load/rows/room.ts'
import { readSettings } from '../../reference/load/settings.ts'
import { wholeFile } from '../../reference/schema/fault.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { bare } from '../../util/bare.ts'
import type { JsonObject } from '../../util/json.ts'
import { goneRows, withoutLost } from './cascade.ts'
import type { Change } from './change-of-rows.ts'
import {
  eachPut,
  namersOf,
  newStep,
  ofType,
  putRow,
  rowBefore,
  rowsNow,
  type Step,
  sizeNow,
  touchRow,
} from './changeset.ts'
import { completeShowings } from './file-uses.ts'
import { completeSides, isSameHead, type Rederived } from './inverses.ts'
import { ownerIn } from './reverse-index.ts'
import type { Puts } from './row-list.ts'
import { keepState, stateOf } from './state.ts'
import { type OtherRows, stateAfter } from './state-after.ts'

/** What a caller may say of a graph that is changed. */
export interface ChangeOptions {
  /** How many rows a table has that is worth layers. */
  readonly few?: number
}

/**
 * The changed graph: equal to one that is built from the changed files, and sharing all that stays. Links to rows that
 * are taken away go with them. Undefined where that cannot be told from the changed rows, or is wrong.
 */
export function changeGraph(graph: Graph, change: Change, options: ChangeOptions = {}): Graph | undefined {
  const state = stateOf(graph)
  const step = newStep(graph, state)
  begin(step, change.puts)
  dropLost(step)
  touchNamers(step)
  if (step.trouble.isThere() || isTooMuch(step)) return undefined
  const entries = [...step.entries.values()].flatMap((rows) => [...rows.values()])
  readRows(step, entries)
  const rederived = completeSides(step)
  const said = completeShowings(step, rederived)
  for (const [id, json] of said)
    if (step.puts.get(FILE_UID)?.has(id) === true) ofType(step.puts, FILE_UID).set(id, json)
  if (step.trouble.isThere()) return undefined
  return finish(step, change, { rederived, said }, options)
}

/** Rows that stay as they are written are no change. */
function begin(step: Step, puts: ReadonlyMap<Uid, Puts>): void {
  for (const [uid, id, json] of eachPut(puts)) {
    const before = rowBefore(step, uid, id)
    const written = before === undefined ? undefined : jsonOf(before)
    if (json !== written) putRow(step, uid, id, json)
  }
}

/** The rows that go, by type. */
function goneIn(step: Step): ReadonlyMap<Uid, readonly Row[]> {
  const gone = new Map<Uid, Row[]>()
  for (const [uid, id, json] of eachPut(step.puts)) {
    const row = json === undefined ? rowBefore(step, uid, id) : undefined
    if (row !== undefined) gone.set(uid, [...(gone.get(uid) ?? []), row])
  }
  return gone
}

function dropLost(step: Step): void {
  const gone = goneIn(step)
  if (gone.size === 0) return
  const { schema, locales } = step.graph
  for (const rows of gone.values())
    for (const { uid, id } of rows) for (const namer of namersOf(step, uid, id)) touchRow(step, namer)
  const now = { get: (uid: Uid) => rowsNow(step, uid) }
  const losses = { schema, locales, now, gone: goneRows(gone, schema) }
  for (const [uid, entries] of step.entries) {
    for (const [id, entry] of [...entries]) {
      const json = withoutLost(entry, losses)
      if (json !== entry.json) putRow(step, uid, id, json)
    }
  }
}

/** Whoever names a document whose rows are others now may name others. */
function touchNamers(step: Step): void {
  for (const [uid, id, json] of [...eachPut(step.puts)]) {
    const before = rowBefore(step, uid, id)
    const entry = json === undefined ? undefined : step.entries.get(uid)?.get(id)
    if (before !== undefined && entry !== undefined && isSameHead(before, entry)) continue
    const documents = new Set([before?.documentId, entry?.row.documentId])
    for (const documentId of documents) {
      const rows = step.graph.tables.get(uid)?.byDocument.get(documentId ?? '') ?? []
      for (const row of rows) for (const namer of namersOf(step, uid, row.id)) touchRow(step, namer)
    }
  }
}

const FOLDER_UID: Uid = 'plugin::upload.folder'
const MANY = 1000

/** Where most rows change, or files begin to be in folders, all is built anew. */
function isTooMuch(step: Step): boolean {
  const folders = step.graph.tables.get(FOLDER_UID)?.byId.size ?? 0
  if ((folders === 0) !== (sizeNow(step, FOLDER_UID) === 0)) return true
  const changed = [...step.puts.values()].reduce((sum, rows) => sum + rows.size, 0)
  if (changed < MANY) return false
  const all = [...step.graph.tables.values()].reduce((sum, { byId }) => sum + byId.size, 0)
  return changed > all / 2
}

function readRows(step: Step, entries: readonly Entry[]): void {
  const { graph, trouble } = step
  const { schema, locales } = graph
  const room = newRoom(step.state.limits.values, trouble.note)
  const sheets = new Map([...graph.tables.keys()].map((uid) => [uid, rowsNow(step, uid)]))
  const componentIds = new Map([...schema.components.keys()].map((uid) => [uid, ledgerOf(uid, step)]))
  const reading = { schema, unreadable: new Map(), locales, sheets, report: trouble.note, room, componentIds }
  for (const entry of entries) {
    fillRow(entry, entry.type, reading)
    if (isTwin(entry, sheets.get(entry.row.uid))) trouble.note()
  }
  // Every component that there is has an id.
  if ([...componentIds.values()].some(({ waiting }) => waiting.length > 0)) trouble.note()
}

/** The ids of a component that other rows have, and those that are read now. */
function ledgerOf(component: Uid, { graph, puts }: Step): IdLedger {
  const place = wholeFile('')
  const taken = new Set<number>()
  const isElsewhere = (table: Table, id: number): boolean => {
    const owner = ownerIn(table, component, id)
    return owner !== undefined && puts.get(table.type.uid)?.has(owner) !== true
  }
  const has = (id: number): boolean =>
    taken.has(id) || [...graph.tables.values()].some((table) => isElsewhere(table, id))
  const ledger = {
    has,
    get: (id: number) => (has(id) ? place : undefined),
    set: (id: number) => taken.add(id),
  }
  return { taken: ledger, waiting: [] }
}

/** Whether its document has another row of its locale and status. */
function isTwin({ row }: Entry, sheet: NamedRows | undefined): boolean {
  const rows = sheet?.inLocale(row.documentId, row.locale) ?? []
  return rows.filter((one) => one.row.status === row.status).length > 1
}

interface Followed {
  readonly rederived: Rederived
  /** Files that say less of where they are shown. */
  readonly said: ReadonlyMap<number, JsonObject>
}

function finish(step: Step, change: Change, followed: Followed, { few }: ChangeOptions): Graph | undefined {
  const { graph, state, trouble } = step
  const rows = rowsOf(step, followed)
  const { schema } = graph
  const access =
    change.access === undefined
      ? graph.access
      : share(graph.access, readAccess(change.access, schema, wholeFile('access.json'), trouble.note))
  const settings =
    change.settings === undefined
      ? graph.settings
      : share(graph.settings, readSettings(change.settings, wholeFile('settings.json'), trouble.note))
  const after = stateAfter(step, change, followed.said, rows)
  if (trouble.isThere() || after.weight.json > state.limits.values || after.weight.rows > state.limits.values)
    return undefined
  const tables = tablesWith(graph, rows, few)
  const changed = Object.freeze({
    schema,
    tables,
    locales: graph.locales,
    access: freeze(access, true),
    settings: freezeTree(settings),
  })
  keepState(changed, after)
  return changed
}

/** Every row that is another, by type and id. */
function rowsOf(step: Step, { rederived, said }: Followed): OtherRows {
  const rows = new Map<Uid, Map<number, Row | undefined>>()
  for (const [uid, id, json] of eachPut(step.puts)) {
    const before = rowBefore(step, uid, id)
    const read = json === undefined ? undefined : step.entries.get(uid)?.get(id)?.row
    if (read === undefined || json === undefined) {
      if (before !== undefined) ofType(rows, uid).set(id, undefined)
      continue
    }
    if (before !== undefined && jsonOf(before) === json && isSame(before, read)) continue
    const row: Row = frozenNode(read)
    keepJson(row, json)
    ofType(rows, uid).set(id, row)
  }
  for (const [uid, others] of rederived) {
    for (const [id, links] of others) {
      const before = rowBefore(step, uid, id)
      if (before === undefined) continue
      const row: Row = Object.freeze({ ...before, links: withLinks(before, links) })
      const json = (uid === FILE_UID ? said.get(id) : undefined) ?? jsonOf(before)
      if (json !== undefined) keepJson(row, json)
      ofType(rows, uid).set(id, row)
    }
  }
  return rows
}

function withLinks({ links }: Row, others: ReadonlyMap<string, Row['links'][string]>): Row['links'] {
  const all: Record<string, Row['links'][string]> = Object.assign(bare<Row['links'][string]>(), links)
  for (const [name, refs] of others) all[name] = refs
  return Object.freeze(all)
}

function tablesWith({ tables }: Graph, rows: OtherRows, few: number | undefined): Graph['tables'] {
  if (rows.size === 0) return tables
  const all = new Map(tables)
  for (const [uid, changes] of rows) {
    const table = tables.get(uid)
    if (table !== undefined) all.set(uid, changeTable(table, changes, few))
  }
  return freeze(all)
}
