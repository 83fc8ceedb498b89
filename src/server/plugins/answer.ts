/** Creates the answers of plugin endpoints, in the formats of the real server. */
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import type { EntryValue } from '../../reference/evaluate/populate.ts'
import type { Read, Reader } from '../../reference/read.ts'
import { tooLarge } from '../../reference/refusal.ts'
import { writeJson } from '../../reference/respond/json.ts'
import { type Answered, CRASH, refuse } from '../../reference/respond/respond.ts'

/** A status and an unserialized body, or a status without a body. */
export type PluginResponse = Answered | { readonly status: 204 | 302; readonly location?: string }

export type ErrorName =
  | 'ApplicationError'
  | 'ForbiddenError'
  | 'NotFoundError'
  | 'PayloadTooLargeError'
  | 'ServiceUnavailableError'
  | 'SyntaxError'
  | 'UnauthorizedError'
  | 'ValidationError'

export const success = (body: EntryValue): PluginResponse => ({ status: 200, body })

/** Returns an error answer, without the member `details` if `details` is null. */
export function failed(
  status: number,
  name: ErrorName,
  message: string,
  details: EntryValue = {},
): PluginResponse {
  const error = { status, name, message, ...(details === null ? {} : { details }) }
  return { status, body: { data: null, error } }
}

export const invalid = (message: string, details: EntryValue = {}): PluginResponse =>
  failed(400, 'ValidationError', message, details)
export const inapplicable = (message: string): PluginResponse => failed(400, 'ApplicationError', message)
export const forbidden = (): PluginResponse => failed(403, 'ForbiddenError', 'Forbidden')
export const unauthorized = (message = 'Missing or invalid credentials'): PluginResponse =>
  failed(401, 'UnauthorizedError', message)
export const notFound = (message = 'Not Found'): PluginResponse => failed(404, 'NotFoundError', message)

/** Returns the answer to a read: the result of the read rendered with `show`, or the refusal of the read. */
export function shown(
  read: Read,
  { has }: Pick<Reader, 'has'>,
  show: (found: Extract<Read, { ok: true }>) => PluginResponse,
): PluginResponse {
  if (!read.ok) return read.refusal === null ? CRASH : refuse(read.refusal, has)
  return show(read)
}

const noted = (): void => undefined

/** Serializes an answer. The answer to a HEAD request has only headers. */
export function written(answer: PluginResponse, { method, headers = {} }: ApiRequest): ApiResponse {
  const cors = corsHeaders(headers['origin'])
  if (!('body' in answer)) {
    const { status, location } = answer
    return { status, headers: { ...cors, ...(location === undefined ? {} : { location }) }, body: '' }
  }
  const text = writeJson(answer.body)
  if (text === undefined)
    return written(
      refuse(tooLarge(noted), () => false),
      { url: '', headers },
    )
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...cors },
    body: method === 'HEAD' ? '' : text,
  }
}

/** Returns the CORS headers that allow any origin to read the answer, as the content API does. */
export const corsHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? { vary: 'Origin' }
    : { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
