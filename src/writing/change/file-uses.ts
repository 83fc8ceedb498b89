/** `related` of the files that a change shows elsewhere, or no more. */

import type { Graph, Ref, Row } from '../../reference/graph/graph.ts'
import { isSame, jsonOf } from '../../reference/graph/share.ts'
import type { Entry } from '../../reference/load/rows/draft.ts'
import {
  isRelatedKept,
  relatedOf,
  type Uses,
  usesIn,
  withoutFormer,
} from '../../reference/load/rows/related.ts'
import type { Use } from '../../reference/load/rows/use.ts'
import type { Schema, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { type JsonObject, member } from '../../util/json.ts'
import { namersOf, ofType, rowBefore, type Step } from './changeset.ts'
import type { Rederived } from './inverses.ts'

/** Completes the files that are read anew; adds the others that are shown elsewhere. Tells which say less than before. */
export function completeShowings(step: Step, rederived: Rederived): ReadonlyMap<number, JsonObject> {
  const { schema } = step.graph
  const said = new Map<number, JsonObject>()
  if (!isRelatedKept(schema)) return said
  const { before, after } = usesOfPuts(step, schema)
  const isTouched = (id: number): boolean => !isSame(before.get(id) ?? [], after.get(id) ?? [])
  const files = step.entries.get(FILE_UID)
  const touched = [...new Set([...before.keys(), ...after.keys()])].filter(isTouched)
  for (const id of new Set([...touched, ...(files?.keys() ?? [])])) {
    const file = files?.get(id)
    const row = step.puts.get(FILE_UID)?.has(id) === true ? undefined : rowBefore(step, FILE_UID, id)
    if (row !== undefined && !after.has(id) && member(jsonOf(row) ?? {}, '__related') === undefined) {
      // In no order of its own, what stays shown stands as it did.
      complete(undefined, row, withoutUses(row.links['related'] ?? [], before.get(id) ?? []), rederived)
      continue
    }
    const written = file ?? (row === undefined ? undefined : { json: jsonOf(row) ?? {}, place: NOWHERE })
    if (written === undefined) continue
    const now = [...usesElsewhere(step, id), ...(after.get(id) ?? [])]
    const json = withoutFormer(written.json, now, () =>
      formerUses(step.graph, id, namersOf(step, FILE_UID, id)),
    )
    if (json !== written.json) said.set(id, json)
    complete(file, row, relatedOf({ place: written.place, json }, now, step.trouble.note), rederived)
  }
  return said
}

function withoutUses(related: readonly Ref[], gone: readonly Use[]): readonly Ref[] {
  const ids = new Map<Uid, Set<number>>()
  for (const { ref } of gone) ids.set(ref.type, (ids.get(ref.type) ?? new Set()).add(ref.id))
  return Object.freeze([...related].filter(({ type, id }) => ids.get(type)?.has(id) !== true))
}

const NOWHERE = { file: '', within: null, key: '' }

function complete(
  file: Entry | undefined,
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

/** Where the rows that are read anew show files. */
function usesOfPuts(step: Step, schema: Schema): { readonly before: Uses; readonly after: Uses } {
  const [before, after]: [Row[], Entry['row'][]] = [[], []]
  for (const [uid, rows] of step.puts) {
    for (const id of rows.keys()) {
      const [row, entry] = [rowBefore(step, uid, id), step.entries.get(uid)?.get(id)]
      if (row !== undefined) before.push(row)
      if (entry !== undefined) after.push(entry.row)
    }
  }
  return { before: usesIn(schema, before), after: usesIn(schema, after) }
}

/** Where all other rows show a file. */
function usesElsewhere(step: Step, file: number): readonly Use[] {
  const rows = [...namersOf(step, FILE_UID, file)].filter(
    ({ uid, id }) => step.puts.get(uid)?.has(id) !== true,
  )
  return usesIn(step.graph.schema, rows).get(file) ?? []
}

/** Where a file was shown, of all rows that name it. */
export const formerUses = ({ schema }: Graph, file: number, namers: Iterable<Row>): readonly Use[] =>
  usesIn(schema, namers).get(file) ?? []
