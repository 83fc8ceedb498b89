/** Distortions of targets that check the permission, the existence of an entry and the query in another order. */
import type { Graph } from '../../../reference/graph/graph.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { Reference } from '../../exchange/reference.ts'
import type { Answer, WireRequest } from '../../target/target.ts'
import type { Distortion } from './parts.ts'

const known = new WeakMap<Graph, (request: WireRequest) => Answer>()

/** The answers of the reference if every caller may do everything. */
function permitted({ graph, over }: Reference): (request: WireRequest) => Answer {
  const before = known.get(graph)
  if (before !== undefined) return before
  const all = [...graph.access.roles.keys()].map(
    (name) => [name, { name, permissions: new Set(['*']) }] as const,
  )
  const answer = over({ ...graph, access: { ...graph.access, roles: new Map(all) } })
  known.set(graph, answer)
  return answer
}

const withoutToken = ({
  headers: { authorization: _token, ...headers },
  ...request
}: WireRequest): WireRequest => ({
  ...request,
  headers,
})

const withoutQuery = (request: WireRequest): WireRequest => ({
  ...request,
  url: splitTarget(request.url).path,
})

/** A distortion: a check whose error has the status `second` comes before the checks whose errors have `first`. */
const before = (
  what: string,
  first: readonly number[],
  second: number,
  ask: (request: WireRequest, reference: Reference) => Answer,
): Distortion => ({
  rule: 'endpoint.first-error',
  kind: `${what} first`,
  says: `The order of errors differs: the server checks ${what} too early.`,
  distort: (request, reference) => {
    if (!first.includes(reference.ask(request).answer.status)) return undefined
    const answer = ask(request, reference)
    return answer.status === second ? answer : undefined
  },
})

export const ORDERS: readonly Distortion[] = [
  before('the query', [401, 403], 400, (request, reference) => permitted(reference)(withoutToken(request))),
  before('the entry', [401, 403], 404, (request, reference) => permitted(reference)(withoutToken(request))),
  before('the entry', [400], 404, (request, reference) => reference.ask(withoutQuery(request)).answer),
]
