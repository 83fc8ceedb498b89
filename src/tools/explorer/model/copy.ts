/** Renders a request as text that the user can copy: URL, curl, qs, `@strapi/client` or TypeScript. */

import { isMap, isText, parseQueryString, type Raw, type RawMap } from '../../../reference/parse/url.ts'
import { isObject, type Json } from '../../../util/json.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'
import type { TypeDescribed } from '../described.ts'

export const COPIES = ['URL', 'curl', 'qs', '@strapi/client', 'TypeScript'] as const
export type CopyKind = (typeof COPIES)[number]

export interface Copied {
  readonly asking: Asking
  /** The origin of the URL, such as `http://127.0.0.1:1337`. */
  readonly origin: string
  readonly prefix: string
  readonly type: TypeDescribed | undefined
  readonly documentId: string | null
}

export function copyOf(kind: CopyKind, copied: Copied): string {
  switch (kind) {
    case 'URL':
      return `${copied.origin}${copied.asking.url}`
    case 'curl':
      return curl(copied)
    case 'qs':
      return `qs.stringify(${literal(queryOf(copied.asking.url))}, { encodeValuesOnly: true })`
    case '@strapi/client':
      return client(copied)
    case 'TypeScript':
      return declaration(copied)
  }
}

function curl({ asking: { url, caller, world }, origin }: Copied): string {
  const headers = [
    ...(caller.kind === 'token' ? [`authorization: Bearer ${caller.token}`] : []),
    ...(world === null ? [] : [`populace-world: ${world}`]),
  ]
  return ['curl -g', ...headers.map((header) => `-H ${quoted(header)}`), quoted(`${origin}${url}`)].join(' ')
}

/** Quotes a text for a shell. Between single quotes, only the single quote itself needs an escape. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function client({ asking, origin, prefix, type, documentId }: Copied): string {
  const query = literal(queryOf(asking.url))
  const auth = asking.caller.kind === 'token' ? `, auth: ${text(asking.caller.token)}` : ''
  const made = `const client = strapi({ baseURL: ${text(`${origin}${prefix}`)}${auth} })`
  const of = type?.isSingle === true ? 'single' : 'collection'
  const manager = `client.${of}(${text(type?.path ?? '')})`
  const call = documentId === null ? `find(${query})` : `findOne(${text(documentId)}, ${query})`
  return `import { strapi } from '@strapi/client'\n\n${made}\nconst answer = await ${manager}.${call}`
}

/** Returns the request as TypeScript that imports the declarations of `populace types`. */
function declaration({ asking, type, documentId }: Copied): string {
  const uid = `UidOf<${text(type?.path ?? '')}>`
  const answer = documentId !== null || type?.isSingle === true ? 'AnswerOne' : 'Answer'
  return `import type { ${answer}, Query, UidOf } from './content.ts'\n\nconst query = ${literal(queryOf(asking.url))} as const satisfies Query<${uid}>\ntype Found = ${answer}<${uid}, typeof query>`
}

/** Returns the query parameters of a URL as an object. */
export function queryOf(url: string): Json {
  const mark = url.indexOf('?')
  const raw = mark < 0 ? {} : parseQueryString(url.slice(mark + 1), () => undefined)
  const members = Object.entries(raw).map(([name, value]) => [
    name,
    name === 'pagination' && isMap(value) ? numbersIn(value) : jsonOf(value),
  ])
  return Object.fromEntries(members)
}

/** Converts the values of `pagination` to numbers. */
const numbersIn = (map: RawMap): Json =>
  Object.fromEntries(
    Object.entries(map).map(([name, value]) => [
      name,
      isText(value) && /^\d{1,9}$/.test(value) ? Number(value) : jsonOf(value),
    ]),
  )

/**
 * Converts a parsed query with brackets to JSON. The nesting limit of the query parser bounds the depth of the
 * recursion.
 */
function jsonOf(raw: Raw): Json {
  if (raw === null) return null
  if (typeof raw === 'string') return raw === 'true' ? true : raw
  if (Array.isArray(raw)) return raw.map(jsonOf)
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, jsonOf(value)]))
}

const WIDTH = 80

/** Formats a value as JavaScript source, with unquoted names, and with short values on one line. */
function literal(value: Json, indent = ''): string {
  const short = oneLine(value)
  if (short.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return short
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((item: Json) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${key(name)}: ${literal(member, inner)},\n`,
  )
  return `{\n${members.join('')}${indent}}`
}

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${key(name)}: ${oneLine(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' ? text(value) : JSON.stringify(value)
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name))

const text = (value: string): string =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
