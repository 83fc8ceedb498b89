/**
 * Updates the attribute `related` of uploaded files after a change of rows. A use of a file is a link from a row or
 * component to the file.
 */

import { freezeTree } from '../../reference/graph/freeze.ts'
import type { ComponentNode, Graph, Ref, Row } from '../../reference/graph/graph.ts'
import { isSame, rowJson } from '../../reference/graph/share.ts'
import type { EntryDraft, FileUse } from '../../reference/load/rows/draft.ts'
import {
  type FileUses,
  isRelatedKept,
  relatedOf,
  useKey,
  usesIn,
  withoutFormer,
} from '../../reference/load/rows/related.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { type Changeset, ofType, referrersOf, rowBefore } from './changeset.ts'
import type { Rederived } from './inverses.ts'
import { referrersIn } from './reverse-index.ts'
import type { Puts } from './row-list.ts'

/**
 * Sets `related` of all uploaded files that the change reads again or whose uses change. The function returns the new
 * JSON of the files whose `__related` loses uses.
 */
export function completeFileUses(
  changeset: Changeset,
  rederived: Rederived,
  orphans: readonly ComponentNode[],
): ReadonlyMap<number, JsonObject> {
  const { schema } = changeset.graph
  const shortened = new Map<number, JsonObject>()
  if (!isRelatedKept(schema)) return shortened
  const { before, after } = usesOfPuts(changeset, orphans)
  const isTouched = (id: number): boolean => !isSame(before.get(id) ?? [], after.get(id) ?? [])
  const files = changeset.entries.get(FILE_UID)
  const touched = [...new Set([...before.keys(), ...after.keys()])].filter(isTouched)
  for (const id of new Set([...touched, ...(files?.keys() ?? [])])) {
    const file = files?.get(id)
    const row =
      changeset.puts.get(FILE_UID)?.has(id) === true ? undefined : rowBefore(changeset, FILE_UID, id)
    if (row !== undefined && !after.has(id) && member(rowJson(row) ?? {}, '__related') === undefined) {
      // If the JSON of the file has no `__related`, removing a use from `related` leaves the order of the remaining
      // uses unchanged.
      complete(undefined, row, withoutUses(row.links['related'] ?? [], before.get(id) ?? []), rederived)
      continue
    }
    const written = file ?? (row === undefined ? undefined : { json: rowJson(row) ?? {}, place: NOWHERE })
    if (written === undefined) continue
    const now = [...usesElsewhere(changeset, id), ...(after.get(id) ?? [])]
    const json = withoutFormer(written.json, now, () =>
      formerUses(changeset.graph, id, referrersOf(changeset, FILE_UID, id)),
    )
    if (json !== written.json) shortened.set(id, json)
    complete(
      file,
      row,
      relatedOf({ place: written.place, json }, now, schema, changeset.fallback.request),
      rederived,
    )
  }
  return shortened
}

function withoutUses(related: readonly Ref[], gone: readonly FileUse[]): readonly Ref[] {
  const ids = new Map<Uid, Set<number>>()
  for (const { ref } of gone) ids.set(ref.type, (ids.get(ref.type) ?? new Set()).add(ref.id))
  return Object.freeze([...related].filter(({ type, id }) => ids.get(type)?.has(id) !== true))
}

const NOWHERE = { file: '', within: null, key: '' }

function complete(
  file: EntryDraft | undefined,
  row: Row | undefined,
  related: readonly Ref[],
  rederived: Rederived,
): void {
  if (file !== undefined) file.row.links['related'] = related
  else if (row !== undefined) {
    const attributes = ofType(rederived, FILE_UID).get(row.id) ?? new Map<string, readonly Ref[]>()
    ofType(rederived, FILE_UID).set(row.id, attributes.set('related', related))
  }
}

/**
 * Returns the uses of files in the rows that are read again, before and after the change, and in components that lose
 * their row.
 */
function usesOfPuts(
  changeset: Changeset,
  orphans: readonly ComponentNode[],
): { readonly before: FileUses; readonly after: FileUses } {
  const { schema } = changeset.graph
  const before: Row[] = []
  const after: (ComponentNode | EntryDraft['row'])[] = [...orphans]
  for (const [uid, rows] of changeset.puts) {
    for (const id of rows.keys()) {
      const [row, entry] = [rowBefore(changeset, uid, id), changeset.entries.get(uid)?.get(id)]
      if (row !== undefined) before.push(row)
      if (entry !== undefined) after.push(entry.row)
    }
  }
  return { before: usesIn(schema, before), after: usesIn(schema, after) }
}

/** Returns the uses of a file in the rows that the change does not read again, and in components without a row. */
function usesElsewhere(changeset: Changeset, file: number): readonly FileUse[] {
  const rows = [...referrersOf(changeset, FILE_UID, file)].filter(
    ({ uid, id }) => changeset.puts.get(uid)?.has(id) !== true,
  )
  return formerUses(changeset.graph, file, rows)
}

/** Returns the uses of a file before a change: in the rows that refer to the file, and in components without a row. */
export const formerUses = (
  { schema, orphans = [] }: Graph,
  file: number,
  referrers: Iterable<Row>,
): readonly FileUse[] => usesIn(schema, [...referrers, ...orphans]).get(file) ?? []

/**
 * A use of a file that a write set: the id of the file, its position in the media attribute, and the item of
 * `__related`.
 */
export interface WrittenUse {
  readonly file: number
  readonly position: number
  readonly json: { readonly __type: Uid; readonly id: number; readonly field: string }
}

/**
 * Returns the changed rows, with the uses that the write set in `__related` of the used files. Among uses with the same
 * position, a real server lists those that the write set after the earlier ones. A file without `__related` lists its
 * uses by position, type and id.
 */
export function withWrittenUses(
  graph: Graph,
  puts: ReadonlyMap<Uid, Puts>,
  written: Iterable<WrittenUse>,
): ReadonlyMap<Uid, Puts> {
  const byFile = new Map<number, Map<string, WrittenUse>>()
  for (const use of written) {
    const uses = byFile.get(use.file) ?? new Map<string, WrittenUse>()
    const key = keyOf(use.json)
    uses.delete(key)
    byFile.set(use.file, uses.set(key, use))
  }
  const files = new Map(puts.get(FILE_UID) ?? [])
  for (const [id, uses] of byFile) {
    const row = graph.tables.get(FILE_UID)?.byId.get(id)
    const json = files.has(id) ? files.get(id) : row && rowJson(row)
    const related = json === undefined ? undefined : member(json, '__related')
    if (isList(related))
      files.set(id, freezeTree({ ...json, __related: mergedUses(related, positionsOf(graph, id), uses) }))
  }
  return files.size === 0 ? puts : new Map([...puts, [FILE_UID, files]])
}

const keyOf = (item: Json): string => {
  const { __type, id, field } = isObject(item) ? item : {}
  return useKey(String(__type), Number(id), String(field))
}

/** Returns the position of a file in each media attribute that uses the file. */
function positionsOf(graph: Graph, file: number): ReadonlyMap<string, number> {
  const rows = [...graph.tables.values()].flatMap((table) =>
    referrersIn(table, FILE_UID, file).flatMap((id) => table.byId.get(id) ?? []),
  )
  const uses = formerUses(graph, file, rows)
  return new Map(uses.map(({ ref, field, position }) => [useKey(ref.type, ref.id, field), position]))
}

/**
 * Merges the uses that a write set into the uses of a file. A use that the write set comes last among the uses with
 * the same position.
 */
function mergedUses(
  related: readonly Json[],
  positions: ReadonlyMap<string, number>,
  written: ReadonlyMap<string, WrittenUse>,
): readonly Json[] {
  const earlier = related.flatMap((json) => {
    const key = keyOf(json)
    return written.has(key) ? [] : [{ json, position: positions.get(key) ?? 0 }]
  })
  const all: readonly { readonly json: Json; readonly position: number }[] = [...earlier, ...written.values()]
  return all.toSorted((one, other) => one.position - other.position).map(({ json }) => json)
}
