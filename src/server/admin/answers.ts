/** Creates the answers of the endpoints below `/_populace`, and reads the bodies and parameters of their requests. */
import type { ApiResponse } from '../../reference/api.ts'
import { type Json, parseJson } from '../../util/json.ts'
import type { MockRequest } from '../layer.ts'
import { isWorldName } from '../worlds/named.ts'

/** The path of the endpoints that control the server. */
export const PREFIX = '/_populace'

export function json(status: number, body: Json): ApiResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}

export const readOnly = ({ method = 'GET' }: MockRequest, body: Json | undefined): ApiResponse =>
  method !== 'GET' ? notAllowed('GET') : body === undefined ? nothing() : json(200, body)

export const NOTHING: ApiResponse = { status: 204, headers: {}, body: '' }
export const wrong = (status: number, message: string): ApiResponse => json(status, { error: message })
export const nothing = (): ApiResponse =>
  wrong(404, `There is no such endpoint; ${PREFIX} lists the endpoints`)
export const notAllowed = (allow: string): ApiResponse => ({
  ...wrong(405, `Expected ${allow}`),
  headers: { 'content-type': 'application/json; charset=utf-8', allow },
})

/** Returns the JSON of the request body, or the reason why the body has no valid JSON. */
export async function bodyOf({ body }: MockRequest): Promise<{ readonly value: Json } | string> {
  const bytes = await body?.()
  if (bytes === undefined || typeof bytes === 'string') return 'Expected JSON of at most a megabyte'
  const value = parseJson(Buffer.from(bytes).toString('utf8'))
  return value === undefined ? 'Expected JSON in the body, found something else' : { value }
}

/** Returns the error for an invalid name of a world. */
export const badName = (): ApiResponse =>
  wrong(400, 'Expected a world name of letters, digits, dots, dashes and underscores')

/**
 * Returns the value of the query parameter `world`; undefined without parameters. Another parameter or an invalid name
 * is an error.
 */
export function worldIn(query: URLSearchParams): string | undefined | ApiResponse {
  const strange = [...query.keys()].find((name) => name !== 'world')
  if (strange !== undefined) return wrong(400, `Expected world, found ${JSON.stringify(strange)}`)
  const name = query.get('world') ?? undefined
  return name === undefined || isWorldName(name) ? name : badName()
}
