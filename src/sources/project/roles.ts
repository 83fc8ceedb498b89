/**
 * Adds the content types of roles and permissions, and their rows, to a project. The parameter `populate=role` and the
 * project's own code need the content types of roles and permissions. A project without a database gets the roles that
 * config-sync exported, or else the roles that a server creates at its first start.
 */
import { EVERY_GET_ROUTE } from '../../reference/graph/actions.ts'
import { ROLE_UID, USER_UID } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { capitalized } from '../../util/text/case.ts'
import { BUILT_IN_FILE, stemOf } from '../database/builtin.ts'
import { type SchemaFile, textAt } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'
import type { SyncedRole } from './sync.ts'

export const PERMISSION_UID = 'plugin::users-permissions.permission'

const fixed = (type: string, more: Readonly<Record<string, Json>> = {}): Json => ({
  type,
  ...more,
  configurable: false,
})

const relation = (kind: string, target: string, more: Readonly<Record<string, Json>>): Json =>
  fixed('relation', { relation: kind, target, ...more })

const ATTRIBUTES: Readonly<Record<string, JsonObject>> = {
  [ROLE_UID]: {
    name: fixed('string', { minLength: 3, required: true }),
    description: fixed('string'),
    type: fixed('string', { unique: true }),
    permissions: relation('oneToMany', PERMISSION_UID, { mappedBy: 'role' }),
    users: relation('oneToMany', USER_UID, { mappedBy: 'role' }),
  },
  [PERMISSION_UID]: {
    action: fixed('string', { required: true }),
    role: relation('manyToOne', ROLE_UID, { inversedBy: 'permissions' }),
  },
}

const schemaOf = (uid: string, name: string, without: readonly string[] = []): SchemaFile => ({
  uid,
  stem: stemOf(uid),
  name,
  file: BUILT_IN_FILE,
  json: {
    uid,
    kind: 'collectionType',
    collectionName: `up_${name}s`,
    info: {
      singularName: name,
      pluralName: `${name}s`,
      displayName: capitalized(name),
    },
    attributes: Object.fromEntries(
      Object.entries(ATTRIBUTES[uid] ?? {}).filter(([attribute]) => !without.includes(attribute)),
    ),
  },
})

/**
 * Adds the content types of roles and permissions to the schemas. If the project itself defines the content type of
 * roles or of permissions, the definition of the project stays.
 */
export function withRoles<S extends Schemas>(schemas: S): S {
  const known = new Map(schemas.contentTypes.map((file) => [file.uid, file]))
  const user = known.get(USER_UID)?.json
  const isLinked = user === undefined || textAt(user, ['attributes', 'role', 'inversedBy']) === 'users'
  const role = schemaOf(ROLE_UID, 'role', isLinked ? [] : ['users'])
  const added = [schemaOf(PERMISSION_UID, 'permission'), role].filter(({ uid }) => !known.has(uid))
  return { ...schemas, contentTypes: [...schemas.contentTypes, ...added] }
}

const ROLES = [
  {
    id: 1,
    name: 'Authenticated',
    description: 'Default role given to authenticated user.',
    type: 'authenticated',
  },
  { id: 2, name: 'Public', description: 'Default role given to unauthenticated user.', type: 'public' },
]

const ofPlugin = (actions: readonly string[]): readonly string[] =>
  actions.map((action) => `plugin::users-permissions.${action}`)

/** The actions that a new server permits to each role of users, in the order in which the server stores them. */
export const PERMITTED: Readonly<Record<string, readonly string[]>> = {
  authenticated: ofPlugin([
    'auth.logout',
    'auth.getSessions',
    'auth.revokeSession',
    'user.me',
    'auth.changePassword',
  ]),
  public: ofPlugin([
    'auth.callback',
    'auth.connect',
    'auth.forgotPassword',
    'auth.resetPassword',
    'auth.register',
    'auth.emailConfirmation',
    'auth.sendEmailConfirmation',
    'auth.refresh',
  ]),
}

/** The actions of plugins that only read data. */
const READS = [
  ...['getComponents', 'getComponent'].map((name) => `plugin::content-type-builder.components.${name}`),
  ...['getContentTypes', 'getContentType'].map(
    (name) => `plugin::content-type-builder.content-types.${name}`,
  ),
  'plugin::upload.content-api.findPage',
  'plugin::i18n.locales.listLocales',
  ...ofPlugin(['user.count', 'permissions.getPermissions']),
]

/** The permissions for reading everything and writing nothing. */
export const READING: readonly string[] = ['*.find', '*.findOne', EVERY_GET_ROUTE, ...READS]

/** Returns the content of `access.json` for a project whose permissions are neither in a database nor in a file. */
export function openAccess(): Json {
  const role = (name: string): Json => ({ permissions: [...READING, ...(PERMITTED[name] ?? [])] })
  return {
    publicRole: 'public',
    roles: { public: role('public'), authenticated: role('authenticated') },
    tokens: {},
  }
}

/** The note for the user on the permissions that `openAccess` gives. */
export const OPEN_NOTE: Note = {
  file: 'permissions',
  line: 0,
  says: 'unknown without a database, so everyone may read everything and write nothing; to allow writes, use --grant "*.create"',
}

/**
 * Returns the rows of the given roles and their permissions, by the name of the dataset file. If no role is given,
 * returns the rows of the roles of a new server.
 */
export function firstRoles(given: readonly SyncedRole[] = []): Readonly<Record<string, Json>> {
  const roles =
    given.length === 0 ? ROLES : given.map(({ actions: _, ...role }, at) => ({ id: at + 1, ...role }))
  const actionsOf = new Map(given.map(({ type, actions }) => [type, actions]))
  const permissions = roles.flatMap(({ id, type }) =>
    (actionsOf.get(type) ?? PERMITTED[type] ?? []).map((action) => ({ action, role: id })),
  )
  return {
    [stemOf(ROLE_UID)]: roles,
    [stemOf(PERMISSION_UID)]: permissions.map((row, at) => ({ id: at + 1, ...row })),
  }
}
