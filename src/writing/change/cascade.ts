/** Links that led to a row which is gone are taken out of what is written, wherever that is. */

import { freezeTree } from '../../reference/graph/freeze.ts'
import type { Locales, Row } from '../../reference/graph/graph.ts'
import { put } from '../../reference/load/files/plain.ts'
import type { Entry, NamedRows, RowReading } from '../../reference/load/rows/draft.ts'
import { readReferences } from '../../reference/load/rows/references.ts'
import { newRoom } from '../../reference/load/rows/room.ts'
import type { Attribute, LinkAttribute, Model, Schema, Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { namedRows } from './changeset.ts'
import { componentsIn } from './complete.ts'
import { thawed } from './thaw.ts'

/** The rows that are there, and those that are gone. */
export interface Losses {
  readonly schema: Schema
  readonly locales: Locales
  readonly now: { readonly get: (uid: Uid) => NamedRows | undefined }
  readonly gone: { readonly get: (uid: Uid) => NamedRows | undefined }
}

/** Rows that are gone, to be found by references that led to them. */
export function goneRows(
  gone: ReadonlyMap<Uid, readonly Row[]>,
  { contentTypes }: Schema,
): ReadonlyMap<Uid, NamedRows> {
  const found = new Map<Uid, NamedRows>()
  for (const [uid, rows] of gone) {
    const type = contentTypes.get(uid)
    if (type === undefined) continue
    const byId = new Map(rows.map((row) => [row.id, { type, row }]))
    const inDocument = (documentId: string) =>
      [...byId.values()].filter(({ row }) => row.documentId === documentId)
    found.set(
      uid,
      namedRows(type, rows.length, (id) => byId.get(id), inDocument),
    )
  }
  return found
}

/** What the row writes without the links that are lost; itself where none is. */
export function withoutLost(entry: Entry, losses: Losses): JsonObject {
  const { json, type } = entry
  const { schema } = losses
  const isHit = [{ json, model: type }, ...componentsIn(json, type, schema)].some(
    (part) => !partsWithout(part.json, part.model, entry, losses).next().done,
  )
  if (!isHit) return json
  const copy = thawed(json)
  for (const part of [{ json: copy, model: type }, ...componentsIn(copy, type, schema)]) {
    for (const [name, rest] of [...partsWithout(part.json, part.model, entry, losses)]) {
      put(part.json, name, rest)
    }
  }
  return freezeTree(copy)
}

/** Attributes that lose a link, with what is left of what they say. */
function* partsWithout(
  json: JsonObject,
  { attributes }: Model,
  from: Entry,
  losses: Losses,
): Generator<[string, Json]> {
  for (const attribute of attributes.values()) {
    const written = isLink(attribute) ? member(json, attribute.name) : undefined
    if (!isLink(attribute) || written === undefined || written === null) continue
    const rest = without(written, (item) => isLost(item, attribute, from, losses))
    if (rest !== written) yield [attribute.name, rest]
  }
}

const isLink = (attribute: Attribute): attribute is LinkAttribute =>
  !['scalar', 'component', 'zone'].includes(attribute.kind)

function without(written: Json, isGone: (item: Json) => boolean): Json {
  if (isList(written)) return written.some(isGone) ? written.filter((item) => !isGone(item)) : written
  const exported = isObject(written) ? member(written, 'relation') : undefined
  if (isList(exported)) return exported.some(isGone) ? { relation: without(exported, isGone) } : written
  return isGone(written) ? null : written
}

const isLost = (item: Json, attribute: LinkAttribute, from: Entry, losses: Losses): boolean =>
  leads(item, attribute, from, losses, losses.gone) && !leads(item, attribute, from, losses, losses.now)

/** Whether a reference finds a row among these. */
function leads(
  item: Json,
  attribute: LinkAttribute,
  from: Entry,
  { schema, locales }: Losses,
  sheets: RowReading['sheets'],
): boolean {
  const report = (): void => {}
  const room = newRoom(0, report)
  const reading = { schema, unreadable: new Map(), locales, sheets, report, room }
  const found = readReferences({ ...attribute, many: true }, [item], from.place, from, reading)
  return found !== undefined && found.length > 0
}
