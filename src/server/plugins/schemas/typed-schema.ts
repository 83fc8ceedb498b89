/** Schemas in the format of the plugin `strapi-typed-client`, for its code generator. */

import type { Graph } from '../../../reference/graph/graph.ts'
import { schemasOf } from '../../../reference/load/build.ts'
import { localeAttributes } from '../../../sources/write/exported-schemas.ts'
import { isObject, type Json, type JsonObject, objectAt, textAt } from '../../../util/json.ts'
import { capitalized } from '../../../util/text/case.ts'
import { USER_SCHEMA } from '../users/user-schema.ts'

/** The schemas of all content types and components, by uid. */
export interface TypedSchemas {
  readonly contentTypes: JsonObject
  readonly components: JsonObject
}

export function typedSchemas(graph: Graph): TypedSchemas {
  const { contentTypes, components = {} } = schemasOf(graph)
  const own = Object.values(contentTypes).flatMap((json): [string, JsonObject][] => {
    const info = objectAt(json, 'info')
    const uid = textAt(json, 'uid') ?? `api::${textAt(info, 'singularName')}.${textAt(info, 'singularName')}`
    return isObject(json) && uid.startsWith('api::') ? [[uid, contentType(uid, json)]] : []
  })
  const parts = Object.entries(components).map(([path, json]): [string, JsonObject] => {
    const [category = '', name = ''] = path.split('/')
    const uid = `${category}.${name}`
    return [uid, { uid, category, info: infoOf(json, ['displayName']), attributes: attributesOf(json) }]
  })
  return {
    contentTypes: { ...PLUGIN_TYPES, ...Object.fromEntries(own) },
    components: Object.fromEntries(parts),
  }
}

function contentType(uid: string, json: JsonObject): JsonObject {
  const collectionName = textAt(json, 'collectionName') ?? ''
  const i18n = objectAt(objectAt(json, 'pluginOptions'), 'i18n')
  return {
    uid,
    kind: json['kind'] ?? 'collectionType',
    collectionName,
    info: infoOf(json, ['singularName', 'pluralName', 'displayName']),
    attributes: {
      ...attributesOf(json),
      ...(i18n['localized'] === true ? languages(uid, collectionName) : {}),
    },
  }
}

/** Returns the `info` of a schema. A missing name becomes an empty text; a missing description is omitted. */
function infoOf(json: Json, names: readonly string[]): JsonObject {
  const info = objectAt(json, 'info')
  const { description } = info
  return {
    ...Object.fromEntries(names.map((name) => [name, textAt(info, name) ?? ''])),
    ...(description === undefined ? {} : { description }),
  }
}

const SYSTEM = new Set(['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'])

/**
 * Returns the visible attributes of a schema. Private attributes and relations to Strapi's own types are not visible.
 */
function attributesOf(json: Json): JsonObject {
  const visible = Object.entries(objectAt(json, 'attributes')).filter(
    ([name, attribute]) => !SYSTEM.has(name) && isObject(attribute) && isVisible(attribute),
  )
  return Object.fromEntries(visible)
}

function isVisible(attribute: JsonObject): boolean {
  if (attribute['private'] === true) return false
  const target = attribute['type'] === 'relation' ? (textAt(attribute, 'target') ?? '') : ''
  if (target.startsWith('admin::')) return false
  return !target.startsWith('plugin::') || target.includes('users-permissions')
}

/** Returns the attributes that the i18n plugin adds to a localized type. */
const languages = (uid: string, collectionName: string): JsonObject =>
  localeAttributes(uid, {
    joinColumn: { name: 'document_id', referencedColumn: 'document_id', referencedTable: collectionName },
  })

const USERS = 'plugin::users-permissions'

/** The types of the users-permissions plugin that every new server has. */
const PLUGIN_TYPES: JsonObject = {
  [`${USERS}.permission`]: pluginType('permission', 'up_permissions', {
    action: { type: 'string', required: true, configurable: false },
    role: manyToOne('role', 'permissions'),
  }),
  [`${USERS}.role`]: pluginType('role', 'up_roles', {
    name: { type: 'string', minLength: 3, required: true, configurable: false },
    description: { type: 'string', configurable: false },
    type: { type: 'string', unique: true, configurable: false },
    permissions: oneToMany('permission'),
    users: oneToMany('user'),
  }),
  [`${USERS}.user`]: pluginType('user', 'up_users', {
    ...attributesOf(objectAt(USER_SCHEMA, 'schema')),
    role: manyToOne('role', 'users'),
  }),
}

function pluginType(name: string, collectionName: string, attributes: JsonObject): JsonObject {
  const displayName = capitalized(name)
  const info = { singularName: name, pluralName: `${name}s`, displayName, description: '' }
  return { uid: `${USERS}.${name}`, kind: 'collectionType', collectionName, info, attributes }
}

function manyToOne(target: string, inversedBy: string): JsonObject {
  const relation = { type: 'relation', relation: 'manyToOne', target: `${USERS}.${target}` }
  return { ...relation, inversedBy, configurable: false }
}

function oneToMany(target: string): JsonObject {
  const relation = { type: 'relation', relation: 'oneToMany', target: `${USERS}.${target}` }
  return { ...relation, mappedBy: 'role', configurable: false }
}
