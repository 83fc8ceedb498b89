/** Makes the HTTP request of a step. */
import type { SessionStep } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { onWire } from '../target/wire.ts'

/** The request of a step. `written` encodes the URL; reports pass a function that keeps the markers. */
export function stepRequest(
  { method, url, headers, token, json, text }: Omit<SessionStep, 'number'>,
  written = (plain: string): string => onWire({ url: plain }).url,
): WireRequest {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const plain = { ...onWire({ method, url, headers: authorization }), url: written(url) }
  const body = json === undefined ? text : JSON.stringify(json)
  return { ...plain, headers: { ...headers, ...plain.headers }, ...(body === undefined ? {} : { body }) }
}
