/** Finds another request, such as that of another caller, which the reference answers as the target answered. */
import type { Answer, WireRequest } from '../target/target.ts'
import { compareTo, type Exchange, type Session } from './session.ts'

/** The part in which the other request differs from the sent one. */
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
function ofSameCaller(request: WireRequest): readonly OtherRequest[] {
  const { [FORMAT]: own, ...headers } = request.headers
  const format = own === undefined ? { ...headers, [FORMAT]: 'v4' } : headers
  const url = request.url.toLowerCase()
  return [
    { part: 'format', request: { ...request, headers: format } },
    ...(url === request.url ? [] : [{ part: 'letter case', request: { ...request, url } } as const]),
  ]
}

/** Returns the first of the other requests that the reference answers as the target answered the sent one. */
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
 * Returns the request of another caller that the reference answers as the target answered the sent request; undefined
 * if no other caller gets this answer.
 */
export const otherCaller = (session: Session, exchange: Exchange, found: Answer): OtherRequest | undefined =>
  withAnswer(session, exchange, found, ofCallers(session, exchange.request))

/**
 * Returns a request with another caller, format or letter case that the reference answers as the target answered the
 * sent request; undefined if there is none. A cache whose key lacks this part confuses the two requests.
 */
export const otherRequest = (session: Session, exchange: Exchange, found: Answer): OtherRequest | undefined =>
  withAnswer(session, exchange, found, [
    ...ofCallers(session, exchange.request),
    ...ofSameCaller(exchange.request),
  ])
