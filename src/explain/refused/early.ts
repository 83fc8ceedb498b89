/**
 * Explains an answer with status 404, and a refusal that comes before the API reads the query: for the path, method,
 * token or permission.
 */
import type { ApiResponse } from '../../reference/api.ts'
import type { Role } from '../../reference/graph/graph.ts'
import type { Routed, Routes } from '../../reference/route.ts'
import type { RuleId } from '../../reference/rules.ts'
import type { RefusalExplained, RequestRead } from '../explanation.ts'
import { didYouMean, nearest } from './names-near.ts'
import { readRefusedAnswer } from './refused.ts'

export interface EarlyRefusal {
  readonly response: ApiResponse
  readonly route: Routed
  readonly role: Role | undefined
  readonly request: RequestRead
  readonly path: string
  readonly routes: Routes
  readonly rule: RuleId | null
}

export function refusedEarly(early: EarlyRefusal): RefusalExplained {
  const { response, rule } = early
  const near = early.route.kind === 'refused' ? nearest(nameIn(early), namesOf(early.routes)) : []
  return readRefusedAnswer(response.status, response.body, rule, adviceOf(early, near), near)
}

/** Returns the first path segment after the API prefix. */
const nameIn = ({ path, routes: { prefix } }: EarlyRefusal): string =>
  path.toLowerCase().startsWith(`${prefix}/`) ? (path.slice(prefix.length + 1).split('/', 1)[0] ?? '') : path

const namesOf = ({ collections, singles }: Routes): readonly string[] => [
  ...collections.keys(),
  ...singles.keys(),
]

function adviceOf(door: EarlyRefusal, near: readonly string[]): string {
  const { response, route, role, request, routes } = door
  if (route.kind === 'refused')
    return `No content type has this path. A path is ${routes.prefix}/ and the plural name of a collection type, or the name of a single type.${didYouMean(near)}`
  if (route.kind === 'plain') return 'This path does not have this method: read entries with GET.'
  if (response.status === 401)
    return role === undefined
      ? 'The token is unknown, or the public role has no permission. Send the header Authorization: Bearer TOKEN with a token of the dataset.'
      : 'Send a token.'
  if (response.status === 403 && route.kind === 'read') {
    const action = route.target.kind === 'document' ? 'findOne' : 'find'
    return `The role ${request.role} lacks ${action} on ${route.type.uid}.`
  }
  if (response.status === 404)
    return 'The request sees no row with this documentId. The list below has the rows that the status or locale of the request hides.'
  return 'A server of this profile answers this request with 500.'
}
