/** Making a dataset smaller while something stays as it is: rows go first, then what is in them. */
import { isList, isObject, type Json } from '../../ground/json.ts'
import type { DatasetFiles } from '../../reference/graph/files.ts'

/** What every row keeps, so that ids stay what they are. */
const KEPT = new Set(['id', 'documentId', '__type', '__component'])

type Rows = readonly Json[]

/** Tries ever smaller datasets and keeps each that passes; one that is faulty must not. */
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
  // Rows that others name can only go after what names them.
  for (const round of ['rows', 'members', 'rows'] as const) {
    for (const stem of Object.keys(smallest.entries ?? {})) {
      const rowsOf = (): Rows => listOf(smallest.entries?.[stem])
      const put = (rows: Rows): Promise<boolean> =>
        attempt({ ...smallest, entries: { ...smallest.entries, [stem]: rows } })
      await (round === 'rows' ? dropRows(rowsOf, put) : dropMembers(rowsOf, put))
    }
    const media = (): Rows => listOf(smallest.media)
    if (round === 'rows') await dropRows(media, (rows) => attempt({ ...smallest, media: rows }))
  }
  return smallest
}

const listOf = (json: Json | undefined): Rows => (isList(json) ? json : [])

async function dropRows(rowsOf: () => Rows, put: (rows: Rows) => Promise<boolean>): Promise<void> {
  for (let size = rowsOf().length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < rowsOf().length; ) {
      const isGone = await put([...rowsOf().slice(0, start), ...rowsOf().slice(start + size)])
      if (!isGone) start += size
    }
  }
}

async function dropMembers(rowsOf: () => Rows, put: (rows: Rows) => Promise<boolean>): Promise<void> {
  for (let at = 0; at < rowsOf().length; at++) {
    const row = rowsOf()[at]
    if (!isObject(row)) continue
    const keys = Object.keys(row).filter((key) => !KEPT.has(key))
    if (keys.length > 0 && (await put(withoutKeys(rowsOf(), at, keys)))) continue
    for (const key of keys) await put(withoutKeys(rowsOf(), at, [key]))
  }
}

const withoutKeys = (rows: Rows, at: number, keys: readonly string[]): Rows =>
  rows.map((row, place) =>
    place === at && isObject(row)
      ? Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))
      : row,
  )
