/**
 * The fast path of a change of rows: makes a new graph in a time proportional to the number of changed rows. Edits,
 * write requests and worlds use the fast path. Unusual or faulty changes take the slow path in `rebuild.ts`, which
 * reports every fault.
 */

import { freeze } from 'immer'
import { freezeTree } from '../../reference/graph/freeze.ts'
import type { ComponentNode, Graph, Row } from '../../reference/graph/graph.ts'
import { changeTable } from '../../reference/graph/layered.ts'
import { isSame, rowJson, setRowJson, share } from '../../reference/graph/share.ts'
import { readAccess } from '../../reference/load/access.ts'
import { fillRow } from '../../reference/load/rows/content.ts'
import { type EntryDraft, freezeNode, type ReferencedRows } from '../../reference/load/rows/draft.ts'
import type { IdLedger } from '../../reference/load/rows/ids.ts'
import { newValueBudget } from '../../reference/load/rows/value-budget.ts'
import { readSettings } from '../../reference/load/settings.ts'
import { wholeFile } from '../../reference/schema/fault.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { JsonObject } from '../../util/json.ts'
import { plainObject } from '../../util/plain-object.ts'
import { removedLookup, withoutDangling } from './cascade.ts'
import {
  type Changeset,
  eachPut,
  newChangeset,
  ofType,
  readRow,
  referrersOf,
  rereadRow,
  rowBefore,
  rowsNow,
  sizeNow,
} from './changeset.ts'
import { completeFileUses } from './file-uses.ts'
import { completeSides, isSameHead, type Rederived } from './inverses.ts'
import { ownersIn } from './reverse-index.ts'
import type { Change, Puts } from './row-list.ts'
import { setState, stateOf } from './state.ts'
import { type OtherRows, stateAfter } from './state-after.ts'

/** Options of a change, for tests only. */
export interface ChangeOptions {
  /**
   * A table with at least `few` rows stores changes as a layer above the unchanged rows. A change copies a table with
   * fewer rows.
   */
  readonly few?: number
}

/**
 * Returns the changed graph, which equals a graph built from the changed dataset files. The changed graph shares all
 * unchanged tables and rows with the earlier graph, and has no links to removed rows. `changeGraph` returns undefined
 * if the change needs the slow path, for example because the change is faulty.
 */
export function changeGraph(graph: Graph, change: Change, options: ChangeOptions = {}): Graph | undefined {
  const state = stateOf(graph)
  const changeset = newChangeset(graph, state)
  begin(changeset, change.puts)
  dropDanglingLinks(changeset)
  rereadReferrers(changeset)
  if (changeset.fallback.isRequested() || isCheaperWhole(changeset)) return undefined
  const entries = [...changeset.entries.values()].flatMap((rows) => [...rows.values()])
  readRows(changeset, entries)
  const rederived = completeSides(changeset)
  const shortened = completeFileUses(changeset, rederived, change.orphans ?? [])
  for (const [id, json] of shortened)
    if (changeset.puts.get(FILE_UID)?.has(id) === true) ofType(changeset.puts, FILE_UID).set(id, json)
  if (changeset.fallback.isRequested()) return undefined
  return finish(changeset, change, { rederived, shortened }, options)
}

/** Reads those rows of a change whose JSON differs from the JSON before the change. */
function begin(changeset: Changeset, puts: ReadonlyMap<Uid, Puts>): void {
  for (const [uid, id, json] of eachPut(puts)) {
    const before = rowBefore(changeset, uid, id)
    const written = before === undefined ? undefined : rowJson(before)
    if (json !== written) readRow(changeset, uid, id, json)
  }
}

/** Returns the rows that the change removes, by type. */
function removedRows(changeset: Changeset): ReadonlyMap<Uid, readonly Row[]> {
  const gone = new Map<Uid, Row[]>()
  for (const [uid, id, json] of eachPut(changeset.puts)) {
    const row = json === undefined ? rowBefore(changeset, uid, id) : undefined
    if (row !== undefined) gone.set(uid, [...(gone.get(uid) ?? []), row])
  }
  return gone
}

function dropDanglingLinks(changeset: Changeset): void {
  const removed = removedRows(changeset)
  if (removed.size === 0) return
  const { schema, locales } = changeset.graph
  for (const rows of removed.values())
    for (const { uid, id } of rows)
      for (const referrer of referrersOf(changeset, uid, id)) rereadRow(changeset, referrer)
  const now = { get: (uid: Uid) => rowsNow(changeset, uid) }
  const removal = { schema, locales, now, removed: removedLookup(removed, schema) }
  for (const [uid, entries] of changeset.entries) {
    for (const [id, entry] of [...entries]) {
      const json = withoutDangling(entry, removal)
      if (json !== entry.json) readRow(changeset, uid, id, json)
    }
  }
}

/**
 * Reads each row again that refers to a document whose rows have changed their document, locale or status. The
 * references of a row that is read again may now resolve to other rows.
 */
function rereadReferrers(changeset: Changeset): void {
  for (const [uid, id, json] of [...eachPut(changeset.puts)]) {
    const before = rowBefore(changeset, uid, id)
    const entry = json === undefined ? undefined : changeset.entries.get(uid)?.get(id)
    if (before !== undefined && entry !== undefined && isSameHead(before, entry)) continue
    const documents = new Set([before?.documentId, entry?.row.documentId])
    for (const documentId of documents) {
      const rows = changeset.graph.tables.get(uid)?.byDocument.get(documentId ?? '') ?? []
      for (const row of rows)
        for (const referrer of referrersOf(changeset, uid, row.id)) rereadRow(changeset, referrer)
    }
  }
}

const FOLDER_UID: Uid = 'plugin::upload.folder'
const MANY = 1000

/**
 * Returns whether a change takes the slow path, which builds the graph from all files. The slow path is faster for a
 * large change. The first upload folder, and the removal of the last upload folder, also need the slow path.
 */
function isCheaperWhole(changeset: Changeset): boolean {
  const folders = changeset.graph.tables.get(FOLDER_UID)?.byId.size ?? 0
  if ((folders === 0) !== (sizeNow(changeset, FOLDER_UID) === 0)) return true
  const changed = [...changeset.puts.values()].reduce((sum, rows) => sum + rows.size, 0)
  if (changed < MANY) return false
  const all = [...changeset.graph.tables.values()].reduce((sum, { byId }) => sum + byId.size, 0)
  return changed > all / 2
}

function readRows(changeset: Changeset, entries: readonly EntryDraft[]): void {
  const { graph, fallback } = changeset
  const { schema, locales } = graph
  const budget = newValueBudget(changeset.state.limits.values, fallback.request)
  const drafts = new Map([...graph.tables.keys()].map((uid) => [uid, rowsNow(changeset, uid)]))
  const componentIds = new Map([...schema.components.keys()].map((uid) => [uid, ledgerOf(uid, changeset)]))
  const reading = {
    schema,
    unreadable: new Map(),
    locales,
    drafts,
    report: fallback.request,
    budget,
    componentIds,
    lastNames: new Map(),
  }
  for (const entry of entries) {
    fillRow(entry, entry.type, reading)
    if (isTwin(entry, drafts.get(entry.row.uid))) fallback.request()
  }
  // Requests the slow path if a component in the change has no id.
  if ([...componentIds.values()].some(({ waiting }) => waiting.length > 0)) fallback.request()
}

/**
 * Returns the ids that components of one uid already have, in unchanged rows and in the changed rows that were read so
 * far.
 */
function ledgerOf(component: Uid, { graph, puts }: Changeset): IdLedger {
  const place = wholeFile('')
  const taken = new Set<number>()
  const held = [...graph.tables.values()].flatMap((table) => {
    const ownerOf = ownersIn(table, component)
    return ownerOf === undefined ? [] : [{ ownerOf, changed: puts.get(table.type.uid) }]
  })
  const isElsewhere = (id: number): boolean =>
    held.some(({ ownerOf, changed }) => {
      const owner = ownerOf(id)
      return owner !== undefined && changed?.has(owner) !== true
    })
  const has = (id: number): boolean => taken.has(id) || isElsewhere(id)
  const ledger = {
    has,
    get: (id: number) => (has(id) ? place : undefined),
    add: (id: number): void => void taken.add(id),
  }
  return { taken: ledger, waiting: [] }
}

/** Returns whether the document of a changed row has another row with the same locale and status. */
function isTwin({ row }: EntryDraft, draft: ReferencedRows | undefined): boolean {
  const rows = draft?.inLocale(row.documentId, row.locale) ?? []
  return rows.filter((one) => one.row.status === row.status).length > 1
}

interface FollowedLink {
  readonly rederived: Rederived
  /** The new JSON of each uploaded file whose `__related` loses uses that no longer exist, by the id of the file. */
  readonly shortened: ReadonlyMap<number, JsonObject>
}

function finish(
  changeset: Changeset,
  change: Change,
  followed: FollowedLink,
  { few }: ChangeOptions,
): Graph | undefined {
  const { graph, state, fallback } = changeset
  const rows = rowsOf(changeset, followed)
  const { schema } = graph
  const access =
    change.access === undefined
      ? graph.access
      : share(graph.access, readAccess(change.access, schema, wholeFile('access.json'), fallback.request))
  const settings =
    change.settings === undefined
      ? graph.settings
      : share(graph.settings, readSettings(change.settings, wholeFile('settings.json'), fallback.request))
  const after = stateAfter(changeset, change, followed.shortened, rows)
  if (
    fallback.isRequested() ||
    after.weight.json > state.limits.values ||
    after.weight.rows > state.limits.values
  )
    return undefined
  const tables = tablesWith(graph, rows, few)
  const changed = Object.freeze({
    schema,
    tables,
    locales: graph.locales,
    access: freeze(access, true),
    settings: freezeTree(settings),
    ...withOrphans([...(graph.orphans ?? []), ...(change.orphans ?? [])]),
  })
  setState(changed, after)
  return changed
}

const withOrphans = (orphans: readonly ComponentNode[]): Pick<Graph, 'orphans'> =>
  orphans.length === 0 ? {} : { orphans: Object.freeze(orphans) }

/** Returns the new rows of the change, by type and id; undefined for removed rows. */
function rowsOf(changeset: Changeset, { rederived, shortened }: FollowedLink): OtherRows {
  const rows = new Map<Uid, Map<number, Row | undefined>>()
  for (const [uid, id, json] of eachPut(changeset.puts)) {
    const before = rowBefore(changeset, uid, id)
    const read = json === undefined ? undefined : changeset.entries.get(uid)?.get(id)?.row
    if (read === undefined || json === undefined) {
      if (before !== undefined) ofType(rows, uid).set(id, undefined)
      continue
    }
    if (before !== undefined && rowJson(before) === json && isSame(before, read)) continue
    const row: Row = freezeNode(read)
    setRowJson(row, json)
    ofType(rows, uid).set(id, row)
  }
  for (const [uid, others] of rederived) {
    for (const [id, links] of others) {
      const before = rowBefore(changeset, uid, id)
      if (before === undefined) continue
      const row: Row = Object.freeze({ ...before, links: withLinks(before, links) })
      const json = (uid === FILE_UID ? shortened.get(id) : undefined) ?? rowJson(before)
      if (json !== undefined) setRowJson(row, json)
      ofType(rows, uid).set(id, row)
    }
  }
  return rows
}

function withLinks({ links }: Row, others: ReadonlyMap<string, Row['links'][string]>): Row['links'] {
  const all: Record<string, Row['links'][string]> = Object.assign(plainObject<Row['links'][string]>(), links)
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
