/**
 * The tables of a real server that are not content types of a dataset: API tokens, permissions of the admin panel,
 * and locales. The project's code reads and writes the server tables through the services of Strapi.
 */
import type { Graph } from '../../reference/graph/graph.ts'
import { buildGraph } from '../../reference/load/build.ts'
import { DatasetError } from '../../reference/schema/fault.ts'
import type { Json } from '../../util/json.ts'
import { firstState, type WritingState } from '../../writing/index.ts'
import { localeRows } from './locale-rows.ts'

const string: Json = { type: 'string' }
const text: Json = { type: 'text' }
const json: Json = { type: 'json' }
const datetime: Json = { type: 'datetime' }

const relation = (kind: string, target: string, more: { readonly [key: string]: Json } = {}): Json => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

export const TOKEN_UID = 'admin::api-token'
export const TOKEN_PERMISSION_UID = 'admin::api-token-permission'
const PERMISSION = 'admin::permission'
const LOCALE = 'plugin::i18n.locale'

const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  [TOKEN_UID]: {
    name: string,
    description: string,
    type: string,
    kind: string,
    accessKey: string,
    encryptedKey: text,
    lastUsedAt: datetime,
    permissions: relation('oneToMany', TOKEN_PERMISSION_UID, { mappedBy: 'token' }),
    expiresAt: datetime,
    lifespan: { type: 'biginteger' },
  },
  [TOKEN_PERMISSION_UID]: {
    action: string,
    token: relation('manyToOne', TOKEN_UID, { inversedBy: 'permissions' }),
  },
  [PERMISSION]: {
    action: string,
    actionParameters: json,
    subject: string,
    properties: json,
    conditions: json,
    role: { type: 'integer' },
  },
  [LOCALE]: { name: string, code: string },
}

const stemOf = (uid: string): string => uid.replace('::', '-').replaceAll('.', '-')

const schemaOf = (uid: string, attributes: Json): Json => {
  const name = uid.slice(Math.max(uid.lastIndexOf(':'), uid.lastIndexOf('.')) + 1)
  return { uid, kind: 'collectionType', info: { singularName: name, pluralName: `${name}s` }, attributes }
}

/** Returns whether a uid belongs to a server table, such as the table of API tokens. */
export const isServerTable = (uid: string): boolean => Object.hasOwn(ATTRIBUTES, uid)

/** Makes the first state of the server tables. The table of locales contains the locales of the world. */
export function serverTables({ locales }: Graph): WritingState {
  const types = Object.entries(ATTRIBUTES).map(([uid, attributes]) => [
    stemOf(uid),
    schemaOf(uid, attributes),
  ])
  const result = buildGraph({
    contentTypes: Object.fromEntries(types),
    entries: { [stemOf(LOCALE)]: localeRows(locales).map(({ isDefault: _, ...row }) => row) },
  })
  if ('graph' in result) return firstState(result.graph)
  throw new DatasetError(result.faults, result.more)
}

const ROLES: readonly (readonly [code: string, name: string, description: string])[] = [
  ['strapi-super-admin', 'Super Admin', 'Super Admins can access and manage all features and settings.'],
  ['strapi-editor', 'Editor', 'Editors can manage and publish contents including those of other users.'],
  ['strapi-author', 'Author', 'Authors can manage the content they have created.'],
]

/** The roles that the admin panel of a new server has. */
export const ADMIN_ROLES: readonly Json[] = ROLES.map(([code, name, description]) => ({
  code,
  name,
  description,
}))
