/** Detects targets that have no route for the methods HEAD and OPTIONS. */
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange } from '../exchange/session.ts'
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

/** The HTTP status by which a target may reject the path instead of the method. */
const MAY_BE_PATH = 404

/**
 * Returns the suspect if the target's answer shows that the target has no route for HEAD or OPTIONS. If `isCertain` is
 * true, the function ignores the status 404, because this status may reject the path instead of the method.
 */
export function methodSuspect(
  { request, referenced }: Exchange,
  { status }: Answer,
  isCertain: boolean,
): Suspect | undefined {
  const known = OTHER_METHODS.get(request.method)
  const isUnrouted = UNROUTED.has(status) && referenced.answer.status !== status
  if (known === undefined || !isUnrouted || (isCertain && status === MAY_BE_PATH)) return undefined
  const [rule, says] = known
  return { rule, kind: `no ${request.method}`, says }
}
