/**
 * Defines distortions: the target checks the permission, the existence of an entry and the query in another order than
 * the reference.
 */
import { splitTarget } from '../../../../util/url/target.ts'
import type { Reference } from '../../../exchange/reference.ts'
import type { Answer, WireRequest } from '../../../target/target.ts'
import { type Distortion, withoutHeader } from '../parts.ts'

/** The function that `permitted` returned for each reference, by the reference's `over`. */
const known = new WeakMap<Reference['over'], (request: WireRequest) => Answer>()

/** Returns a function that answers requests as the reference would if every caller had all permissions. */
export function permitted({ graph, over }: Reference): (request: WireRequest) => Answer {
  const before = known.get(over)
  if (before !== undefined) return before
  const all = [...graph.access.roles.keys()].map(
    (name) => [name, { name, permissions: new Set(['*']) }] as const,
  )
  const answer = over({ ...graph, access: { ...graph.access, roles: new Map(all) } })
  known.set(over, answer)
  return answer
}

const { read: withoutToken } = withoutHeader('access.token', 'authorization')

const withoutQuery = (request: WireRequest): WireRequest => ({
  ...request,
  url: splitTarget(request.url).path,
})

type Ask = (request: WireRequest, reference: Reference) => Answer

/**
 * Returns a distortion: the check that fails with the status `second` comes before the checks that fail with the status
 * `first`.
 */
const before = (
  [what, second]: readonly [what: string, second: number],
  [other, first]: readonly [other: string, first: readonly number[]],
  ask: Ask,
): Distortion => ({
  rule: 'endpoint.first-error',
  kind: `${what} before ${other}`,
  says: `The order of errors differs: the server checks ${what} before ${other}.`,
  distort: (request, reference) => {
    if (!first.includes(reference.ask(request).answer.status)) return undefined
    const answer = ask(request, reference)
    return answer.status === second ? answer : undefined
  },
})

const QUERY = ['the query', 400] as const
const ENTRY = ['the entry', 404] as const
const CALLERS: readonly (readonly [what: string, statuses: readonly number[]])[] = [
  ['the caller', [401, 403]],
  ['the token', [401]],
  ['the permission', [403]],
]
const byAnyone: Ask = (request, reference) => permitted(reference)(withoutToken(request))

const byPath: Ask = (request, reference) => reference.ask(withoutQuery(request)).answer
/** Asks without the query only for a path with a documentId, so that single types keep the right order. */
const byDocument: Ask = (request, reference) => {
  const routed = reference.routeOf(request)
  const isDocument = 'type' in routed && routed.target.kind === 'document'
  return isDocument ? byPath(request, reference) : reference.ask(request).answer
}

export const ORDERS: readonly Distortion[] = [
  ...CALLERS.flatMap((caller) => [before(QUERY, caller, byAnyone), before(ENTRY, caller, byAnyone)]),
  before(ENTRY, ['the query', [400]], byPath),
  before(['the document', 404], ['the query', [400]], byDocument),
  before(['the path', 400], ['the query', [400]], byPath),
]
