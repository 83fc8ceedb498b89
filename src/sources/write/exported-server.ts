/** Converts the settings of a server to rows of an export: locales, roles with permissions, and the default locale. */

import type { Graph } from '../../reference/graph/graph.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { ROLE_UID } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { LOCALE_UID, PERMISSION_UID } from './exported-schemas.ts'

export interface ServerRows {
  readonly entities: readonly Json[]
  readonly links: readonly Json[]
  readonly configuration: readonly Json[]
}

/** The type of the role that new users get by default. */
const AUTHENTICATED = 'authenticated'

export function serverRows(files: Required<DatasetFiles>, graph: Graph, writtenAt: string): ServerRows {
  const entity = (type: string, id: number, data: Record<string, Json>): Json => ({
    type,
    id,
    data: { documentId: documentIdOf(type, id), ...data, ...timesOf(writtenAt) },
  })
  const locales = graph.locales.codes.map(({ code, name }, at) => entity(LOCALE_UID, at + 1, { name, code }))
  const { roles, publicRole } = graph.access
  const names = [publicRole, ...[...roles.keys()].filter((name) => name !== publicRole)]
  if (!names.includes(AUTHENTICATED)) names.push(AUTHENTICATED)
  const types = names.map((name) => (name === publicRole ? 'public' : name))
  const ids = roleIds(types, graph)
  const stored = new Set(graph.tables.get(ROLE_UID)?.rows.map(({ id }) => id))
  const roleRows = [...ids].flatMap(([type, id]) =>
    stored.has(id) ? [] : [entity(ROLE_UID, id, { name: type, description: '', type })],
  )
  const granted = names.flatMap((name, at) =>
    actionsOf([...(roles.get(name)?.permissions ?? [])], files, graph).map((action) => ({
      action,
      role: ids.get(types[at] ?? name) ?? 0,
    })),
  )
  const permissions = granted.map(({ action }, at) => entity(PERMISSION_UID, at + 1, { action }))
  return {
    entities: [...locales, ...roleRows, ...permissions],
    links: granted.map(({ role }, at) => ({
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: PERMISSION_UID, field: 'role', ref: at + 1 },
      right: { type: ROLE_UID, field: 'permissions', ref: role, pos: at + 1 },
    })),
    configuration: [
      {
        type: 'core-store',
        value: {
          key: 'plugin_i18n_default_locale',
          value: graph.locales.default,
          type: 'string',
          environment: null,
          tag: null,
        },
      },
    ],
  }
}

/**
 * Returns the id of each role, by the type of the role. The id of a role is the id of the role's row, or else the
 * next free id.
 */
function roleIds(types: readonly string[], { tables }: Graph): ReadonlyMap<string, number> {
  const rows = tables.get(ROLE_UID)?.rows ?? []
  const stored = new Map(rows.map(({ id, values: { type = null } }) => [type, id]))
  let last = Math.max(0, ...rows.map(({ id }) => id))
  return new Map(types.map((type) => [type, stored.get(type) ?? ++last]))
}

/**
 * Replaces wildcards in permissions by single actions, because a server does not store wildcards. The wildcard `*`
 * becomes only `find` and `findOne`.
 */
function actionsOf(
  permissions: readonly string[],
  { contentTypes }: Required<DatasetFiles>,
  graph: Graph,
): readonly string[] {
  const written = new Set(Object.values(contentTypes).filter(isObject).map(nameIn))
  const uids = [...graph.schema.contentTypes.values()].flatMap(({ uid, singularName }) =>
    uid.startsWith('api::') && written.has(singularName) ? [uid] : [],
  )
  const every = (action: string): readonly string[] => uids.map((uid) => `${uid}.${action}`)
  const all = permissions.flatMap((one) => {
    if (one === '*') return [...every('find'), ...every('findOne')]
    return one.startsWith('*.') ? every(one.slice('*.'.length)) : [one]
  })
  return [...new Set(all)].sort()
}

function nameIn(json: Json): Json | undefined {
  const info = isObject(json) && !isList(json) ? member(json, 'info') : undefined
  return isObject(info) ? member(info, 'singularName') : undefined
}

const timesOf = (instant: string): Record<string, Json> => ({
  createdAt: instant,
  updatedAt: instant,
  publishedAt: instant,
  locale: null,
})

/** Returns a generated documentId with 24 characters, like a documentId of Strapi. */
function documentIdOf(type: string, id: number): string {
  const name = type.slice(type.lastIndexOf('.') + 1)
  return `${name}${String(id).padStart(DOCUMENT_ID_LENGTH - name.length, '0')}`
}

const DOCUMENT_ID_LENGTH = 24
