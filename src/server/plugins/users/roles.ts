/** Answers `/users-permissions/roles` with the roles of users and the permissions of each role. */

import { mayDo } from '../../../reference/access.ts'
import type { Entry } from '../../../reference/evaluate/populate.ts'
import { PLUGIN_CONTROLLERS } from '../../../reference/graph/actions.ts'
import type { Graph, Role } from '../../../reference/graph/graph.ts'
import { ROLE_UID } from '../../../reference/schema/schema.ts'
import type { JsonObject } from '../../../util/json.ts'
import { capitalized } from '../../../util/text/case.ts'
import { madeDocumentId } from '../../world/locale-rows.ts'
import { notFound, type PluginResponse, success } from '../answer.ts'
import type { Endpoint, EndpointContext } from '../context.ts'
import { reading } from '../reading.ts'
import { rowIdIn, textOf, userTable } from './people.ts'
import { mayUse } from './rights.ts'

/**
 * A made-up role with all permissions. The endpoint `/users-permissions/roles` reads with all permissions, because
 * it shows every attribute of a role to every caller who may call it.
 */
const ALL: Role = { name: '(all)', permissions: new Set(['*']) }

interface KnownRole {
  readonly id: number
  readonly shown: Entry
  readonly role: Role | undefined
  readonly users: number
}

export const findRoles: Endpoint = ({ context }) =>
  withRoles(context, (roles) =>
    success({ roles: roles.map(({ shown, users }) => ({ ...shown, nb_users: users })) }),
  )

export const findRole: Endpoint = ({ context, params }) =>
  withRoles(context, (roles) => {
    const asked = rowIdIn(params[0] ?? '')
    const found = roles.find(({ id }) => id === asked)
    if (found === undefined) return notFound('Role not found')
    return success({ role: { ...found.shown, permissions: permissionsOf(found.role, context.world.graph) } })
  })

/** Answers with all known permissions, each marked as disabled. */
export const findPermissions: Endpoint = ({ context }) =>
  success({ permissions: permissionsOf(undefined, context.world.graph) })

function withRoles(
  context: EndpointContext,
  show: (roles: readonly KnownRole[]) => PluginResponse,
): PluginResponse {
  const { graph } = context.world
  const table = graph.tables.get(ROLE_UID)
  if (table === undefined || table.rows.length === 0) return show(rolesByName(graph))
  return reading(
    { context, caller: { role: ALL, user: undefined }, search: '' },
    ROLE_UID,
    {},
    ({ result }) =>
      show(
        result.entries.flatMap((shown): readonly KnownRole[] => {
          const row = table.byId.get(Number(shown['id']))
          if (row === undefined) return []
          const role = graph.access.roles.get(textOf(row, 'type') ?? textOf(row, 'name') ?? '')
          return [{ id: row.id, shown, role, users: usersOf(row.id, graph) }]
        }),
      ),
  )
}

/** Returns the roles of `access.json`, for a dataset without rows of roles. */
const rolesByName = ({ access }: Graph): readonly KnownRole[] =>
  [...access.roles.values()].map((role, at) => ({
    id: at + 1,
    shown: {
      id: at + 1,
      documentId: madeDocumentId(`role ${role.name}`),
      name: capitalized(role.name),
      description: '',
      type: role.name,
    },
    role,
    users: 0,
  }))

const usersOf = (id: number, graph: Graph): number =>
  (userTable(graph)?.rows ?? []).filter(({ links }) => links['role']?.some((link) => link.id === id)).length

const OF_KIND = {
  singleType: ['find', 'update', 'delete'],
  collectionType: ['find', 'findOne', 'create', 'update', 'delete'],
} as const

/**
 * Returns, for each permission, whether the role has the permission. The permissions are grouped by plugin or API, and
 * then by controller.
 */
function permissionsOf(role: Role | undefined, graph: Graph): JsonObject {
  const may = (action: string): boolean =>
    role !== undefined && (mayDo(role, action) || mayUse(role, action, graph.access))
  const controller = (prefix: string, actions: readonly string[]): JsonObject =>
    Object.fromEntries(actions.map((action) => [action, { enabled: may(`${prefix}.${action}`), policy: '' }]))
  const apis = new Map<string, Record<string, JsonObject>>()
  for (const { uid, kind } of graph.schema.contentTypes.values()) {
    if (!uid.startsWith('api::')) continue
    const [api = '', name = ''] = uid.split('.')
    const controllers = apis.get(api) ?? {}
    controllers[name] = controller(uid, OF_KIND[kind])
    apis.set(api, controllers)
  }
  const own = [...apis].sort(([one], [other]) => (one < other ? -1 : 1))
  const plugins = Object.entries(PLUGIN_CONTROLLERS).map(([plugin, controllers]) => {
    const all = Object.entries(controllers).map(([name, actions]) => [
      name,
      controller(`${plugin}.${name}`, actions),
    ])
    return [plugin, Object.fromEntries(all)] as const
  })
  return Object.fromEntries([...own, ...plugins].map(([name, controllers]) => [name, { controllers }]))
}
