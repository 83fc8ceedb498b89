/**
 * Imitates `strapi-v5-plugin-populate-deep` 4.3.3: `pLevel=N` populates every attribute that is not private, down to
 * level N. The entry itself is level 1. The plugin populates nothing below a relation to a type that is already on
 * the path, and skips the attributes and tables that the parameter `pIgnore` names.
 */

import { isText, type Raw, type RawMap, written } from '../../reference/parse/url.ts'
import type { Below, CodeLevel, Instead } from '../../reference/plan/level.ts'
import { FLAT, flat } from '../../reference/plan/level.ts'
import {
  ADMIN_USER_UID,
  type ContentType,
  FILE_UID,
  type Model,
  type PopulatableAttribute,
  type Schema,
} from '../../reference/schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../../reference/schema/target.ts'
import type { CollectionNames } from '../runner/tables.ts'

export interface DeepConfig {
  /** The number of levels if the parameter `pLevel` has no value. The entry itself is level 1. */
  readonly defaultDepth: number
  /** Whether the plugin skips relations to admin users, such as `createdBy`, above the last populated level. */
  readonly skipCreatorFields: boolean
}

/**
 * The names of the plugin's query parameters, with the maximum number of characters of each. The option
 * `strictParams` must allow the plugin's query parameters.
 */
export const DEEP_PARAMETERS: ReadonlyMap<string, number> = new Map([
  ['pLevel', 3],
  ['pIgnore', Number.POSITIVE_INFINITY],
])

interface PluginWorld {
  readonly config: DeepConfig
  readonly nameOf: CollectionNames
  readonly schema: Schema
}

/**
 * A model on a path that the plugin populates. The member `depth` is the number of remaining levels, and `ignored`
 * contains the names of ignored tables and attributes.
 */
interface PopulateDepth {
  readonly model: Model
  readonly depth: number
  readonly ignored: readonly string[]
}

/**
 * The way in which the plugin populates an attribute: one level, deeper, or with a crash. An undefined value means
 * that the plugin omits the attribute.
 */
type Onward = { readonly kind: 'flat' } | { readonly kind: 'into' } | { readonly kind: 'thrown' } | undefined

/** Returns the attributes that the parameter `pLevel` populates; undefined if `pLevel` populates nothing. */
export function deepOf(query: RawMap, type: ContentType, world: PluginWorld): Instead | undefined {
  const given = query['pLevel']
  if (given === undefined) return undefined
  const isSaid = given !== null && given !== ''
  const place: PopulateDepth = {
    model: type,
    depth: isSaid ? levelsIn(given) : world.config.defaultDepth,
    ignored: ignoredIn(query['pIgnore']),
  }
  if (place.depth <= 1) return undefined
  if (meetsMorph(place, world)) return { kind: 'thrown' }
  const populate = levelOf(place, world)
  return populate === FLAT ? undefined : { kind: 'instead', populate }
}

/**
 * Parses the value of `pLevel` like `parseInt`. A text without a number means that the number of levels has no
 * limit.
 */
function levelsIn(given: Raw): number {
  const levels = Number.parseInt(written(given), 10)
  return Number.isNaN(levels) ? Number.POSITIVE_INFINITY : levels
}

function ignoredIn(given: Raw | undefined): readonly string[] {
  if (isText(given)) return given.split(',').map((name) => name.trim())
  return Array.isArray(given) ? given.filter(isText) : []
}

function levelOf(place: PopulateDepth, world: PluginWorld): CodeLevel {
  const { model, depth } = place
  const ignored = withOwn(place, world)
  const attributes = new Map<string, Below>()
  for (const attribute of populatable(place, ignored)) {
    const onward = onwardOf(attribute, { model, depth, ignored }, world)
    if (onward === undefined) continue
    const into: Below = (next) => intoModel({ model: next, depth: depth - 1, ignored }, world)
    attributes.set(attribute.name, onward.kind === 'into' ? into : flat)
  }
  return attributes.size === 0 ? FLAT : { attributes, fails: false }
}

const intoModel = (place: PopulateDepth, world: PluginWorld): CodeLevel =>
  place.depth <= 1 ? FLAT : levelOf(place, world)

function withOwn({ model, ignored }: PopulateDepth, { nameOf }: PluginWorld): readonly string[] {
  const own = nameOf(model.uid)
  return ignored.includes(own) ? ignored : [...ignored, own]
}

const populatable = ({ model }: PopulateDepth, ignored: readonly string[]): readonly PopulatableAttribute[] =>
  [...model.attributes.values()]
    .filter(isPopulatable)
    .filter((attribute) => !attribute.private && !ignored.includes(attribute.name))
    .filter(({ name }) => model.uid !== FILE_UID || name !== 'related')

/**
 * Returns the way in which the plugin populates an attribute. The parameter `ignored` includes the table of the
 * attribute's own model.
 */
function onwardOf(
  attribute: PopulatableAttribute,
  { depth, ignored }: PopulateDepth,
  { config, nameOf }: PluginWorld,
): Onward {
  switch (attribute.kind) {
    case 'media':
      return { kind: 'flat' }
    case 'component':
    case 'zone':
      return { kind: 'into' }
    case 'morphTo':
      return { kind: 'thrown' }
    case 'relation':
    case 'morphBy': {
      if (attribute.name === 'localizations' || ignored.includes(nameOf(attribute.target)))
        return { kind: 'flat' }
      const isSkipped = attribute.target === ADMIN_USER_UID && config.skipCreatorFields && depth > 2
      return isSkipped ? undefined : { kind: 'into' }
    }
  }
}

/**
 * The maximum number of models that the search for morph relations visits; with more models, the plugin itself would
 * take too long.
 */
const MAX_LOOKS = 20_000

/** Returns whether a populated path reaches a morph relation. A morph relation makes the plugin populate-deep crash. */
function meetsMorph(root: PopulateDepth, world: PluginWorld): boolean {
  const seen = new Set<string>()
  const waiting: PopulateDepth[] = [root]
  let looks = 0
  for (let place = waiting.pop(); place !== undefined && looks < MAX_LOOKS; place = waiting.pop()) {
    looks += 1
    const ignored = withOwn(place, world)
    const { model, depth } = place
    const key = JSON.stringify([model.uid, depth, [...ignored].sort()])
    if (depth <= 1 || seen.has(key)) continue
    seen.add(key)
    for (const attribute of populatable(place, ignored)) {
      const onward = onwardOf(attribute, { model, depth, ignored }, world)
      if (onward?.kind === 'thrown') return true
      if (onward?.kind !== 'into') continue
      for (const next of modelsOf(attribute, world.schema))
        waiting.push({ model: next, depth: depth - 1, ignored })
    }
  }
  return false
}

function modelsOf(attribute: PopulatableAttribute, schema: Schema): readonly Model[] {
  if (attribute.kind === 'zone') return attribute.components.flatMap((uid) => modelOf(schema, uid) ?? [])
  const target = targetOf(schema, attribute)
  return target === undefined ? [] : [target]
}
