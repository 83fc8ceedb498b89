/** The delete cascade: removes links to removed rows from the JSON of the remaining rows. */

import { freezeTree } from '../../reference/graph/freeze.ts'
import type { Locales, Row } from '../../reference/graph/graph.ts'
import { setMember } from '../../reference/load/files/copy.ts'
import type { EntryDraft, ReferencedRows, RowReading } from '../../reference/load/rows/draft.ts'
import { readReferences } from '../../reference/load/rows/references.ts'
import { newValueBudget } from '../../reference/load/rows/value-budget.ts'
import type { LinkAttribute, Model, Schema, Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { isLink } from '../model.ts'
import { referencedRows } from './changeset.ts'
import { componentsIn } from './complete.ts'
import { mutableCopy } from './mutable-copy.ts'

/** The lookups of a removal of rows: in the tables after the removal (`now`), and in the removed rows alone. */
export interface Removal {
  readonly schema: Schema
  readonly locales: Locales
  readonly now: { readonly get: (uid: Uid) => ReferencedRows | undefined }
  readonly removed: { readonly get: (uid: Uid) => ReferencedRows | undefined }
}

/**
 * Makes lookups that contain only the removed rows. If a reference resolves in the returned lookups, the reference led
 * to a removed row.
 */
export function removedLookup(
  removed: ReadonlyMap<Uid, readonly Row[]>,
  { contentTypes }: Schema,
): ReadonlyMap<Uid, ReferencedRows> {
  const found = new Map<Uid, ReferencedRows>()
  for (const [uid, rows] of removed) {
    const type = contentTypes.get(uid)
    if (type === undefined) continue
    const byId = new Map(rows.map((row) => [row.id, { type, row }]))
    const inDocument = (documentId: string) =>
      [...byId.values()].filter(({ row }) => row.documentId === documentId)
    found.set(
      uid,
      referencedRows(type, rows.length, (id) => byId.get(id), inDocument),
    )
  }
  return found
}

/**
 * Returns the JSON of a row without links to removed rows. The function returns the existing object if the row has
 * no link to a removed row.
 */
export function withoutDangling(entry: EntryDraft, removal: Removal): JsonObject {
  const { json, type } = entry
  const { schema } = removal
  const isHit = [{ json, model: type }, ...componentsIn(json, type, schema)].some(
    (part) => !partsWithout(part.json, part.model, entry, removal).next().done,
  )
  if (!isHit) return json
  const copy = mutableCopy(json)
  for (const part of [{ json: copy, model: type }, ...componentsIn(copy, type, schema)]) {
    for (const [name, rest] of [...partsWithout(part.json, part.model, entry, removal)]) {
      setMember(part.json, name, rest)
    }
  }
  return freezeTree(copy)
}

/** Yields the attributes of a row or component that lose a link, each attribute with its new value. */
function* partsWithout(
  json: JsonObject,
  { attributes }: Model,
  from: EntryDraft,
  removal: Removal,
): Generator<[string, Json]> {
  for (const attribute of attributes.values()) {
    const written = isLink(attribute) ? member(json, attribute.name) : undefined
    if (!isLink(attribute) || written === undefined || written === null) continue
    const rest = without(written, (item) => isLost(item, attribute, from, removal))
    if (rest !== written) yield [attribute.name, rest]
  }
}

function without(written: Json, isGone: (item: Json) => boolean): Json {
  if (isList(written)) return written.some(isGone) ? written.filter((item) => !isGone(item)) : written
  const exported = isObject(written) ? member(written, 'relation') : undefined
  if (isList(exported)) return exported.some(isGone) ? { relation: without(exported, isGone) } : written
  return isGone(written) ? null : written
}

const isLost = (item: Json, attribute: LinkAttribute, from: EntryDraft, removal: Removal): boolean =>
  leads(item, attribute, from, removal, removal.removed) &&
  !leads(item, attribute, from, removal, removal.now)

/** Returns whether a reference in the JSON of a row leads to one of the rows in `drafts`. */
function leads(
  item: Json,
  attribute: LinkAttribute,
  from: EntryDraft,
  { schema, locales }: Removal,
  drafts: RowReading['drafts'],
): boolean {
  const report = (): void => {}
  const budget = newValueBudget(0, report)
  const reading = { schema, unreadable: new Map(), locales, drafts, report, budget }
  const found = readReferences({ ...attribute, many: true }, [item], from.place, from, reading)
  return found !== undefined && found.length > 0
}
