/**
 * The slow path of a change: builds the graph again from all dataset files, with every check, but reuses unchanged
 * rows.
 */

import type { ComponentNode, Graph, Row } from '../../reference/graph/graph.ts'
import { buildOwned } from '../../reference/load/build.ts'
import { type DatasetFiles, withDefaults } from '../../reference/load/files/files.ts'
import { readLocales } from '../../reference/load/locales.ts'
import type { EntryDraft, FileUse, FormerUses } from '../../reference/load/rows/draft.ts'
import { withoutFormer } from '../../reference/load/rows/related.ts'
import { readTables } from '../../reference/load/rows/tables.ts'
import { newValueBudget } from '../../reference/load/rows/value-budget.ts'
import { DatasetError, type Fault, wholeFile } from '../../reference/schema/fault.ts'
import { loadSchema } from '../../reference/schema/load.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { removedLookup, withoutDangling } from './cascade.ts'
import { changeGraph } from './change.ts'
import { rowBefore } from './changeset.ts'
import { formerUses } from './file-uses.ts'
import { referrersIn } from './reverse-index.ts'
import { type Change, RowList } from './row-list.ts'
import { countValues, filesIn, type State, stateOf } from './state.ts'

/** The changed dataset files that `Change` cannot express, such as schemas. */
export interface FileChange {
  /** The new contents of schema, component and locale files, and of new files of rows. */
  readonly files: Partial<DatasetFiles>
  /** The stems (file names without extension) of removed files of rows. */
  readonly missing: ReadonlySet<string>
}

/**
 * Returns the graph with the changed rows. The function changes the graph on the fast path if possible; otherwise,
 * it rebuilds the graph.
 * @throws DatasetError if the rows break the dataset.
 */
export function putRows(graph: Graph, puts: Change['puts'], orphans: Change['orphans'] = []): Graph {
  const changed = changeGraph(graph, { puts, orphans }) ?? rebuildGraph(graph, { puts, orphans })
  if (changed !== undefined) return changed
  throw new DatasetError([tooManyValues(stateOf(graph))])
}

function tooManyValues({ limits }: State): Fault {
  const expected = `at most ${limits.values} values in all files together (limit "values")`
  return { file: '.', pointer: '', message: 'too many values', expected, found: 'more' }
}

/**
 * Builds a graph from all dataset files after a change; undefined if the files exceed the limit on values.
 * @throws DatasetError if the changed files break the dataset.
 */
export function rebuildGraph(
  graph: Graph,
  change: Change,
  { files, missing }: Partial<FileChange> = {},
): Graph | undefined {
  const state = stateOf(graph)
  const lists = new Map(state.lists)
  const removed = new Map<Uid, Row[]>()
  for (const [uid, puts] of change.puts) {
    lists.set(uid, change.orders?.get(uid) ?? (lists.get(uid) ?? RowList.of([])).with(puts))
    const rows = [...puts].flatMap(([id, json]) =>
      json === undefined ? (rowBefore({ graph }, uid, id) ?? []) : [],
    )
    if (rows.length > 0) removed.set(uid, rows)
  }
  const stems = new Map([...state.stems].filter(([stem]) => missing?.has(stem) !== true))
  const { puts: _, orders: __, orphans = [], ...single } = change
  const { entries: newEntries, ...others } = files ?? {}
  const rest = { ...state.files, ...single, ...others }
  const kept = filesIn({ ...state, files: rest, stems, lists })
  const all = { ...kept, entries: { ...kept.entries, ...newEntries } }
  return countAll(all) > state.limits.values ? undefined : build(all, graph, removed, orphans)
}

function countAll({ contentTypes, components = {}, entries = {}, ...single }: DatasetFiles): number {
  const files: Json[] = [contentTypes, components, entries].flatMap((folder) => Object.values(folder))
  return [...files, ...Object.values(single)].reduce(
    (sum: number, json) => sum + countValues(json ?? null),
    0,
  )
}

function build(
  files: DatasetFiles,
  before: Graph,
  removed: ReadonlyMap<Uid, readonly Row[]>,
  orphans: readonly ComponentNode[],
): Graph {
  const kept = removed.size === 0 ? files : withoutLinks(withDefaults(files), removed)
  const { limits } = stateOf(before)
  const result = buildOwned(kept, { limits, before, former: formerUsesIn(before, orphans) })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

/** Returns the dataset files without links to removed rows. */
function withoutLinks(
  files: Required<DatasetFiles>,
  removed: ReadonlyMap<Uid, readonly Row[]>,
): DatasetFiles {
  const ignore = (): void => {}
  const locales = readLocales(files.locales, wholeFile(''), ignore)
  const { schema } = loadSchema(files, ignore)
  const budget = newValueBudget(Number.MAX_SAFE_INTEGER, ignore)
  const now = readTables(files, { schema, locales, report: ignore, budget })
  const removal = { schema, locales, now, removed: removedLookup(removed, schema) }
  const changed = new Map<string, ReadonlyMap<JsonObject, JsonObject>>()
  for (const { file, entries } of now.values()) {
    const rows = entries.map((entry): [JsonObject, JsonObject] => [
      entry.json,
      withoutDangling(entry, removal),
    ])
    changed.set(file, new Map(rows.filter(([json, rest]) => json !== rest)))
  }
  const without = (file: string, rows: Json): Json => {
    const others = changed.get(file)
    if (others === undefined || others.size === 0 || !isList(rows)) return rows
    return Object.freeze(rows.map((row) => (isObject(row) ? (others.get(row) ?? row) : row)))
  }
  const entries = Object.entries(files.entries).map(([stem, rows]): [string, Json] => [
    stem,
    without(`entries/${stem}.json`, rows),
  ])
  return { ...files, entries: Object.fromEntries(entries), media: without('media.json', files.media) }
}

/**
 * Returns a function that removes outdated items from `__related` of an uploaded file: uses that existed before the
 * change, but no longer exist.
 */
function formerUsesIn(before: Graph, orphans: readonly ComponentNode[]): FormerUses {
  const uses = (file: number): readonly FileUse[] =>
    formerUses(
      before,
      file,
      [...before.tables.values()].flatMap((table) =>
        referrersIn(table, FILE_UID, file).flatMap((id) => table.byId.get(id) ?? []),
      ),
    )
  return {
    orphans: [...(before.orphans ?? []), ...orphans],
    forget: ({ json, row }: EntryDraft, now) => withoutFormer(json, now, () => uses(row.id)),
  }
}
