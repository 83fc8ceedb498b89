/**
 * Implements `ctx.request.body` and `ctx.request.files`, with the same values as the middleware `strapi::body` of
 * Strapi.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import createError from 'http-errors'
import type Koa from 'koa'
import type { Json } from '../../../../util/json.ts'
import { type FormPart, lengthOf, partsOf, textOf } from '../../../../writing/body/multipart.ts'
import { MOST_JSON, parseBody } from '../../../../writing/body/parse.ts'
import { isSame, jsonOf } from './compare.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { watched } from './trace/watched.ts'

const PARSED_METHODS: readonly string[] = ['POST', 'PUT', 'PATCH']
const UNPARSED = Symbol.for('unparsedBody')

/**
 * Makes the middleware that parses the body of a request. The parameter `settings` is the `config` of
 * `strapi::body`.
 */
export const bodyMiddleware = (settings: object) => {
  const isRaw = Reflect.get(settings, 'includeUnparsed') === true
  return (context: Koa.Context, next: Koa.Next): Promise<unknown> => {
    const exchange = exchangeOf(context)
    if (!PARSED_METHODS.includes(context.method)) exchange.body = { value: {}, isTouched: false }
    else if (isForm(exchange)) readForm(context, exchange)
    else readPlain(exchange, isRaw)
    return next()
  }
}

const isForm = ({ request }: Exchange): boolean =>
  request.body !== undefined &&
  (request.headers['content-type'] ?? '').trimStart().toLowerCase().startsWith('multipart/')

function readPlain(exchange: Exchange, isRaw: boolean): void {
  const { recorder } = exchange
  const value: unknown = freshBody(exchange)
  if (typeof value !== 'object' || value === null) {
    exchange.body = { value, isTouched: false }
    return
  }
  if (isRaw)
    Object.defineProperty(value, UNPARSED, {
      value: new TextDecoder().decode(exchange.request.body),
      writable: true,
    })
  const given =
    recorder === undefined ? value : watched(value, (kind, path) => recorder.add('body', kind, path))
  exchange.body = { value: given, isTouched: false }
}

/**
 * Parses the body of a request into a new value, which no code has changed.
 * @throws the same HttpError as `strapi::body` for an invalid body.
 */
function freshBody({ request }: Exchange): Json | undefined {
  const { body, headers } = request
  const type = headers['content-type']
  if (body === undefined || (type === undefined && body.length === 0)) return undefined
  const parsed = parseBody(
    body,
    type,
    () => undefined,
    () => false,
  )
  if (parsed.ok) return parsed.value
  const { status, name, message, details } = parsed.refusal
  throw Object.assign(createError(status, message), { name, details })
}

/** Returns the value of `ctx.request.body`. This function is the getter of the property `ctx.request.body`. */
export function readRequestBody(this: Koa.Request): unknown {
  const { body } = exchangeOf(this)
  if (body === undefined) return undefined
  body.isTouched = true
  return body.value
}

/** Sets the value of `ctx.request.body`. This function is the setter of the property `ctx.request.body`. */
export function writeRequestBody(this: Koa.Request, value: unknown): void {
  const exchange = exchangeOf(this)
  exchange.recorder?.add('body', 'changed', [])
  exchange.body = { value, isTouched: true }
}

/**
 * Returns the request body after the changes by the project's code; undefined if the code did not change the body.
 * @throws TypeError if the body is cyclic or too large.
 */
export function changedBody(exchange: Exchange): Json | undefined {
  const { body } = exchange
  if (body === undefined || !body.isTouched) return undefined
  return isSame(body.value, originalBody(exchange)) ? undefined : jsonOf(body.value, 'ctx.request.body')
}

/** Returns the parsed request body without the changes by the project's code. */
function originalBody(exchange: Exchange): unknown {
  if (!PARSED_METHODS.includes(exchange.request.method)) return {}
  return isForm(exchange) ? fieldsOf(partsIn(exchange)) : freshBody(exchange)
}

/** Returns the parts of a multipart request body. @throws HttpError if the header `content-type` names no boundary. */
function partsIn({ request }: Exchange): readonly FormPart[] {
  const parts = request.body === undefined ? [] : partsOf(request.body, request.headers['content-type'] ?? '')
  if (parts === undefined) throw createError(500)
  return parts
}

function readForm(context: Koa.Context, exchange: Exchange): void {
  const parts = partsIn(exchange)
  if (lengthOf(parts.filter(({ filename }) => filename === undefined)) > MOST_JSON)
    throw createError(413, 'request entity too large')
  exchange.body = { value: fieldsOf(parts), isTouched: false }
  const files = collected(
    parts
      .filter(({ filename }) => (filename ?? '') !== '')
      .map((part) => [part.name, fileOf(part, exchange)] as const),
  )
  Reflect.set(context.request, 'files', files)
}

const fieldsOf = (parts: readonly FormPart[]): Record<string, unknown> =>
  collected(
    parts.filter(({ filename }) => filename === undefined).map((part) => [part.name, textOf(part)] as const),
  )

/**
 * Collects the values of form fields by name. If the name of a form field occurs several times, the value is a list.
 */
function collected(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const byName = new Map<string, unknown[]>()
  for (const [name, value] of pairs) byName.set(name, [...(byName.get(name) ?? []), value])
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const),
  )
}

/**
 * Returns an uploaded file in the form of the library formidable. The content of the file is written to disk when
 * code first reads the path of the file.
 */
function fileOf({ filename = '', type, bytes }: FormPart, { cleanups }: Exchange): object {
  const newFilename = randomBytes(12).toString('hex')
  const path = join(tmpdir(), newFilename)
  let isWritten = false
  const file = {
    size: bytes.length,
    newFilename,
    originalFilename: filename,
    mimetype: type ?? 'application/octet-stream',
    type: type ?? 'application/octet-stream',
    lastModifiedDate: new Date(),
    hash: null,
  }
  return Object.defineProperty(file, 'filepath', {
    enumerable: true,
    configurable: true,
    get() {
      if (!isWritten) {
        writeFileSync(path, bytes)
        cleanups.push(() => rmSync(path, { force: true }))
      }
      isWritten = true
      return path
    },
  })
}
