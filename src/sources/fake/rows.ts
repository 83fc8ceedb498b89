/** Generates the rows of one document, with the components and links of each row. */

import {
  type Attribute,
  type ComponentAttribute,
  type ContentType,
  type MediaAttribute,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
  type Uid,
  USER_UID,
  type ZoneAttribute,
} from '../../reference/schema/schema.ts'
import { type Json, type JsonObject, member } from '../../util/json.ts'
import { NOW, type SeedPath } from './chance.ts'
import type { Document, Variant } from './documents.ts'
import type { From, Links } from './links.ts'
import { kindsOf, type Media } from './media.ts'
import { type Kit, type ModelPosition, Scalars } from './scalars.ts'
import { numberIn } from './shape.ts'

/** The input that is the same for the generation of all rows. */
export interface FakeWorld extends Kit {
  readonly schema: Schema
  readonly links: Links
  readonly media: Media
}

/** The state for the row or component that the code currently generates. */
interface Filling {
  readonly spot: ModelPosition
  readonly from: From
  readonly scalars: Scalars
}

/** The maximum number of levels of nested components in a generated row. */
const DEEPEST = 3
/** The maximum number of generated components in one attribute, even if the schema requires more. */
const MOST = 50
const DAY = 86_400_000
/** The attributes that the server adds to every content type. */
const ADDED: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt', 'locale'])

export function rowsOf(world: FakeWorld, type: ContentType, document: Document): readonly Json[] {
  const scalars = new Scalars(world)
  return document.variants.map((variant) => rowOf(world, type, document, variant, scalars))
}

function rowOf(
  world: FakeWorld,
  type: ContentType,
  document: Document,
  variant: Variant,
  scalars: Scalars,
): Json {
  const { index } = document
  const spot: ModelPosition = {
    model: type,
    locale: variant.locale,
    index,
    place: [type.uid, index],
    depth: 0,
  }
  const from: From = { document, variant, draftAndPublish: type.draftAndPublish }
  const created = Date.parse(NOW) - (index + 2) * DAY
  const published = type.draftAndPublish ? created + DAY : created
  const isChanged = document.isModified && variant.status === 'draft'
  const made = attributesOf(world, { spot, from, scalars })
  return {
    id: variant.id,
    documentId: document.documentId,
    ...(variant.locale === null ? {} : { locale: variant.locale }),
    ...(isChanged ? revised(world, made, type) : made),
    createdAt: new Date(created).toISOString(),
    updatedAt: new Date(isChanged ? published + DAY / 2 : created + DAY / 2).toISOString(),
    publishedAt: variant.status === 'draft' ? null : new Date(published).toISOString(),
  }
}

/** The suffix of the text in which a generated draft differs from the published row. */
const REVISED = ' (revised)'

/**
 * The attribute types in which a draft may differ from the published row, in order of preference. A long text shows
 * the difference between a draft and its published row best.
 */
const REVISABLE: readonly ScalarType[] = ['text', 'richtext', 'string']

/**
 * The endings of the names of `string` attributes with texts for visitors, because other strings may be values that
 * code compares.
 */
const TITLES = ['title', 'name', 'headline', 'heading'] as const

/** The schema options of attributes that must not get a suffix, because the suffix could make the value invalid. */
const NOT_REVISED = ['unique', 'regex', 'customField'] as const

/** Adds a suffix to one text of a generated draft, so that the draft differs from the published row. */
function revised(world: FakeWorld, row: JsonObject, type: ContentType): JsonObject {
  const scalars = [...type.attributes.values()].filter((attribute) => attribute.kind === 'scalar')
  for (const kind of REVISABLE) {
    for (const scalar of scalars) {
      const text = scalar.type === kind ? revisedText(world, row, type, scalar) : undefined
      if (text !== undefined) return { ...row, [scalar.name]: text }
    }
  }
  return row
}

/** Returns the text of an attribute in a modified draft; undefined if the attribute must keep its value. */
function revisedText(
  world: FakeWorld,
  row: JsonObject,
  { uid }: ContentType,
  { name, type, private: isPrivate }: ScalarAttribute,
): string | undefined {
  const [old, written] = [member(row, name), world.written(uid, name)]
  const isRead = type !== 'string' || TITLES.some((word) => name.toLowerCase().endsWith(word))
  if (isPrivate || !isRead || world.given.has(uid, name) || typeof old !== 'string') return undefined
  // A text without a blank keeps its value, because the text may be an address or a colour.
  if (!old.trim().includes(' ') || NOT_REVISED.some((key) => Boolean(member(written, key)))) return undefined
  const most = numberIn(written, 'maxLength') ?? Number.POSITIVE_INFINITY
  return most > REVISED.length ? `${old.slice(0, most - REVISED.length)}${REVISED}` : undefined
}

function attributesOf(world: FakeWorld, filling: Filling): JsonObject {
  const { model } = filling.spot
  const entries = [...model.attributes.values()].flatMap((attribute): readonly [string, Json][] => {
    if (model.modelType === 'contentType' && ADDED.has(attribute.name)) return []
    const value = valueFor(world, attribute, filling)
    return value === undefined ? [] : [[attribute.name, value]]
  })
  return Object.fromEntries(entries)
}

/**
 * The fixed values of attributes of generated users, such as `confirmed: true`, because some users with random
 * values could not log in.
 */
const USUAL: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['provider', 'local'],
  ['confirmed', true],
  ['blocked', false],
  ['resetPasswordToken', null],
  ['confirmationToken', null],
])

const isUsual = ({ given }: FakeWorld, uid: Uid, name: string): boolean =>
  uid === USER_UID && USUAL.has(name) && !given.has(uid, name)

/** Returns the generated value of an attribute; undefined if the row gets no value for the attribute. */
function valueFor(world: FakeWorld, attribute: Attribute, filling: Filling): Json | undefined {
  const { spot, from, scalars } = filling
  const { uid } = spot.model
  const written = world.written(uid, attribute.name)
  const here = [...spot.place, attribute.name]
  switch (attribute.kind) {
    case 'scalar':
      return isUsual(world, uid, attribute.name)
        ? USUAL.get(attribute.name)
        : scalars.valueOf(attribute, spot)
    case 'relation': {
      if (attribute.via !== 'stored') return undefined
      const kind = member(written, 'relation')
      return world.links.relation(uid, attribute, kind, from, () => world.chance(...here))
    }
    case 'morphTo':
      return world.links.morphTo(uid, attribute, from)
    case 'morphBy':
      return undefined
    case 'media':
      return filesOf(world, attribute, written, here)
    case 'component':
      return componentsOf(world, attribute, written, filling)
    case 'zone':
      return zoneOf(world, attribute, written, filling)
  }
}

function filesOf(
  { media, chance }: FakeWorld,
  { many }: MediaAttribute,
  written: JsonObject,
  here: SeedPath,
): Json {
  const ids = kindsOf(member(written, 'allowedTypes')).flatMap((kind) => media.ids[kind])
  if (ids.length === 0) return many ? [] : null
  const { helpers } = chance(...here)
  return many ? helpers.arrayElements(ids, { min: 1, max: 3 }) : helpers.arrayElement(ids)
}

function componentsOf(
  world: FakeWorld,
  { name, many, component }: ComponentAttribute,
  written: JsonObject,
  filling: Filling,
): Json {
  const { index, depth } = filling.spot
  if (!many) return partOf(world, component, [name], filling)
  const count = depth >= DEEPEST ? 0 : countWithin(1 + (index % 3), written)
  return Array.from({ length: count }, (_, at) => partOf(world, component, [name, at], filling))
}

/**
 * Generates the components of a dynamic zone. In a collection type, each entry gets the next allowed components in
 * turn. The entry of a single type gets all allowed components.
 */
function zoneOf(
  world: FakeWorld,
  { name, components }: ZoneAttribute,
  written: JsonObject,
  filling: Filling,
): Json {
  const { model, index } = filling.spot
  const isSingle = model.modelType === 'contentType' && model.kind === 'singleType'
  const usual = isSingle ? components.length : Math.min(components.length, 3)
  return Array.from({ length: countWithin(usual, written) }, (_, at) => {
    const uid = components[(index * usual + at) % Math.max(components.length, 1)]
    return uid === undefined ? [] : [{ __component: uid, ...partOf(world, uid, [name, at], filling) }]
  }).flat()
}

function partOf(world: FakeWorld, uid: Uid, steps: SeedPath, filling: Filling): JsonObject | null {
  const { spot } = filling
  const model = world.schema.components.get(uid)
  if (model === undefined || spot.depth >= DEEPEST) return null
  const place = [...spot.place, ...steps]
  return attributesOf(world, { ...filling, spot: { ...spot, model, place, depth: spot.depth + 1 } })
}

/**
 * Returns the number of components to generate: the usual number, changed to fit the limits `min` and `max` of the
 * schema, but at most `MOST`.
 */
function countWithin(usual: number, written: JsonObject): number {
  const [least, most] = [numberIn(written, 'min') ?? 0, numberIn(written, 'max') ?? MOST]
  return Math.max(Math.min(Math.max(usual, least), most, MOST), 0)
}
