/**
 * The parts of a schema that only writes need: constraints and localization of attributes, and the cardinality of
 * relations.
 */

import type { Graph } from '../reference/graph/graph.ts'
import { schemasOf } from '../reference/load/build.ts'
import type { Attribute, LinkAttribute, Schema, Uid } from '../reference/schema/schema.ts'
import { modelOf } from '../reference/schema/target.ts'
import { isObject, type Json, type JsonObject, member } from '../util/json.ts'

/** The cardinality of a relation: the number of entries, one or many, that the relation links on each side. */
export type Cardinality = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany'

/** The constraints that a schema sets for the values of an attribute. */
export interface Limits {
  readonly required: boolean
  readonly unique: boolean
  /** The minimum value, which the schema file states as a number or as the text of a number. */
  readonly min: number | undefined
  readonly max: number | undefined
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  readonly pattern: RegExp | undefined
  /** The default value; undefined if the schema has none. */
  readonly default: Json | undefined
  /** Whether each locale has its own value of the attribute. */
  readonly localized: boolean
  /** The cardinality; undefined if the attribute is not a relation between two types. */
  readonly cardinality: Cardinality | undefined
  /** Whether the other side of the relation stores the links (`mappedBy`). */
  readonly isInverse: boolean
  /** Whether a request may set the attribute. */
  readonly writable: boolean
}

export interface WritableAttribute extends Limits {
  readonly attribute: Attribute
}

export interface WriteModel {
  readonly uid: Uid
  /** The attributes by name, in the order of the schema. */
  readonly attributes: ReadonlyMap<string, WritableAttribute>
  readonly isComponent: boolean
  /**
   * Whether entries of this model can contain components. The flag `hasParts` saves work: a body may have 50,000
   * components, and most components cannot contain other components.
   */
  readonly hasParts: boolean
  /** Whether entries of this model can link to rows. */
  readonly hasLinks: boolean
}

/** Returns whether an attribute links to rows: it is neither a scalar, a component nor a zone. */
export const isLink = (attribute: Attribute): attribute is LinkAttribute =>
  attribute.kind !== 'scalar' && attribute.kind !== 'component' && attribute.kind !== 'zone'

/** The write models of a graph by uid, each created on first use. */
export interface WriteModels {
  readonly get: (uid: Uid) => WriteModel | undefined
  /** The uids of all components, in the order of the schema. */
  readonly components: readonly Uid[]
}

const cache = new WeakMap<Schema, WriteModels>()

/** Reads the write models of all types and components from the schema files of a graph. */
export function modelsOf(graph: Graph): WriteModels {
  const there = cache.get(graph.schema)
  if (there !== undefined) return there
  const files = schemaFiles(graph)
  const made = new Map<Uid, WriteModel>()
  const get = (uid: Uid): WriteModel | undefined => {
    const known = made.get(uid)
    if (known !== undefined) return known
    const model = readModel(uid, graph.schema, files.get(uid) ?? {})
    if (model !== undefined) made.set(uid, model)
    return model
  }
  const models = { get, components: [...graph.schema.components.keys()] }
  cache.set(graph.schema, models)
  return models
}

/** Returns the schema files of content types and components, by uid. */
function schemaFiles(graph: Graph): ReadonlyMap<Uid, JsonObject> {
  const { contentTypes, components = {} } = schemasOf(graph)
  const byUid = new Map<Uid, JsonObject>()
  for (const file of Object.values(contentTypes)) {
    if (!isObject(file)) continue
    const info = member(file, 'info')
    const name = isObject(info) ? member(info, 'singularName') : undefined
    const uid = member(file, 'uid') ?? `api::${String(name)}.${String(name)}`
    byUid.set(String(uid), file)
  }
  for (const [path, file] of Object.entries(components))
    if (isObject(file)) byUid.set(path.replace('/', '.'), file)
  return byUid
}

function readModel(uid: Uid, schema: Schema, file: JsonObject): WriteModel | undefined {
  const model = modelOf(schema, uid)
  if (model === undefined) return undefined
  const written = member(file, 'attributes')
  const attributes = [...model.attributes.values()].map((attribute): [string, WritableAttribute] => {
    const json = isObject(written) ? member(written, attribute.name) : undefined
    return [attribute.name, { attribute, ...limitsOf(attribute, isObject(json) ? json : {}) }]
  })
  const all = [...model.attributes.values()]
  return {
    uid,
    attributes: new Map(attributes),
    isComponent: model.modelType === 'component',
    hasParts: all.some(({ kind }) => kind === 'component' || kind === 'zone'),
    hasLinks: all.some(isLink),
  }
}

/** The attributes that only the server may set. */
const READ_ONLY: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'localizations',
])

function limitsOf(attribute: Attribute, json: JsonObject): Limits {
  const { name } = attribute
  return {
    required: member(json, 'required') === true,
    unique: member(json, 'unique') === true,
    min: numberAt(json, 'min'),
    max: numberAt(json, 'max'),
    minLength: wholeAt(json, 'minLength'),
    maxLength: wholeAt(json, 'maxLength'),
    pattern: patternAt(json),
    default: member(json, 'default'),
    localized: isLocalized(attribute, json),
    cardinality: cardinalityOf(json),
    isInverse: typeof member(json, 'mappedBy') === 'string',
    writable: !READ_ONLY.has(name) && member(json, 'writable') !== false,
  }
}

function numberAt(json: JsonObject, key: string): number | undefined {
  const written = member(json, key)
  const number = typeof written === 'number' || typeof written === 'string' ? Number(written) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function wholeAt(json: JsonObject, key: string): number | undefined {
  const written = member(json, key)
  return typeof written === 'number' && Number.isInteger(written) && written !== 0 ? written : undefined
}

/**
 * Returns the pattern of an attribute; undefined if the pattern is invalid. The author of the schema is trusted to
 * write a safe pattern.
 */
function patternAt(json: JsonObject): RegExp | undefined {
  const written = member(json, 'regex')
  if (typeof written !== 'string') return undefined
  try {
    return new RegExp(written)
  } catch {
    return undefined
  }
}

/** Returns whether each locale has its own value of an attribute; always true for relations and uids. */
function isLocalized({ kind }: Attribute, json: JsonObject): boolean {
  if (kind === 'relation' || kind === 'morphTo' || kind === 'morphBy' || member(json, 'type') === 'uid')
    return true
  const plugins = member(json, 'pluginOptions')
  const i18n = isObject(plugins) ? member(plugins, 'i18n') : undefined
  return isObject(i18n) && member(i18n, 'localized') === true
}

const CARDINALITIES: readonly Cardinality[] = ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany']

const cardinalityOf = (json: JsonObject): Cardinality | undefined =>
  CARDINALITIES.find((name) => name === member(json, 'relation'))
