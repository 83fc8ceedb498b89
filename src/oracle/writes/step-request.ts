/** Makes the HTTP request that a step of a write session sends. */
import type { SessionStep } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { onWire } from '../target/wire.ts'

/**
 * Returns the HTTP request of a session's step. The parameter `written` is the function that encodes the URL. Reports
 * pass a function that leaves the markers in the URL.
 */
export function stepRequest(
  { method, url, headers, token, json, text }: Omit<SessionStep, 'number'>,
  written = (plain: string): string => onWire({ url: plain }).url,
): WireRequest {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const plain = { ...onWire({ method, url, headers: authorization }), url: written(url) }
  const body = json === undefined ? text : JSON.stringify(json)
  return { ...plain, headers: { ...headers, ...plain.headers }, ...(body === undefined ? {} : { body }) }
}
