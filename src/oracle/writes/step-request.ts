/** A step in the form in which it is sent. */
import type { SessionStep } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { onWire } from '../target/wire.ts'

/** By default `written` makes the URL printable. Reports pass another function that keeps the markers. */
export function stepRequest(
  { method, url, headers, token, json, text }: Omit<SessionStep, 'number'>,
  written = (plain: string): string => onWire({ url: plain }).url,
): WireRequest {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const plain = { ...onWire({ method, url, headers: authorization }), url: written(url) }
  const body = json === undefined ? text : JSON.stringify(json)
  return { ...plain, headers: { ...headers, ...plain.headers }, ...(body === undefined ? {} : { body }) }
}
