/** Parses the body of a request by its content type. */

import { parseQueryString, type Raw } from '../../reference/parse/url.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import { isList, isObject, type Json, parseJson } from '../../util/json.ts'
import { crashing, type WriteRefusal } from '../refusal.ts'
import type { CiteWrite } from '../rules.ts'
import { brokenJsonMessage } from './broken-json.ts'
import { fieldsOf } from './multipart.ts'

/** The bytes of a body; `too-large` if the bytes exceeded the limit while the body was read. */
export type Body = Uint8Array | 'too-large' | undefined

export type ParsedBody =
  /**
   * The result for a body that can be parsed. `value` is undefined if the server does not parse bodies of this content
   * type.
   */
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly refusal: WriteRefusal }

const JSON_TYPES = [
  'application/json',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/csp-report',
]
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** The maximum size in bytes of a JSON body, and of all text parts of a multipart body together. */
export const MOST_JSON = 1024 * 1024
/** The maximum size in bytes of an urlencoded form, and of a body of a type such as `text/plain`. */
const MOST_TEXT = 56 * 1024
/**
 * The maximum number of nested lists and objects in a JSON body. The nesting is limited, because the code that stores a
 * value is recursive.
 */
const MOST_DEPTH = 900
/**
 * The maximum number of objects and lists in a JSON body. The number is limited, because each object or list may be a
 * component or a link, and components and links are slow to write.
 */
const MOST_PARTS = 50_000

/** Parses the body of a request, and never throws. */
export function parseBody(
  body: Body,
  contentType: string | undefined,
  cite: CiteWrite,
  departs: Departs,
): ParsedBody {
  const header = contentType ?? ''
  const type = (header.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (body === 'too-large') return refused(TOO_LARGE)
  if (body === undefined || body.length === 0) return { ok: true, value: {} }
  if (JSON_TYPES.includes(type)) {
    cite('write.body.json')
    return body.length > MOST_JSON ? refused(TOO_LARGE) : parsedJson(textOf(body), departs)
  }
  if (type === FORM || type === MULTIPART) cite('write.body.form')
  else cite('write.body.other')
  if (type === FORM)
    return body.length > MOST_TEXT ? refused(TOO_LARGE) : { ok: true, value: formOf(textOf(body)) }
  if (type.startsWith('text/'))
    return body.length > MOST_TEXT ? refused(TOO_LARGE) : { ok: true, value: textOf(body) }
  if (type !== MULTIPART) return { ok: true, value: undefined }
  const fields = fieldsOf(body, header, MOST_JSON)
  if (fields === undefined) return refused(NO_BOUNDARY)
  // Refuses form fields above the size limit, because their percent-encoded text could exceed the maximum string
  // length of V8.
  if (fields === 'too-large') return refused(TOO_LARGE)
  const written = fields.map(({ name, text }) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
  return { ok: true, value: formOf(written.join('&')) }
}

const refused = (refusal: WriteRefusal): ParsedBody => ({ ok: false, refusal })

const TOO_LARGE: WriteRefusal = {
  status: 413,
  name: 'PayloadTooLargeError',
  message: 'request entity too large',
  details: undefined,
  rule: 'write.body.size',
}

const NO_BOUNDARY = crashing(
  'multipart-crash',
  'write.body.json',
  'Invalid body: expected a boundary in content-type, as in multipart/form-data; boundary=…',
)

const syntaxError = (message: string): ParsedBody =>
  refused({ status: 400, name: 'SyntaxError', message, details: undefined, rule: 'write.body.json' })

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function parsedJson(text: string, departs: Departs): ParsedBody {
  if (!/^[ \t\r\n]*[[{]/.test(text)) return syntaxError('invalid JSON, only supports object and array')
  const value = parseJson(text)
  if (value === undefined) return syntaxError(brokenJsonMessage(text, departs('json-errors-of-node-22')))
  const fault = faultOfTree(value)
  if (fault === 'prototype') return syntaxError('Object contains forbidden prototype property')
  if (fault === 'depth') return refused(tooMuch(`${MOST_DEPTH} nested lists and objects`))
  if (fault === 'parts') return refused(tooMuch(`${MOST_PARTS} lists and objects`))
  return { ok: true, value }
}

const tooMuch = (most: string): WriteRefusal => ({
  status: 400,
  name: 'ValidationError',
  message: `Invalid body: expected at most ${most}`,
  details: {},
  rule: 'write.body.depth',
})

function faultOfTree(value: Json): 'prototype' | 'depth' | 'parts' | undefined {
  let isDeep = false
  let parts = 0
  const left: (readonly [Json, number])[] = [[value, 0]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [json, depth] = next
    if (isObject(json) && Object.hasOwn(json, '__proto__')) return 'prototype'
    if (!isObject(json) && !isList(json)) continue
    parts++
    if (depth >= MOST_DEPTH) isDeep = true
    for (const inner of Object.values(json)) left.push([inner, depth + 1])
  }
  if (isDeep) return 'depth'
  return parts > MOST_PARTS ? 'parts' : undefined
}

/** Parses the text of an urlencoded form body. The names `data[name]` and `data.name` are equivalent. */
function formOf(text: string): Json {
  const dotted = text.split('&').map((part) => {
    const at = part.indexOf('=')
    const [key, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    return `${key
      .replace(/%5B/gi, '[')
      .replace(/%5D/gi, ']')
      .replace(/\.([^.[=&]+)/g, '[$1]')}=${value}`
  })
  return plain(parseQueryString(dotted.join('&'), () => undefined))
}

/**
 * Converts a parsed query string to JSON. The recursion is limited, because the parser limits the depth of brackets.
 */
function plain(raw: Raw): Json {
  if (raw === null || typeof raw === 'string') return raw
  if (Array.isArray(raw)) return raw.map(plain)
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, plain(value)]))
}
