/** The body of a request, read as the real server reads one. */
import { isList, isObject, type Json } from '../../ground/json.ts'
import { parseQueryString, type Raw } from '../../reference/parse/url.ts'
import type { MockRequest } from '../layer.ts'
import { failed, type Told } from './answer.ts'

/** `value` is undefined for a body of a type that is not read. */
export type ReadBody =
  | { readonly ok: true; readonly value: Json | undefined; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly answer: Told }

const JSON_TYPES = [
  'application/json',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/csp-report',
]
const FORM = 'application/x-www-form-urlencoded'

/** Bytes of a body that is no JSON. */
const MOST_TEXT = 56 * 1024
/** Bytes of a form whose texts are read. */
const MOST_FORM = 1024 * 1024

export async function readBody({ body, headers = {} }: MockRequest): Promise<ReadBody> {
  const bytes = body === undefined ? new Uint8Array() : await body()
  if (bytes === 'no-room') {
    const message = 'Too many bodies are being read. Ask again in a moment'
    return { ok: false, answer: failed(503, 'ServiceUnavailableError', message) }
  }
  if (bytes === 'too-large' || bytes === 'gone') return tooLarge()
  const header = headers['content-type'] ?? ''
  const [type = ''] = header.toLowerCase().split(';', 1)
  const read = await parsed(type.trim(), header, bytes)
  return read.ok ? { ...read, bytes } : read
}

type Parsed = { readonly ok: true; readonly value: Json | undefined } | Extract<ReadBody, { ok: false }>

async function parsed(type: string, header: string, bytes: Uint8Array): Promise<Parsed> {
  // Bytes without a type are not read; where there are none, the type does not matter.
  if (bytes.length === 0) return { ok: true, value: type.startsWith('text/') ? '' : {} }
  if (JSON_TYPES.includes(type)) return parsedJson(textOf(bytes))
  if (type === FORM)
    return bytes.length > MOST_TEXT
      ? tooLarge()
      : { ok: true, value: plain(parseQueryString(textOf(bytes), noted)) }
  if (type.startsWith('text/'))
    return bytes.length > MOST_TEXT ? tooLarge() : { ok: true, value: textOf(bytes) }
  // Who takes files in reads the parts itself.
  const isForm = type === 'multipart/form-data' && bytes.length <= MOST_FORM
  return { ok: true, value: isForm ? await formIn(header, bytes) : undefined }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The texts of a form; undefined for what is none. */
async function formIn(header: string, bytes: Uint8Array): Promise<Json | undefined> {
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': header } }).formData()
    return Object.fromEntries(
      [...form]
        .filter(([, value]) => typeof value === 'string')
        .map(([name, value]) => [name, String(value)]),
    )
  } catch {
    return undefined
  }
}

const noted = (): void => undefined

const tooLarge = (): Extract<ReadBody, { ok: false }> => ({
  ok: false,
  answer: failed(413, 'PayloadTooLargeError', 'request entity too large', null),
})

function parsedJson(text: string): Parsed {
  if (!/^[ \t\r\n]*[[{]/.test(text)) return broken('invalid JSON, only supports object and array')
  try {
    const value: Json = JSON.parse(text)
    return namesPrototype(value)
      ? broken('Object contains forbidden prototype property')
      : { ok: true, value }
  } catch (error) {
    return broken(error instanceof Error ? error.message : 'invalid JSON')
  }
}

const broken = (message: string): Parsed => ({
  ok: false,
  answer: failed(400, 'SyntaxError', message, null),
})

function namesPrototype(value: Json): boolean {
  const left: Json[] = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isList(next)) for (const item of next) left.push(item)
    else if (isObject(next)) {
      if (Object.hasOwn(next, '__proto__')) return true
      for (const inner of Object.values(next)) left.push(inner)
    }
  }
  return false
}

/** As JSON says it; as deep as a query string is split. */
function plain(raw: Raw): Json {
  if (raw === null || typeof raw === 'string') return raw
  if (Array.isArray(raw)) return raw.map(plain)
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, plain(value)]))
}
