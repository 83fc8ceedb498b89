/** Defines distortions: the target gives a role one permission too many or too few. */
import { bearerToken, may, roleOf } from '../../../../reference/access.ts'
import type { Graph, Role } from '../../../../reference/graph/graph.ts'
import { booleanText } from '../../../../reference/parse/url.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import type { Difference } from '../../../compare/difference.ts'
import type { Reference } from '../../../exchange/reference.ts'
import { partsOf, readPart } from '../../../names/mentions.ts'
import type { Answer, WireRequest } from '../../../target/target.ts'
import { type Distortion, isOf } from '../parts.ts'
import { permitted } from './order.ts'

const PERMISSION = 'permission of '
const callerOf = (graph: Graph, { headers }: WireRequest): Role | undefined =>
  roleOf(graph, bearerToken(headers['authorization']))

/**
 * Returns the permission distortions that may explain a difference. The list is empty unless only one server denies the
 * request, or a member of `data` is missing or superfluous.
 */
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
  const ofTypes = types
    .flatMap((uid) => READS.map((read) => `${uid}.${read}`))
    .map((permission) => permissionOf(role.name, permission, actionsOf(graph, role).has(permission)))
  return [...(isDenied ? TAKEN : []), ...ofTypes]
}

/**
 * Returns the actions that a role may do. The actions are the permissions of the role, with an action for each type in
 * place of `*`.
 */
function actionsOf({ schema }: Graph, role: Role | undefined): ReadonlySet<string> {
  const types = [...schema.contentTypes.keys()]
  const readable = READS.flatMap((read) =>
    types.flatMap((uid) => (role !== undefined && may(role, uid, read) ? [`${uid}.${read}`] : [])),
  )
  return new Set([...[...(role?.permissions ?? [])].filter((one) => !one.startsWith('*')), ...readable])
}

const READS = ['find', 'findOne'] as const

/** Returns the permission distortion with the given `kind`; undefined if no permission distortion has this kind. */
export function permissionOfKind(kind: string): Distortion | undefined {
  if (!kind.startsWith(PERMISSION)) return TAKEN.find((one) => one.kind === kind)
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

/** Returns a distortion: a permission for one kind of read also permits the other kind. */
const takenFor = (given: (typeof READS)[number], needed: (typeof READS)[number]): Distortion => ({
  rule: 'access.forbidden',
  kind: `${given} taken for ${needed}`,
  says: `${NEEDS[needed]} needs the permission \`${needed}\`. The server accepts \`${given}\` in its place.`,
  // Compares only the status of answers, because the body also depends on the other permissions of the caller.
  isByStatus: true,
  distort: (request, reference) => {
    const role = callerOf(reference.graph, request)
    if (role === undefined || reference.ask(request).answer.status !== 403) return undefined
    const granted = (own: ReadonlySet<string>): readonly string[] =>
      [...own].flatMap((one) => (one.endsWith(`.${given}`) ? [one, one.replace(given, needed)] : [one]))
    return answering(reference, role.name, `${given} for ${needed}`, granted)(request)
  },
})

const NEEDS = { find: 'A list', findOne: 'One entry' } as const

const TAKEN: readonly Distortion[] = [takenFor('find', 'findOne'), takenFor('findOne', 'find')]

/**
 * A distortion: for the attributes in `populate`, the target applies the permissions of the public role in place of
 * those of the caller.
 */
export const PUBLIC_POPULATE: Distortion = {
  rule: 'access.token',
  kind: 'populate as the public role',
  says: 'The role of the token also decides which attributes `populate` shows. In `populate`, the server applies the permissions of the public role.',
  distort: (request, reference) => {
    const { authorization, ...headers } = request.headers
    const isPopulated = partsOf(splitTarget(request.url).search).some((part) => isOf('populate', part))
    if (authorization === undefined || !isPopulated) return undefined
    const { answer } = reference.ask({ ...request, headers })
    return answer.status === 200 ? answer : undefined
  },
}

/** Returns whether a value of `populate` names no attribute, and populates every attribute. */
const isWildcard = (value: string): boolean => value === '*' || booleanText(value) === true

/**
 * The distortions in which the target refuses to populate a relation to a type that the role may not find: always, or
 * only if the query names the relation.
 */
export const REFUSED_POPULATE: readonly Distortion[] = [false, true].map((isNamed) => ({
  rule: 'populate.permission',
  kind: `populate of a forbidden type refused${isNamed ? ' if named' : ''}`,
  says: `If a request populates a relation to a type that the role may not find, the answer omits the relation. The server answers 403${isNamed ? ' if the query names the relation' : ''}.`,
  isByStatus: true,
  distort: (request, reference) => {
    const parts = partsOf(splitTarget(request.url).search).filter((part) => isOf('populate', part))
    const isMeant = parts.some((part) => !(isNamed && isWildcard(readPart(part).value)))
    const { answer } = reference.ask(request)
    if (!isMeant || answer.status !== 200) return undefined
    const whole = permitted(reference)(request)
    const isCut = JSON.stringify(whole.body) !== JSON.stringify(answer.body)
    return isCut ? { ...answer, status: 403 } : undefined
  },
}))

/** A distortion: the target also populates relations to types that the role may not find. */
export const SHOWN_POPULATE: Distortion = {
  rule: 'populate.permission',
  kind: 'populate of a forbidden type shown',
  says: 'If the role lacks the permission `find` for the target type of a relation, the answer omits the relation. The server populates the relation.',
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    if (answer.status !== 200) return undefined
    const whole = permitted(reference)(request)
    // A target that refuses the request checks the options of the relation, but need not populate it.
    return whole.status === 200 ? whole : undefined
  },
}

const known = new WeakMap<Reference, Map<string, (request: WireRequest) => Answer>>()

/**
 * Returns a function that answers requests as the reference would after one permission of a role is removed, or added
 * if the role lacks it.
 */
const turned = (reference: Reference, name: string, permission: string): ((request: WireRequest) => Answer) =>
  answering(reference, name, permission, (own) =>
    own.has(permission) ? [...own].filter((one) => one !== permission) : [...own, permission],
  )

/**
 * Returns a function that answers requests as the reference would after a change of a role's permissions. The name of
 * the role and `change` are the key in the cache.
 */
function answering(
  reference: Reference,
  name: string,
  change: string,
  changed: (own: ReadonlySet<string>) => readonly string[],
): (request: WireRequest) => Answer {
  const all = known.get(reference) ?? new Map<string, (request: WireRequest) => Answer>()
  known.set(reference, all)
  const key = `${name}: ${change}`
  const before = all.get(key)
  if (before !== undefined) return before
  const { graph } = reference
  const permissions = new Set(changed(actionsOf(graph, graph.access.roles.get(name))))
  const roles = new Map(graph.access.roles).set(name, { name, permissions })
  const answer = reference.over({ ...graph, access: { ...graph.access, roles } })
  all.set(key, answer)
  return answer
}
