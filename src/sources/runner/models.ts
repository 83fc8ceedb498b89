/**
 * Makes models for project code. A model is a content type or component in the form that `strapi.getModel` returns:
 * a schema file with the members that Strapi adds.
 */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { BUILT_IN } from '../../reference/schema/builtin.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { capitalized } from '../../util/text/case.ts'
import type { ModelMessage, Models } from './protocol.ts'
import { collectionNames } from './tables.ts'

/**
 * Returns the models of a dataset, and the models of Strapi's built-in content types that the dataset does not
 * define.
 */
export function modelsOf(files: DatasetFiles): Models {
  const tableOf = collectionNames(files)
  const own = Object.entries(files.contentTypes).map(([stem, json]) => withUid(stem, json))
  const types = [...BUILT_IN, ...own].map((json) => contentType(objectIn(json), tableOf))
  const components = Object.entries(files.components ?? {}).map(([stem, json]) =>
    component(stem, objectIn(json)),
  )
  return Object.fromEntries([...types, ...components].map((model) => [model.uid, model]))
}

const objectIn = (json: Json | undefined): JsonObject => (isObject(json) ? json : {})

const textIn = (json: JsonObject, key: string): string | undefined => {
  const text = member(json, key)
  return typeof text === 'string' ? text : undefined
}

const withUid = (stem: string, json: Json): Json =>
  isObject(json) && member(json, 'uid') === undefined ? { ...json, uid: `api::${stem}.${stem}` } : json

/** The members of a schema file that Strapi copies to `__schema__`. */
const SCHEMA_KEYS = [
  'connection',
  'collectionName',
  'info',
  'options',
  'pluginOptions',
  'attributes',
  'kind',
  'indexes',
  'foreignKeys',
]

const picked = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([key]) => SCHEMA_KEYS.includes(key)))

function contentType(json: JsonObject, tableOf: (uid: string) => string): ModelMessage {
  const uid = textIn(json, 'uid') ?? ''
  const info = objectIn(member(json, 'info'))
  const modelName = textIn(info, 'singularName') ?? ''
  const kind = textIn(json, 'kind') ?? 'collectionType'
  const collectionName = tableOf(uid)
  const attributes = attributesOf(json)
  const options: JsonObject = { draftAndPublish: false, ...objectIn(member(json, 'options')) }
  return {
    ...json,
    ...ownerOf(uid),
    uid,
    modelType: 'contentType',
    kind,
    collectionName,
    modelName,
    globalId: textIn(json, 'globalId') ?? globalIdOf(uid, modelName),
    info,
    options,
    __schema__: { ...picked(json), collectionName, kind, options, attributes },
    attributes: { ...attributes, ...addedTo(uid, json, collectionName) },
  }
}

function component(stem: string, json: JsonObject): ModelMessage {
  const [category = '', modelName = ''] = stem.split('/')
  const attributes = attributesOf(json)
  const collectionName =
    textIn(json, 'collectionName') ?? `components_${stem.replaceAll('/', '_').replaceAll('-', '_')}s`
  const options = objectIn(member(json, 'options'))
  return {
    ...json,
    uid: `${category}.${modelName}`,
    category,
    modelType: 'component',
    modelName,
    collectionName,
    globalId: textIn(json, 'globalId') ?? pascalCase(`component-${category}-${modelName}`),
    info: objectIn(member(json, 'info')),
    options,
    __filename__: `${modelName}.json`,
    __schema__: { ...picked(json), collectionName, options, attributes, __filename__: `${modelName}.json` },
    attributes,
  }
}

function attributesOf(json: JsonObject): Readonly<Record<string, JsonObject>> {
  const all = Object.entries(objectIn(member(json, 'attributes')))
  return Object.fromEntries(
    all.flatMap(([name, attribute]) => (isObject(attribute) ? [[name, attribute] as const] : [])),
  )
}

/**
 * Returns the member of a model that names the API or plugin to which a uid belongs. The uid `api::a.b` belongs to
 * the API `a`. The uids `plugin::p.b` and `admin::b` belong to a plugin.
 */
function ownerOf(uid: string): JsonObject {
  const [space = '', name = ''] = uid.split('::')
  const [owner = ''] = name.split('.')
  switch (space) {
    case 'api':
      return { apiName: owner }
    case 'plugin':
      return { plugin: owner }
    case 'admin':
      return { plugin: 'admin' }
    default:
      return {}
  }
}

/**
 * Returns the global name (`globalId`) of a model, such as `Article`. For a content type of a plugin, the global
 * name begins with the name of the plugin.
 */
function globalIdOf(uid: string, modelName: string): string {
  const { plugin } = ownerOf(uid)
  return pascalCase(typeof plugin === 'string' ? `${plugin}-${modelName}` : modelName)
}

const pascalCase = (name: string): string => name.split('-').map(capitalized).join('')

/** Returns the attributes that Strapi adds to every content type, such as `createdAt` and `locale`. */
function addedTo(
  uid: string,
  json: JsonObject,
  collectionName: string,
): Readonly<Record<string, JsonObject>> {
  const isLocalized = flagAt(json, ['pluginOptions', 'i18n', 'localized'])
  const fixed = { configurable: false, writable: false, visible: false }
  const creator = {
    type: 'relation',
    relation: 'oneToOne',
    target: 'admin::user',
    ...fixed,
    useJoinTable: false,
    private: !flagAt(json, ['options', 'populateCreatorFields']),
  }
  const link = { name: 'document_id', referencedColumn: 'document_id', referencedTable: collectionName }
  return {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
    createdBy: creator,
    updatedBy: { ...creator },
    locale: { ...fixed, writable: true, private: !isLocalized, type: 'string' },
    localizations: {
      type: 'relation',
      relation: 'oneToMany',
      target: uid,
      ...fixed,
      private: !isLocalized,
      unstable_virtual: true,
      joinColumn: link,
    },
  }
}

function flagAt(json: Json, path: readonly string[]): boolean {
  let at: Json | undefined = json
  for (const name of path) at = isObject(at) ? member(at, name) : undefined
  return at === true
}
