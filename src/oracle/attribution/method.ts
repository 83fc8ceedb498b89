/**
 * Detects targets that have no route for a content type or for the methods HEAD and OPTIONS, or that deny access to
 * preflight requests.
 */
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange, Session } from '../exchange/session.ts'
import type { Answer } from '../target/target.ts'
import type { Suspect } from './suspect.ts'

/** The statuses of a server that has no route for a method. */
const UNROUTED: ReadonlySet<number> = new Set([404, 405, 501])
/** The methods other than GET that every path has, each with the rule about the method. */
const OTHER_METHODS: ReadonlyMap<string, readonly [rule: CheckedRule, says: string]> = new Map([
  [
    'HEAD',
    ['endpoint.method', 'The method HEAD answers like GET, but without the body. The server has no HEAD.'],
  ],
  [
    'OPTIONS',
    [
      'endpoint.cors',
      'The method OPTIONS answers a preflight request on each path. The server has no OPTIONS.',
    ],
  ],
])

/** The statuses by which a target denies access. */
const DENIED: ReadonlySet<number> = new Set([401, 403])
const PREFLIGHT: Suspect = {
  rule: 'endpoint.cors',
  kind: 'preflight denied',
  says: 'A CORS preflight request needs no token and no permission. The server denies access to it.',
}

/** The HTTP status by which a target may reject the path instead of the method. */
const MAY_BE_PATH = 404

/** The words for the path of one entry in a collection type, and of a single type. */
const PLACES = { document: 'one entry of a collection type', single: 'a single type' } as const

/**
 * Returns the suspects if the target's answer shows that the target has no route for HEAD or OPTIONS, or denies access
 * to preflight requests. If `isCertain` is true, the function ignores the status 404, because this status may reject
 * the path instead of the method.
 */
export function methodSuspects(
  { reference }: Session,
  { request, referenced }: Exchange,
  { status }: Answer,
  isCertain: boolean,
): readonly Suspect[] {
  const { method } = request
  if (method === 'OPTIONS' && DENIED.has(status) && referenced.answer.status < 300) return [PREFLIGHT]
  const known = OTHER_METHODS.get(method)
  const isUnrouted = UNROUTED.has(status) && referenced.answer.status !== status
  if (known === undefined || !isUnrouted || (isCertain && status === MAY_BE_PATH)) return []
  const [rule, says] = known
  const general = { rule, kind: `no ${method}`, says }
  const routed = reference.routeOf(request)
  if (method !== 'HEAD' || !('type' in routed) || routed.target.kind === 'list') return [general]
  const place = PLACES[routed.target.kind]
  // The target may have no HEAD only on the paths of this kind.
  const own = `The method HEAD answers like GET, but without the body. The server has no HEAD for ${place}.`
  return [{ rule, kind: `no HEAD for ${place}`, says: own }, general]
}

/**
 * Returns the suspect if the target has no route for the requested content type, and therefore answers 404, or lists
 * other methods for OPTIONS; otherwise undefined.
 */
export function unservedSuspect(
  { reference, unserved }: Session,
  { request, referenced }: Exchange,
  { status }: Answer,
): Suspect | undefined {
  const isListed = request.method === 'OPTIONS'
  const routed = reference.routeOf(isListed ? { ...request, method: 'GET' } : request)
  if (!('type' in routed) || !unserved.has(routed.type.uid)) return undefined
  if (!isListed && (status !== MAY_BE_PATH || referenced.answer.status === MAY_BE_PATH)) return undefined
  return { rule: 'endpoint.path', kind: 'no route', says: 'The server has a route for each content type.' }
}
