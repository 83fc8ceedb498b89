/** The whole way of an edit: all files are built again, with every check, and what comes out as it was is shared. */

import type { Graph, Row } from '../../reference/graph/graph.ts'
import { buildOwned } from '../../reference/load/build.ts'
import { type DatasetFiles, withDefaults } from '../../reference/load/files/files.ts'
import type { DatasetLimits } from '../../reference/load/limits.ts'
import { readLocales } from '../../reference/load/locales.ts'
import type { Entry, Former } from '../../reference/load/rows/draft.ts'
import { withoutFormer } from '../../reference/load/rows/related.ts'
import { newRoom } from '../../reference/load/rows/room.ts'
import { readSheets } from '../../reference/load/rows/sheets.ts'
import type { Use } from '../../reference/load/rows/use.ts'
import { type Collected, DatasetError, wholeFile } from '../../reference/schema/fault.ts'
import { loadSchema } from '../../reference/schema/load.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { goneRows, withoutLost } from './cascade.ts'
import { formerUses } from './file-uses.ts'
import { namersIn } from './reverse-index.ts'

/** Builds files of ours in the place of those of `before`; `gone` are the rows that were taken away. */
export function buildWhole(
  files: DatasetFiles,
  before: Graph,
  gone: ReadonlyMap<Uid, readonly Row[]>,
  { limits, collected }: { readonly limits: DatasetLimits; readonly collected?: Collected },
): Graph {
  const kept = gone.size === 0 ? files : withoutLinks(withDefaults(files), gone)
  const former = newFormer(before)
  const result = buildOwned(kept, {
    limits,
    before,
    former,
    ...(collected === undefined ? {} : { collected }),
  })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

/** The files without the links that led to rows which are gone. */
function withoutLinks(files: Required<DatasetFiles>, gone: ReadonlyMap<Uid, readonly Row[]>): DatasetFiles {
  const ignore = (): void => {}
  const locales = readLocales(files.locales, wholeFile(''), ignore)
  const { schema } = loadSchema(files, ignore)
  const sheets = readSheets(files, schema, locales, ignore, newRoom(Number.MAX_SAFE_INTEGER, ignore))
  const losses = { schema, locales, now: sheets, gone: goneRows(gone, schema) }
  const others = new Map<string, ReadonlyMap<JsonObject, JsonObject>>()
  for (const { file, entries } of sheets.values()) {
    const changed = entries.map((entry): [JsonObject, JsonObject] => [entry.json, withoutLost(entry, losses)])
    others.set(file, new Map(changed.filter(([json, rest]) => json !== rest)))
  }
  const without = (file: string, rows: Json): Json => {
    const changed = others.get(file)
    if (changed === undefined || changed.size === 0 || !isList(rows)) return rows
    return Object.freeze(rows.map((row) => (isObject(row) ? (changed.get(row) ?? row) : row)))
  }
  const entries = Object.entries(files.entries).map(([stem, rows]): [string, Json] => [
    stem,
    without(`entries/${stem}.json`, rows),
  ])
  return { ...files, entries: Object.fromEntries(entries), media: without('media.json', files.media) }
}

/** What the files of a graph are shown by, for those that are no longer. */
function newFormer(before: Graph): Former {
  const uses = (file: number): readonly Use[] =>
    formerUses(
      before,
      file,
      [...before.tables.values()].flatMap((table) =>
        namersIn(table, FILE_UID, file).flatMap((id) => table.byId.get(id) ?? []),
      ),
    )
  return {
    forget: ({ json, row }: Entry, now) => withoutFormer(json, now, () => uses(row.id)),
  }
}
