/** Distortions of targets that give a role one permission too many or too few. */
import { bearerToken, may, roleOf } from '../../../reference/access.ts'
import type { Graph, Role } from '../../../reference/graph/graph.ts'
import type { Difference } from '../../compare/difference.ts'
import type { Reference } from '../../exchange/reference.ts'
import type { Answer, WireRequest } from '../../target/target.ts'
import type { Distortion } from './parts.ts'

const PERMISSION = 'permission of '
const callerOf = (graph: Graph, { headers }: WireRequest): Role | undefined =>
  roleOf(graph, bearerToken(headers['authorization']))

/** The distortions that may explain a difference: an answer is denied, or an attribute is missing or superfluous. */
export function permissionsOf(
  { path, expected, found }: Difference,
  request: WireRequest,
  graph: Graph,
): readonly Distortion[] {
  const isDenied = path === 'status' && [expected, found].includes(403)
  const role = callerOf(graph, request)
  const isShown = path.startsWith('/data') && (expected === undefined || found === undefined)
  if (role === undefined || !(isDenied || isShown)) return []
  const types = [...graph.schema.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))
  return types
    .flatMap((uid) => READS.map((read) => `${uid}.${read}`))
    .map((permission) => permissionOf(role.name, permission, actionsOf(graph, role).has(permission)))
}

/** The actions that a role may do: its permissions, with an action for each type in place of `*`. */
function actionsOf({ schema }: Graph, role: Role | undefined): ReadonlySet<string> {
  const types = [...schema.contentTypes.keys()]
  const readable = READS.flatMap((read) =>
    types.flatMap((uid) => (role !== undefined && may(role, uid, read) ? [`${uid}.${read}`] : [])),
  )
  return new Set([...[...(role?.permissions ?? [])].filter((one) => !one.startsWith('*')), ...readable])
}

const READS = ['find', 'findOne'] as const

/** Returns the permission distortion with this `kind`; undefined if `kind` names a distortion of another sort. */
export function permissionOfKind(kind: string): Distortion | undefined {
  if (!kind.startsWith(PERMISSION)) return undefined
  const [role = '', permission = ''] = kind.slice(PERMISSION.length).split(': ')
  return permissionOf(role, permission, false)
}

const permissionOf = (name: string, permission: string, isGiven: boolean): Distortion => ({
  rule: 'access.role',
  kind: `${PERMISSION}${name}: ${permission}`,
  says: `The role ${name} ${isGiven ? 'lacks' : 'has'} the permission ${permission}.`,
  distort: (request, reference) =>
    callerOf(reference.graph, request)?.name === name
      ? turned(reference, name, permission)(request)
      : undefined,
})

const known = new WeakMap<Reference, Map<string, (request: WireRequest) => Answer>>()

/** The reference's answers after one permission of a role is removed, or added if the role lacked it. */
function turned(reference: Reference, name: string, permission: string): (request: WireRequest) => Answer {
  const all = known.get(reference) ?? new Map<string, (request: WireRequest) => Answer>()
  known.set(reference, all)
  const key = `${name}: ${permission}`
  const before = all.get(key)
  if (before !== undefined) return before
  const { graph } = reference
  const permissions = new Set(actionsOf(graph, graph.access.roles.get(name)))
  if (!permissions.delete(permission)) permissions.add(permission)
  const roles = new Map(graph.access.roles).set(name, { name, permissions })
  const answer = reference.over({ ...graph, access: { ...graph.access, roles } })
  all.set(key, answer)
  return answer
}
