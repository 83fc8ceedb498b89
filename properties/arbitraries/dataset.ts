/** Generates rows for a schema: documents with drafts and locales, values with nulls, duplicates and unusual texts. */

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
import type { WriteModels } from '../../src/writing/index.ts'
import { type Dice, type Roll, roll } from './dice.ts'
import { fits, numbered, oddValues, usualValues, type Written } from './usual.ts'
import { STAMPS } from './values.ts'

export type JsonRow = Record<string, Json>

/**
 * A generated row or component without its references to other rows, and the random numbers that select these
 * references.
 */
export interface Draft {
  readonly model: Model
  readonly json: JsonRow
  /** The random numbers that select the linked rows of each attribute, by the name of the attribute. */
  readonly picks: Map<string, readonly number[]>
}

/** A generated row, together with its components at any depth. */
export interface RowDraft extends Draft {
  readonly model: ContentType
  readonly documentId: string
  readonly isDraft: boolean
  /** The number that determines the order in which the rows get their ids. */
  readonly rank: number
  id: number
  readonly inner: readonly Draft[]
}

export const LOCALES = ['en', 'fr', 'de'] as const
export const DOCUMENT_DICE = 140
const MOST_PICKS = 3

/** Returns whether the generators make rows for a content type. */
const isFilled = ({ uid }: ContentType): boolean =>
  uid.startsWith('api::') ||
  uid === FILE_UID ||
  uid === 'admin::user' ||
  uid === 'plugin::users-permissions.user'

/** Returns all generated rows of all documents, with their ids. */
export function draftRows(
  documents: readonly Dice[],
  schema: Schema,
  models: WriteModels,
  family: readonly Json[] = [],
): readonly RowDraft[] {
  const types = [...schema.contentTypes.values()].filter(isFilled)
  const kit: DatasetKit = { schema, models, family, componentIds: new Map(), holders: new Map() }
  const rows = documents.flatMap((throws, at) => draftDocument(roll(throws), at, types, kit))
  for (const type of types) {
    const own = rows.filter((row) => row.model === type).toSorted((a, b) => a.rank - b.rank)
    for (const [at, row] of own.entries()) {
      row.id = at + 1
      row.json.id = row.id
    }
  }
  return rows
}

/** The data that the generators of all documents of a dataset share. */
interface DatasetKit {
  readonly schema: Schema
  readonly models: WriteModels
  /** The list of unusual texts from which the dataset takes values. */
  readonly family: readonly Json[]
  readonly componentIds: Map<Uid, number>
  /** The documentIds of the documents that have a value of a unique attribute, by attribute and value. */
  readonly holders: Map<string, string>
}

function draftDocument(roll: Roll, at: number, types: readonly ContentType[], kit: DatasetKit): RowDraft[] {
  const own = types.filter(({ uid }) => uid.startsWith('api::'))
  const type = roll.pick(roll.chance(75) ? own : types)
  const documentId = roll.chance(8) ? `d ${at}/é` : `doc${at}`
  const [first = 'en', ...others] = LOCALES
  const locales = type.localized ? [first, ...roll.some(others, 2)] : [null]
  if (type.localized && roll.chance(20)) locales.shift()
  const written = locales.length === 0 ? [first] : locales
  const states = [['published'], ['draft'], ['published', 'draft']]
  return written.flatMap((locale) =>
    (type.draftAndPublish ? roll.pick(states) : ['published']).map((state) =>
      draftRow(roll, { type, documentId, locale, isDraft: state === 'draft' }, kit),
    ),
  )
}

interface Head {
  readonly type: ContentType
  readonly documentId: string
  readonly locale: string | null
  readonly isDraft: boolean
}

function draftRow(roll: Roll, { type, documentId, locale, isDraft }: Head, kit: DatasetKit): RowDraft {
  const json: JsonRow = { id: 0, documentId, createdAt: roll.pick(STAMPS), updatedAt: roll.pick(STAMPS) }
  if (type.localized) json.locale = locale
  if (isDraft) json.publishedAt = null
  else if (roll.chance(50)) json.publishedAt = roll.pick(STAMPS)
  const rank = roll.upTo(999)
  const inner: Draft[] = []
  const filler: Filler = { ...kit, roll, inner, documentId }
  const picks = fill(json, type, filler)
  return { model: type, json, picks, documentId, isDraft, rank, id: 0, inner }
}

interface Filler extends DatasetKit {
  readonly roll: Roll
  readonly inner: Draft[]
  readonly documentId: string
}

const GIVEN = new Set(['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations'])

function fill(json: JsonRow, model: Model, filler: Filler): Map<string, readonly number[]> {
  const picks = new Map<string, readonly number[]>()
  for (const attribute of model.attributes.values()) {
    if (GIVEN.has(attribute.name) && model.modelType === 'contentType') continue
    const value = jsonOf(attribute, model, filler)
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

/** Generates the JSON of a scalar, component or dynamic zone; undefined if the row omits the attribute. */
function jsonOf(attribute: Attribute, model: Model, filler: Filler): Json | undefined {
  const { roll, schema, models, family } = filler
  const limits = models.get(model.uid)?.attributes.get(attribute.name)
  const { min = 0, max = MOST_PARTS, required = false } = limits ?? {}
  switch (attribute.kind) {
    case 'scalar':
      return distinct(
        scalarValue(roll, attribute, { limits, model: calledOf(model), family }),
        attribute,
        model,
        filler,
      )
    case 'component': {
      const least = required ? 1 : 0
      const count = attribute.many
        ? within(roll.upTo(MOST_PARTS), Math.max(min, least), max)
        : Math.max(roll.upTo(1), least)
      const all = Array.from({ length: count }, () => component(attribute.component, filler))
      return attribute.many ? all : (all[0] ?? null)
    }
    case 'zone': {
      const known = attribute.components.filter((uid) => schema.components.has(uid))
      const count = known.length === 0 ? 0 : within(roll.upTo(MOST_PARTS), min, max)
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

const MOST_PARTS = 3
const within = (count: number, min: number, max: number): number => Math.min(Math.max(count, min), max)

/** Returns the last name of a uid, such as `article` for `api::article.article`, or `seo` for `shared.seo`. */
export const calledOf = ({ uid }: Model): string => uid.slice(uid.lastIndexOf('.') + 1)

/**
 * Returns the value for an attribute. If another document already has this value in a unique attribute, the function
 * returns a variant with a number. Returns null if no variant fits the limits of the attribute.
 */
function distinct(
  value: Json | undefined,
  { name, default: usual }: ScalarAttribute,
  { uid }: Model,
  { models, holders, documentId }: Filler,
): Json | undefined {
  const limits = models.get(uid)?.attributes.get(name)
  const asRead = value === undefined ? usual : value
  if (limits?.unique !== true || asRead === null) return value
  for (let made: Json | undefined = asRead, count = 2; made !== undefined; count++) {
    const key = JSON.stringify([uid, name, made])
    const holder = holders.get(key) ?? documentId
    holders.set(key, holder)
    if (holder === documentId) return made
    made = numbered(asRead, count, limits)
  }
  return null
}

/**
 * Generates a value of the type of an attribute within the limits of the attribute, null, or undefined for the default
 * value.
 */
export function scalarValue(
  roll: Roll,
  attribute: ScalarAttribute,
  written: Written = { limits: undefined, model: '' },
): Json | undefined {
  const { type, default: usual } = attribute
  const isRequired = written.limits?.required === true
  if (!isRequired && roll.chance(15)) return null
  if ((!isRequired || usual !== null) && roll.chance(8)) return undefined
  const isText = type === 'string' || type === 'text'
  const family =
    isText && roll.chance(35) ? (written.family ?? []).filter((text) => fits(text, written.limits)) : []
  const odd = roll.chance(40) ? oddValues(attribute, written) : []
  const values = [family, odd, usualValues(attribute, written)].find((some) => some.length > 0) ?? []
  return values.length > 0 ? roll.pick(values) : null
}

function component(uid: Uid, filler: Filler): { [key: string]: Json } {
  const model = filler.schema.components.get(uid)
  const id = (filler.componentIds.get(uid) ?? 0) + 1
  filler.componentIds.set(uid, id)
  const json: JsonRow = { id }
  if (model === undefined) return json
  if (filler.roll.chance(30)) json.documentId = `part${uid}${id}`
  // The function `linkRows` later writes the references of the component into the returned object.
  filler.inner.push({ model, json, picks: fill(json, model, filler) })
  return json
}

/** Groups rows by the uid of their type. */
export function rowsByType(rows: readonly RowDraft[]): Map<Uid, RowDraft[]> {
  const byType = new Map<Uid, RowDraft[]>()
  for (const row of rows) byType.set(row.model.uid, [...(byType.get(row.model.uid) ?? []), row])
  return byType
}
