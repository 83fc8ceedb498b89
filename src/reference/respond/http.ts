/** Converts answers to HTTP responses with headers, and with the body as text. */
import { tooLarge } from '../refusal.ts'
import { type ApiResponse, inPieces } from '../response.ts'
import type { Cite } from '../rules.ts'
import { writeJson } from './json.ts'
import { type Answered, refuse, type Written } from './respond.ts'

type Headers = ApiResponse['headers']

/**
 * The header objects that all responses to requests without an origin share. The HTTP server caches the bytes that it
 * derives from each of these objects.
 */
const NO_ORIGIN: Headers = Object.freeze({ vary: 'Origin' })
const JSON_TYPE = 'application/json; charset=utf-8'
const JSON_TO_NOBODY: Headers = Object.freeze({ 'content-type': JSON_TYPE, ...NO_ORIGIN })

/** Returns the CORS headers, which allow any origin to read the answer. */
export function corsHeaders(headers: Readonly<Record<string, string | undefined>>, cite: Cite): Headers {
  const { origin } = headers
  if (origin === undefined) return NO_ORIGIN
  cite('endpoint.cors')
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
}

/** Makes a response whose body is JSON. */
export function json(answered: Answered | Written, headers: Headers, cite: Cite): ApiResponse {
  const { status } = answered
  cite('endpoint.content-type')
  const withType = headers === NO_ORIGIN ? JSON_TO_NOBODY : { 'content-type': JSON_TYPE, ...headers }
  if ('pieces' in answered) return inPieces({ status, headers: withType }, answered.pieces)
  const text = jsonOf(answered)
  if (text === undefined)
    return json(
      refuse(tooLarge(cite), () => false),
      headers,
      cite,
    )
  return { status, headers: withType, body: text }
}

/** Writes the body of an answer as JSON. Error bodies are short and flat, so `JSON.stringify` is safe for them. */
const jsonOf = ({ status, body }: Answered): string | undefined =>
  status < 300 ? writeJson(body) : JSON.stringify(body)

export function plainText(status: number, text: string, headers: Headers): ApiResponse {
  const type = text === '' && status !== 200 ? {} : { 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: text }
}
