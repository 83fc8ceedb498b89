/** Defines distortions: the target gives every error of one status another status. */
import type { Difference } from '../../../compare/difference.ts'
import type { CheckedRule } from '../../../exchange/rules.ts'
import type { Distortion } from '../parts.ts'

/** The statuses of errors that a server may replace by another status, each with the rule about it and its name. */
const ERRORS: ReadonlyMap<number, readonly [rule: CheckedRule, what: string]> = new Map([
  [400, ['endpoint.error', 'invalid request']],
  [401, ['access.unknown-token', 'request with an unknown token']],
  [403, ['access.forbidden', 'request without the permission']],
  [404, ['endpoint.not-found', 'request for a path or entry that does not exist']],
])

/** A distortion: a request without a token and without the permission answers 401. */
export const ANONYMOUS: Distortion = {
  rule: 'access.forbidden',
  kind: '401 without a token',
  says: 'A request without a token and without the permission answers 403. The server answers 401.',
  isByStatus: true,
  isExact: true,
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    const isAnonymous = request.headers['authorization'] === undefined
    return isAnonymous && answer.status === 403 ? { ...answer, status: 401 } : undefined
  },
}

const STATUS = 'status '

const otherStatus = (
  expected: number,
  found: number,
  [rule, what]: readonly [CheckedRule, string],
): Distortion => ({
  rule,
  kind: `${STATUS}${expected} as ${found}`,
  says: `Each ${what} answers ${expected}. The server answers ${found} in place of ${expected}.`,
  isByStatus: true,
  isExact: true,
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    return answer.status === expected ? { ...answer, status: found } : undefined
  },
})

/** Returns the distortion that explains a wrong status of an error; empty for any other difference. */
export function statusesOf({ path, expected, found }: Difference): readonly Distortion[] {
  const error = path === 'status' && typeof expected === 'number' ? ERRORS.get(expected) : undefined
  // A server that answers 404 to some invalid requests has no route for their paths.
  const isOfRoute = expected === 400 && found === 404
  const isError = typeof found === 'number' && found >= 400 && found < 500 && !isOfRoute
  return error === undefined || !isError ? [] : [otherStatus(Number(expected), found, error)]
}

/** Returns the distortion of a status with the given `kind`; undefined if `kind` names another distortion. */
export function statusOfKind(kind: string): Distortion | undefined {
  if (!kind.startsWith(STATUS)) return undefined
  const [expected, found] = kind.slice(STATUS.length).split(' as ').map(Number)
  const error = expected === undefined ? undefined : ERRORS.get(expected)
  return error === undefined || expected === undefined || found === undefined
    ? undefined
    : otherStatus(expected, found, error)
}
