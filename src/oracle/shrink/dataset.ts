/** Shrinks a dataset as long as a condition holds: removes rows, then members of rows, then more rows. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { halves, removeNeedless } from './shrink.ts'

/** The names of the members that no row may lose, so that the ids of rows do not change. */
const IDENTIFYING = new Set(['id', 'documentId', '__type', '__component'])

type RowJson = readonly Json[]

/**
 * Tries smaller and smaller datasets, and continues with each smaller dataset for which `passes` returns true. The
 * parameter `passes` must return false for a faulty dataset.
 */
export async function reduceDataset(
  files: DatasetFiles,
  passes: (files: DatasetFiles) => Promise<boolean>,
): Promise<DatasetFiles> {
  let smallest = files
  const attempt = async (tried: DatasetFiles): Promise<boolean> => {
    const isKept = await passes(tried)
    if (isKept) smallest = tried
    return isKept
  }
  const putEntries =
    (stem: string) =>
    (rows: RowJson): Promise<boolean> =>
      attempt({ ...smallest, entries: { ...smallest.entries, [stem]: rows } })
  // Calls `dropRows` a second time to remove rows to which no other row refers any more.
  for (const round of [dropRows, dropMembers, dropRows]) {
    for (const stem of Object.keys(smallest.entries ?? {}))
      await round(listOf(smallest.entries?.[stem]), putEntries(stem))
    if (round === dropRows)
      await dropRows(listOf(smallest.media), (rows) => attempt({ ...smallest, media: rows }))
  }
  return smallest
}

const listOf = (json: Json | undefined): RowJson => (isList(json) ? json : [])

type TryRows = (rows: RowJson) => Promise<boolean>

async function dropRows(rows: RowJson, put: TryRows): Promise<void> {
  await removeNeedless(rows.length, { sizes: halves(rows.length), closesUp: true }, (gone) =>
    put(rows.filter((_row, at) => !gone.has(at))),
  )
}

async function dropMembers(rows: RowJson, put: TryRows): Promise<void> {
  let smaller = rows
  for (const [at, row] of rows.entries()) {
    if (!isObject(row)) continue
    const keys = Object.keys(row).filter((key) => !IDENTIFYING.has(key))
    const without = (gone: ReadonlySet<number>): RowJson =>
      smaller.with(at, withoutKeys(row, new Set(keys.filter((_key, place) => gone.has(place)))))
    // Tries to remove all members of a row, and then single members, because most rows need either none of their
    // members or nearly all of them.
    const gone = await removeNeedless(keys.length, { sizes: [keys.length, 1], closesUp: false }, (tried) =>
      put(without(tried)),
    )
    smaller = without(gone)
  }
}

const withoutKeys = (row: JsonObject, gone: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !gone.has(key)))
