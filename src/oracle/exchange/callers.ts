/** Finds another caller to whom the reference gives the answer that the target gave. */
import type { Answer, WireRequest } from '../target/target.ts'
import { compareTo, type Exchange, type Session } from './session.ts'

/**
 * Returns the headers of the request with the token of another caller, or without a token, if the reference then
 * answers like the target. Returns undefined if the target's answer is that to no other caller.
 */
export function otherCaller(
  session: Session,
  exchange: Exchange,
  found: Answer,
): WireRequest['headers'] | undefined {
  const { request } = exchange
  const { authorization: _own, ...headers } = request.headers
  const others = [...session.reference.graph.access.tokens.keys()].map((token) => ({
    ...headers,
    authorization: `Bearer ${token}`,
  }))
  return [headers, ...others].find((otherHeaders) => {
    const { answer } = session.reference.ask({ ...request, headers: otherHeaders })
    return answer.status === found.status && compareTo(session, exchange, found, answer).difference === null
  })
}
