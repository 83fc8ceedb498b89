/**
 * Converts schemas to the form that a running server has in memory. The form in memory includes the attributes and
 * the content types of plugins that the server adds.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import { FILE_UID, ROLE_UID, USER_UID } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'

export const LOCALE_UID = 'plugin::i18n.locale'
export const PERMISSION_UID = 'plugin::users-permissions.permission'

const instant = { type: 'datetime' }
const creator: JsonObject = {
  type: 'relation',
  relation: 'oneToOne',
  target: 'admin::user',
  configurable: false,
  writable: false,
  visible: false,
  useJoinTable: false,
  private: true,
}

/** Returns the attributes that a server adds to every content type. */
const added = (uid: string): JsonObject => ({
  createdAt: instant,
  updatedAt: instant,
  publishedAt: { ...instant, configurable: false, writable: true, visible: true },
  createdBy: creator,
  updatedBy: creator,
  ...localeAttributes(uid),
})

/**
 * Returns the attributes that internationalization adds to a content type. The parameter `more` contains additional
 * members of the attribute `localizations`.
 */
export const localeAttributes = (uid: string, more: JsonObject = {}): JsonObject => ({
  locale: { writable: true, private: false, configurable: false, visible: false, type: 'string' },
  localizations: {
    type: 'relation',
    relation: 'oneToMany',
    target: uid,
    writable: false,
    private: false,
    configurable: false,
    visible: false,
    unstable_virtual: true,
    ...more,
  },
})

type ModelType = 'contentType' | 'component'

/** Converts a schema file to the form that a running server has in memory. */
export function schemaOf(json: JsonObject, uid: string, name: string, modelType: ModelType): JsonObject {
  const own = member(json, 'attributes')
  const attributes = isObject(own) ? own : {}
  const kind = modelType === 'contentType' ? { kind: member(json, 'kind') ?? 'collectionType' } : {}
  return {
    ...json,
    ...kind,
    collectionName: member(json, 'collectionName') ?? tableOf(uid),
    modelType,
    modelName: name,
    uid,
    attributes: modelType === 'contentType' ? { ...attributes, ...added(uid) } : attributes,
  }
}

const tableOf = (uid: string): string =>
  ['::', '.', '-'].reduce((name, part) => name.replaceAll(part, '_'), uid)

/** Returns the schemas of the content types of plugins whose rows the archive includes. */
export function builtInSchemas(graph: Graph): readonly JsonObject[] {
  const text = { type: 'string' }
  const related = { type: 'relation', relation: 'morphToMany' }
  const permissions = { type: 'relation', relation: 'oneToMany', target: PERMISSION_UID, mappedBy: 'role' }
  const role = { type: 'relation', relation: 'manyToOne', target: ROLE_UID, inversedBy: 'permissions' }
  const own: readonly (readonly [string, string, JsonObject])[] = [
    [FILE_UID, 'files', { ...scalarsOf(graph, FILE_UID), related }],
    [USER_UID, 'up_users', scalarsOf(graph, USER_UID)],
    [LOCALE_UID, 'i18n_locale', { name: text, code: text }],
    [ROLE_UID, 'up_roles', { name: text, description: text, type: text, permissions }],
    [PERMISSION_UID, 'up_permissions', { action: text, role }],
  ]
  return own.map(([uid, collectionName, attributes]) => {
    const name = uid.slice(uid.lastIndexOf('.') + 1)
    const info = { singularName: name, pluralName: `${name}s`, displayName: name }
    return schemaOf({ collectionName, info, options: {}, attributes }, uid, name, 'contentType')
  })
}

function scalarsOf({ schema }: Graph, uid: string): JsonObject {
  const attributes = [...(schema.contentTypes.get(uid)?.attributes ?? [])]
  const scalars = attributes.flatMap(([name, attribute]): readonly [string, Json][] =>
    attribute.kind === 'scalar' ? [[name, { type: attribute.type }]] : [],
  )
  return Object.fromEntries(scalars)
}
