/**
 * Generates rows for a schema: documents with drafts and locales, values with nulls, duplicates and unusual texts.
 */

import type {
  Attribute,
  ContentType,
  Model,
  ScalarAttribute,
  Schema,
  Uid,
} from '../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import { type Dice, type Roll, roll } from './dice.ts'
import { ASTRAL_TEXTS, STAMPS, VALUES } from './values.ts'

export type JsonRow = Record<string, Json>

/** A row or component without its references, and the numbers that select them. */
export interface Draft {
  readonly model: Model
  readonly json: JsonRow
  /** For each attribute that refers to rows: numbers that select rows of its target. */
  readonly picks: Map<string, readonly number[]>
}

/** A row with all its components that refer to rows. */
export interface RowDraft extends Draft {
  readonly model: ContentType
  readonly documentId: string
  readonly isDraft: boolean
  /** Determines the order of ids. */
  readonly rank: number
  id: number
  readonly inner: readonly Draft[]
}

export const LOCALES = ['en', 'fr', 'de'] as const
export const DOCUMENT_DICE = 96
const MOST_PICKS = 3

/** The types with generated rows. */
const isFilled = ({ uid }: ContentType): boolean =>
  uid.startsWith('api::') ||
  uid === FILE_UID ||
  uid === 'admin::user' ||
  uid === 'plugin::users-permissions.user'

/** All rows of all documents, with their ids. */
export function draftRows(documents: readonly Dice[], schema: Schema): readonly RowDraft[] {
  const types = [...schema.contentTypes.values()].filter(isFilled)
  const componentIds = new Map<Uid, number>()
  const rows = documents.flatMap((throws, at) => draftDocument(roll(throws), at, types, schema, componentIds))
  for (const type of types) {
    const own = rows.filter((row) => row.model === type).toSorted((a, b) => a.rank - b.rank)
    for (const [at, row] of own.entries()) {
      row.id = at + 1
      row.json.id = row.id
    }
  }
  return rows
}

function draftDocument(
  roll: Roll,
  at: number,
  types: readonly ContentType[],
  schema: Schema,
  componentIds: Map<Uid, number>,
): RowDraft[] {
  const own = types.filter(({ uid }) => uid.startsWith('api::'))
  const type = roll.pick(roll.chance(75) ? own : types)
  const documentId = roll.chance(8) ? `d ${at}/é` : `doc${at}`
  const [first = 'en', ...others] = LOCALES
  const locales = type.localized ? [first, ...roll.some(others, 2)] : [null]
  if (type.localized && roll.chance(20)) locales.shift()
  const kept = locales.length === 0 ? [first] : locales
  const states = [['published'], ['draft'], ['published', 'draft']]
  return kept.flatMap((locale) =>
    (type.draftAndPublish ? roll.pick(states) : ['published']).map((state) =>
      draftRow(roll, { type, documentId, locale, isDraft: state === 'draft' }, schema, componentIds),
    ),
  )
}

interface Head {
  readonly type: ContentType
  readonly documentId: string
  readonly locale: string | null
  readonly isDraft: boolean
}

function draftRow(
  roll: Roll,
  { type, documentId, locale, isDraft }: Head,
  schema: Schema,
  componentIds: Map<Uid, number>,
): RowDraft {
  const json: JsonRow = { id: 0, documentId, createdAt: roll.pick(STAMPS), updatedAt: roll.pick(STAMPS) }
  if (type.localized) json.locale = locale
  if (isDraft) json.publishedAt = null
  else if (roll.chance(50)) json.publishedAt = roll.pick(STAMPS)
  const rank = roll.upTo(999)
  const inner: Draft[] = []
  const filler: Filler = { roll, schema, componentIds, inner }
  const picks = fill(json, type, filler)
  return { model: type, json, picks, documentId, isDraft, rank, id: 0, inner }
}

interface Filler {
  readonly roll: Roll
  readonly schema: Schema
  readonly componentIds: Map<Uid, number>
  readonly inner: Draft[]
}

const GIVEN = new Set(['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations'])

function fill(json: JsonRow, model: Model, filler: Filler): Map<string, readonly number[]> {
  const picks = new Map<string, readonly number[]>()
  for (const attribute of model.attributes.values()) {
    if (GIVEN.has(attribute.name) && model.modelType === 'contentType') continue
    const value = jsonOf(attribute, filler)
    if (value !== undefined) json[attribute.name] = value
    if (['relation', 'media', 'morphTo'].includes(attribute.kind)) {
      const count = filler.roll.upTo(MOST_PICKS)
      picks.set(
        attribute.name,
        Array.from({ length: count }, () => filler.roll.upTo(0xffff)),
      )
    }
  }
  return picks
}

/** A scalar, component or zone; undefined omits the attribute. */
function jsonOf(attribute: Attribute, filler: Filler): Json | undefined {
  const { roll, schema } = filler
  switch (attribute.kind) {
    case 'scalar':
      return scalarValue(roll, attribute)
    case 'component': {
      const count = attribute.many ? roll.upTo(3) : roll.upTo(1)
      const all = Array.from({ length: count }, () => component(attribute.component, filler))
      return attribute.many ? all : (all[0] ?? null)
    }
    case 'zone': {
      const count = roll.upTo(3)
      const known = attribute.components.filter((uid) => schema.components.has(uid))
      return Array.from({ length: count }, () => {
        const uid = roll.pick(known)
        return { ...component(uid, filler), __component: uid }
      })
    }
    case 'relation':
    case 'media':
    case 'morphTo':
    case 'morphBy':
      return undefined
  }
}

/** A value of the attribute's type, null, or undefined for the default. */
export function scalarValue(roll: Roll, { type, enum: values }: ScalarAttribute): Json | undefined {
  if (roll.chance(20)) return null
  if (roll.chance(8)) return undefined
  // Few values, so that duplicates occur. Some texts sort differently by code point than by UTF-16 unit.
  if (type === 'string' && roll.chance(8)) return roll.pick(ASTRAL_TEXTS)
  return roll.pick(type === 'enumeration' ? values : VALUES[type])
}

function component(uid: Uid, filler: Filler): { [key: string]: Json } {
  const model = filler.schema.components.get(uid)
  const id = (filler.componentIds.get(uid) ?? 0) + 1
  filler.componentIds.set(uid, id)
  const json: JsonRow = { id }
  if (model === undefined) return json
  if (filler.roll.chance(30)) json.documentId = `part${uid}${id}`
  // `linkRows` later writes the references into the same object.
  filler.inner.push({ model, json, picks: fill(json, model, filler) })
  return json
}

/** Groups rows by the uid of their type. */
export function rowsByType(rows: readonly RowDraft[]): Map<Uid, RowDraft[]> {
  const byType = new Map<Uid, RowDraft[]>()
  for (const row of rows) byType.set(row.model.uid, [...(byType.get(row.model.uid) ?? []), row])
  return byType
}
