/** Finds another request, such as that of another caller, to which the reference gives the answer of the target. */
import type { Answer, WireRequest } from '../target/target.ts'
import { compareTo, type Exchange, type Session } from './session.ts'

/** The part of a request in which another request with the answer of the target differs. */
export type OtherPart = 'caller' | 'format' | 'letter case'

export interface OtherRequest {
  readonly part: OtherPart
  readonly request: WireRequest
}

const FORMAT = 'strapi-response-format'

/** Returns the request with the token of each other caller, and without a token. */
function ofCallers({ reference }: Session, request: WireRequest): readonly OtherRequest[] {
  const { authorization: _own, ...headers } = request.headers
  const others = [...reference.graph.access.tokens.keys()].map((token) => ({
    ...headers,
    authorization: `Bearer ${token}`,
  }))
  return [headers, ...others].map((one) => ({ part: 'caller', request: { ...request, headers: one } }))
}

/** Returns the request in the other response format, and its URL in lower case. */
function ofAnyCaller(request: WireRequest): readonly OtherRequest[] {
  const { [FORMAT]: own, ...headers } = request.headers
  const format = own === undefined ? { ...headers, [FORMAT]: 'v4' } : headers
  const url = request.url.toLowerCase()
  return [
    { part: 'format', request: { ...request, headers: format } },
    ...(url === request.url ? [] : [{ part: 'letter case', request: { ...request, url } } as const]),
  ]
}

/** Returns the first request to which the reference gives the answer that the target gave to another request. */
function withAnswer(
  session: Session,
  exchange: Exchange,
  found: Answer,
  others: readonly OtherRequest[],
): OtherRequest | undefined {
  return others.find(({ request }) => {
    const { answer } = session.reference.ask(request)
    return answer.status === found.status && compareTo(session, exchange, found, answer).difference === null
  })
}

/**
 * Returns the request of another caller, if the reference answers it like the target answered the own caller. Returns
 * undefined if the target's answer is that to no other caller.
 */
export const otherCaller = (session: Session, exchange: Exchange, found: Answer): OtherRequest | undefined =>
  withAnswer(session, exchange, found, ofCallers(session, exchange.request))

/**
 * Returns a similar request, if the reference answers it like the target answered the own request. A cache whose key
 * lacks a part of the request takes such requests for each other.
 */
export const otherRequest = (session: Session, exchange: Exchange, found: Answer): OtherRequest | undefined =>
  withAnswer(session, exchange, found, [
    ...ofCallers(session, exchange.request),
    ...ofAnyCaller(exchange.request),
  ])
