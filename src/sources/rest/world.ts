/**
 * Assembles rows from all answers of a server. An entry that occurs several times becomes one row. Nested entries
 * are read after listed entries, so that the values in the list of a content type have priority over nested values.
 */

import type { Place, Report } from '../../reference/schema/fault.ts'
import type { ContentType, Schema } from '../../reference/schema/schema.ts'
import { type JsonObject, member } from '../../util/json.ts'
import type { Note } from '../note.ts'
import type { RestEntry } from './answer.ts'
import type { ComponentDraft, RestRow } from './draft.ts'
import { findRow, indexRow, localeIn, newIndex, type RowIndex, statusIn } from './identity.ts'

export interface WorldOptions {
  readonly report: Report
  readonly note: (note: Note) => void
  /** Whether the code accepts the values of private attributes and passwords in answers. */
  readonly takesPrivate: boolean
  /** The locale of a listed entry that shows no locale. */
  readonly defaultLocale: string | undefined
}

/** A queued row or component, whose members the code has not read yet. */
export interface PendingNode {
  readonly node: RestRow | ComponentDraft
  readonly json: JsonObject
  readonly place: Place
  /** The queued row itself, or the row that contains the queued component. */
  readonly row: RestRow
}

export interface RestWorld extends WorldOptions {
  readonly schema: Schema
  readonly index: RowIndex
  /** The assembled rows by uid of the content type, in the order of their first appearance. */
  readonly rows: Map<string, RestRow[]>
  readonly waiting: PendingNode[]
}

export const newWorld = (schema: Schema, options: WorldOptions): RestWorld => ({
  ...options,
  schema,
  index: newIndex(),
  rows: new Map(),
  waiting: [],
})

/** Queues the entries in the list of a content type. The function `settle` later reads the queued entries. */
export function takeListed(
  type: ContentType,
  entries: readonly RestEntry[],
  isPlain: boolean,
  world: RestWorld,
): void {
  for (const { json, place } of entries) {
    const known = isPlain ? undefined : findRow(type, json, undefined, world.index)
    const row = known ?? addRow(type, json, place, { isPlain, from: undefined }, world)
    row.isListed = true
    world.waiting.push({ node: row, json, place, row })
  }
}

/** Finds or adds the row of a nested entry, queues the entry for reading, and returns the row. */
export function takeNested(
  type: ContentType,
  json: JsonObject,
  place: Place,
  from: RestRow,
  world: RestWorld,
): RestRow {
  const known = findRow(type, json, from, world.index)
  const row = known ?? addRow(type, json, place, { isPlain: false, from }, world)
  world.waiting.push({ node: row, json, place, row })
  return row
}

function addRow(
  type: ContentType,
  json: JsonObject,
  place: Place,
  { isPlain, from }: { readonly isPlain: boolean; readonly from: RestRow | undefined },
  world: RestWorld,
): RestRow {
  const [id, documentId] = [member(json, 'id'), member(json, 'documentId')]
  const row: RestRow = {
    type,
    place,
    members: new Map(),
    id: typeof id === 'number' ? id : undefined,
    documentId: typeof documentId === 'string' ? documentId : undefined,
    locale: localeIn(type, json) ?? (type.localized ? localeFrom(from, world) : null),
    status: statusIn(type, json) ?? statusFrom(from),
    isListed: false,
    isPlain,
    related: undefined,
  }
  const rows = world.rows.get(type.uid)
  if (rows === undefined) world.rows.set(type.uid, [row])
  else rows.push(row)
  indexRow(row, world.index)
  return row
}

/**
 * Returns the locale for an entry that shows no locale: the locale of the linking row. An entry in a list that shows
 * no locale gets the default locale.
 */
const localeFrom = (from: RestRow | undefined, { defaultLocale }: RestWorld): string | undefined =>
  from === undefined ? defaultLocale : (from.locale ?? undefined)

function statusFrom(from: RestRow | undefined): RestRow['status'] {
  if (from === undefined) return 'published'
  return from.type.draftAndPublish ? from.status : undefined
}
