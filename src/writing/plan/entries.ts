/** One row made, changed or taken away, with its components and links. */

import type { Row } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { WriteModel, WriteModels } from '../model.ts'
import { Refused, valueFaults } from '../refusal.ts'
import { faultOfExistence } from '../relations/exist.ts'
import { type Lookup, type RelationSource, resolveRelations } from '../relations/resolve.ts'
import { isLink } from '../tree.ts'
import { checkEntry, type Mode } from '../validate/entry.ts'
import { createParts, givenValues, newValues, noLinks, type PartWriting, updateParts } from './components.ts'
import type { MutableNode, MutableRow, Transaction } from './desk.ts'
import { writeLinks } from './links.ts'
import { runTurns } from './turns.ts'
import { isUnique } from './unique.ts'

/** What writing the entries of one type needs. */
export interface EntryContext {
  readonly desk: Transaction
  readonly type: ContentType
  readonly model: WriteModel
  readonly models: WriteModels
  readonly departs: Departs
  readonly lookup: Lookup
  /** ISO 8601. */
  readonly now: string
}

/** Which row of a document. */
export interface Version {
  readonly documentId: string
  readonly locale: string | null
  readonly status: Row['status']
}

/** Relations resolved and values checked. @throws Refused */
export function checkedData(
  writing: EntryContext,
  data: Json,
  mode: Mode,
  own: { readonly id: number | undefined; readonly locale: string | null; readonly source: RelationSource },
): JsonObject {
  const { desk, type, model, models, lookup, departs } = writing
  const resolved = isObject(data) ? resolveRelations(data, model, models, own.source, lookup) : data
  const asking = { uid: type.uid, id: own.id, locale: own.locale }
  const checked = checkEntry(resolved, model, {
    models,
    mode,
    isUnique: (value, place) => {
      desk.cite('write.values.unique')
      return isUnique(desk, asking, value, place)
    },
    relations: (cast) => {
      const fault = faultOfExistence(cast, model, models, (uid, id) => isThere(desk, uid, id))
      if (fault !== undefined) desk.cite('write.relation.exists')
      return fault
    },
    zone: (isListed) => {
      desk.cite('write.zone')
      if (!isListed) desk.cite('write.zone.listed')
      return isListed || departs('zone-unlisted')
    },
  })
  if (mode.isCreation) desk.cite('write.values.defaults')
  if (mode.isDraft) desk.cite('write.values.draft')
  if (checked.ok) return checked.data
  throw new Refused(valueFaults('write.values', checked.faults))
}

/** As a database compares it with an id: a text of digits is a number, and true is 1. */
function isThere(desk: Transaction, uid: string, id: Json): boolean {
  const isId =
    typeof id === 'number' || typeof id === 'boolean' || (typeof id === 'string' && /^\d+$/.test(id))
  return isId && desk.row(uid, Number(id)) !== undefined
}

/** Makes a row of checked data. */
export function createRow(writing: EntryContext, data: JsonObject, version: Version): MutableRow {
  const { desk, type, model, departs, now } = writing
  const components: Record<string, MutableNode[]> = {}
  const parts = partWriting(writing)
  runTurns([createParts(parts, model, data, components)])
  const values = newValues(model, data, { departs, cite: desk.cite })
  desk.cite('write.ids')
  desk.cite('write.stamps')
  const row: MutableRow = {
    uid: type.uid,
    id: desk.ids.next(type.uid),
    values: { ...values, createdAt: values['createdAt'] ?? now, updatedAt: values['updatedAt'] ?? now },
    links: noLinks(model),
    components,
    isNew: true,
    touched: new Set(),
    ...version,
  }
  row.values['locale'] = version.locale
  desk.insert(row)
  link(writing, row, data, parts)
  return row
}

/** Changes a row by checked data. */
export function updateRow(writing: EntryContext, row: MutableRow, data: JsonObject): void {
  const { desk, model, departs, now } = writing
  const parts = partWriting(writing)
  runTurns([updateParts(parts, model, data, row)])
  for (const [name, { attribute }] of model.attributes)
    if ((attribute.kind === 'component' || attribute.kind === 'zone') && Object.hasOwn(data, name))
      desk.touch(row, name)
  const values: Record<string, Json> = {
    ...givenValues(model, data, { departs, cite: desk.cite }),
    updatedAt: now,
  }
  for (const [name, value] of Object.entries(values)) {
    if (name === 'locale') continue
    row.values[name] = value
    desk.touch(row, name)
  }
  link(writing, row, data, parts)
}

const partWriting = ({ desk, models, departs }: EntryContext): PartWriting => ({
  desk,
  models,
  departs,
  linking: [],
})

function link(writing: EntryContext, row: MutableRow, data: JsonObject, { linking }: PartWriting): void {
  const { desk, models, model, departs } = writing
  for (const { part, data: json, isNew, top } of linking) {
    const inner = models.get(part.uid)
    if (inner !== undefined) linkOne(desk, { row, part, top, isNew }, inner, json, departs)
  }
  linkOne(
    desk,
    { row, part: row, top: undefined, isNew: row.isNew && linksAreNew(row) },
    model,
    data,
    departs,
  )
}

/** A row that was made a moment ago may be written again. */
const linksAreNew = ({ touched }: MutableRow): boolean => touched.size === 0

function linkOne(
  desk: Transaction,
  holder: Parameters<typeof writeLinks>[1],
  model: WriteModel,
  data: JsonObject,
  departs: Departs,
): void {
  for (const [name, written] of model.attributes) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (value === undefined || !isLink(written.attribute) || !written.writable) continue
    writeLinks(desk, holder, written, value, departs)
  }
}
