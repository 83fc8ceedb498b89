/** Generates schema files with every attribute type, and with every kind of one-sided and two-sided relation. */

import * as fc from 'fast-check'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { ScalarType } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import { type Dice, dice, type Roll, roll } from './dice.ts'
import { isDefault, limitsFor, NAMES } from './scalars.ts'
import { type WorldSettings, worldSettings } from './settings.ts'
import { ENUM_VALUES, VALUES } from './values.ts'

export type SchemaFiles = Required<Pick<DatasetFiles, 'contentTypes' | 'components'>>

type Attributes = Record<string, Json>

/** A generated content type before it is written as a schema file. */
interface Sketch {
  readonly name: string
  readonly uid: string
  readonly roll: Roll
  readonly attributes: Attributes
}

/** The plural names of generated content types, by singular name. */
const TYPES = {
  article: 'articles',
  product: 'products',
  event: 'events',
  category: 'categories',
  author: 'authors',
} as const
const TYPE_NAMES = ['article', 'product', 'event', 'category', 'author'] as const
const COMPONENT_NAMES = ['shared.seo', 'shared.button', 'blocks.hero', 'blocks.faq'] as const
const SCALARS: readonly ScalarType[] = [
  'string',
  'integer',
  'boolean',
  'text',
  'datetime',
  'float',
  'json',
  'biginteger',
  'date',
  'time',
  'timestamp',
  'decimal',
  'enumeration',
  'email',
  'uid',
  'richtext',
  'password',
  'array',
  'blocks',
]
/** Names of attributes that are also words of the query language or of SQL. */
const SPECIAL_NAMES = ['order', 'status', 'count', 'type', 'on'] as const

const TYPE_DICE = 72
const COMPONENT_DICE = 48

/** Returns the dice of a schema: one list of throws for each content type and each component. */
export const schemaDice = ({ types, components }: WorldSettings) =>
  fc.record({
    types: fc.array(dice(TYPE_DICE), { minLength: 1, maxLength: types, size: 'max' }),
    components: fc.array(dice(COMPONENT_DICE), { maxLength: components, size: 'max' }),
  })

/**
 * Generates Strapi schema files of content types and components.
 *
 * ```ts
 * const [files] = fc.sample(schemaFiles({ types: 2 }), 1)
 * ```
 */
export function schemaFiles(settings: Partial<WorldSettings> = {}): fc.Arbitrary<SchemaFiles> {
  const all = worldSettings(settings)
  return schemaDice(all).map((throws) => writeSchema(throws, all))
}

/** Builds schema files from random numbers (dice). */
export function writeSchema(
  throws: { readonly types: readonly Dice[]; readonly components: readonly Dice[] },
  settings: WorldSettings,
): SchemaFiles {
  const components = throws.components.flatMap((one, at) => sketch(COMPONENT_NAMES[at], one, (name) => name))
  const types = throws.types.flatMap((one, at) =>
    sketch(TYPE_NAMES[at], one, (name) => `api::${name}.${name}`),
  )
  for (const [at, component] of components.entries()) {
    addScalars(component, settings)
    // A component may contain only components that come later in the list, so that no component contains itself.
    addComponents(component, components.slice(at + 1), settings)
    addMedia(component, settings)
    if (component.roll.chance(50)) addOneSided(component, types, settings)
  }
  const heads = types.map((type, at) => {
    // The first type is a collection type, so that requests for lists exist.
    const own = at === 0 ? { ...settings, singles: false } : settings
    const head = headOf(type, TYPE_NAMES[at] ?? 'article', own)
    addScalars(type, settings)
    return head
  })
  for (const type of types) {
    const count = type.roll.upTo(settings.relations)
    for (let at = 0; at < count; at++) addRelation(type, types, settings)
    addMedia(type, settings)
    addComponents(type, components, settings)
    addZone(type, components, settings)
  }
  return {
    contentTypes: Object.fromEntries(
      types.map(({ name, attributes }, at) => [name, { ...heads[at], attributes }]),
    ),
    components: Object.fromEntries(
      components.map(({ name, attributes }) => [name.replace('.', '/'), { attributes }]),
    ),
  }
}

function sketch(name: string | undefined, throws: Dice, uidOf: (name: string) => string): Sketch[] {
  return name === undefined ? [] : [{ name, uid: uidOf(name), roll: roll(throws), attributes: {} }]
}

function headOf({ roll }: Sketch, name: keyof typeof TYPES, settings: WorldSettings): Record<string, Json> {
  const isSingle = settings.singles && roll.chance(12)
  const draftAndPublish = settings.drafts && roll.chance(55)
  const localized = settings.locales && roll.chance(45)
  const populateCreatorFields = roll.chance(20)
  const privateAttributes = settings.privates && roll.chance(12) ? ['createdAt', 'updatedBy'] : []
  return {
    kind: isSingle ? 'singleType' : 'collectionType',
    info: { singularName: name, pluralName: TYPES[name] },
    options: { draftAndPublish, populateCreatorFields, privateAttributes },
    pluginOptions: { i18n: { localized } },
  }
}

const hiding = (roll: Roll, { privates }: WorldSettings): Attributes =>
  privates && roll.chance(18) ? { private: true } : {}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Returns the first of the names that no attribute has; if all names are used, the last name with a number. */
function freeName(attributes: Attributes, names: readonly string[]): string {
  const free = names.find((name) => !Object.hasOwn(attributes, name))
  if (free !== undefined) return free
  let count = 2
  while (Object.hasOwn(attributes, `${names.at(-1)}${count}`)) count++
  return `${names.at(-1)}${count}`
}

function addScalars({ roll, attributes, uid }: Sketch, settings: WorldSettings): void {
  const count = 1 + roll.upTo(settings.scalars - 1)
  for (let at = 0; at < count; at++) {
    // The first attribute of most types is a short text, as in schemas that people write.
    const type = at === 0 && roll.chance(60) ? 'string' : roll.pick(SCALARS)
    const names = NAMES[type]
    const turn = roll.upTo(names.length - 1)
    const isSpecial = roll.chance(8)
    const name = isSpecial
      ? roll.pick(SPECIAL_NAMES)
      : freeName(attributes, [...names.slice(turn), ...names.slice(0, turn)])
    if (Object.hasOwn(attributes, name)) continue
    const limits = limitsFor(type, roll, uid.startsWith('api::'))
    const usual = roll.chance(15) ? VALUES[type].filter((value) => isDefault(value, limits)) : []
    attributes[name] = {
      type,
      ...(type === 'enumeration' ? { enum: ENUM_VALUES } : {}),
      ...hiding(roll, settings),
      ...limits,
      ...(usual.length === 0 ? {} : { default: roll.pick(usual) }),
      ...(roll.chance(10) ? { searchable: false } : {}),
    }
  }
}

const RELATIONS = ['manyToOne', 'oneToMany', 'oneToOne', 'manyToMany'] as const
const OTHER_SIDE = {
  manyToOne: 'oneToMany',
  oneToMany: 'manyToOne',
  oneToOne: 'oneToOne',
  manyToMany: 'manyToMany',
} as const

/**
 * Adds a relation to a generated type: a one-sided or two-sided relation to a generated type, a one-sided relation
 * to users, or a morph relation.
 */
function addRelation(type: Sketch, types: readonly Sketch[], settings: WorldSettings): void {
  const { roll, attributes, uid } = type
  if (settings.morphs && roll.chance(20)) return addMorph(type, types, settings)
  const relation = roll.pick(RELATIONS)
  const base = { type: 'relation', ...hiding(roll, settings) }
  if (roll.chance(8)) {
    const user = freeName(attributes, ['owner'])
    attributes[user] = { ...base, relation, target: 'plugin::users-permissions.user' }
    return
  }
  const target = roll.pick(types)
  const name = freeName(attributes, [`linked${capital(target.name)}`])
  if (!roll.chance(60)) {
    attributes[name] = { ...base, relation, target: target.uid }
    return
  }
  const back = freeName(target.attributes, [`linking${capital(type.name)}`])
  attributes[name] = { ...base, relation, target: target.uid, inversedBy: back }
  target.attributes[back] = {
    type: 'relation',
    ...hiding(roll, settings),
    relation: OTHER_SIDE[relation],
    target: uid,
    mappedBy: name,
  }
}

function addMorph(type: Sketch, types: readonly Sketch[], settings: WorldSettings): void {
  const { roll, attributes, uid } = type
  const name = freeName(attributes, ['related'])
  const relation = roll.pick(['morphToMany', 'morphToOne'])
  attributes[name] = { type: 'relation', relation, ...hiding(roll, settings) }
  if (!roll.chance(70)) return
  const target = roll.pick(types)
  target.attributes[freeName(target.attributes, [`${type.name}Mentions`])] = {
    type: 'relation',
    relation: roll.pick(['morphMany', 'morphOne']),
    target: uid,
    morphBy: name,
    ...hiding(roll, settings),
  }
}

/** Adds a one-sided relation to a component, because relations of components have no inverse side. */
function addOneSided({ roll, attributes }: Sketch, types: readonly Sketch[], settings: WorldSettings): void {
  const target = roll.pick(types).uid
  attributes.target = { type: 'relation', relation: roll.pick(RELATIONS), target, ...hiding(roll, settings) }
}

function addMedia({ roll, attributes }: Sketch, settings: WorldSettings): void {
  if (!settings.media || !roll.chance(45)) return
  attributes.media = { type: 'media', multiple: roll.chance(50), ...hiding(roll, settings) }
}

function addComponents(
  { roll, attributes }: Sketch,
  known: readonly Sketch[],
  settings: WorldSettings,
): void {
  for (const { name } of roll.some(known, 2)) {
    const own = freeName(attributes, [name.slice(name.indexOf('.') + 1)])
    const repeatable = roll.chance(50)
    attributes[own] = {
      type: 'component',
      component: name,
      repeatable,
      ...(roll.chance(15) ? { required: true } : {}),
      ...(repeatable && roll.chance(15) ? { min: 1, max: 2 } : {}),
      ...hiding(roll, settings),
    }
  }
}

function addZone({ roll, attributes }: Sketch, components: readonly Sketch[], settings: WorldSettings): void {
  if (!settings.zones || components.length === 0 || !roll.chance(50)) return
  const others = roll.some(components.slice(1), 2)
  const kinds = [...components.slice(0, 1), ...others].map(({ name }) => name)
  attributes.zone = { type: 'dynamiczone', components: kinds, ...hiding(roll, settings) }
}
