/**
 * Splits the query string of a request into a tree of values. Only this file of the reference uses the library qs,
 * in the version and with the options of the real server. Every option of qs is set explicitly, because each option
 * affects how some queries are read.
 */

import qs from 'qs'
import { asDecoded } from '../../util/url/percent.ts'
import type { Cite } from '../rules.ts'
import { rewritten, type SplittingBefore } from '../strapi/releases/parse.ts'

/** A value in a query string: a text, null (`a` without `=`), a list or a map. */
export type Raw = null | string | readonly Raw[] | RawMap
/** The members of a map in a query string. A `RawMap` has no prototype, and therefore only the keys of the query. */
export interface RawMap {
  readonly [key: string]: Raw
}

export const isText = (raw: Raw | undefined): raw is string => typeof raw === 'string'
export const isList = (raw: Raw | undefined): raw is readonly Raw[] => Array.isArray(raw)
export const isMap = (raw: Raw | undefined): raw is RawMap =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** Returns whether a query parameter has a value. A query parameter without `=` has no value. */
export const isGiven = (raw: Raw | undefined): raw is Exclude<Raw, null> => raw !== undefined && raw !== null

const TRUE_TEXTS = ['true', 't', '1']
const FALSE_TEXTS = ['false', 'f', '0']

/** Returns the boolean value of `true`, `t`, `1`, `false`, `f` or `0`; undefined for any other value. */
export function booleanText(raw: Raw | undefined): boolean | undefined {
  if (!isText(raw)) return undefined
  if (TRUE_TEXTS.includes(raw)) return true
  return FALSE_TEXTS.includes(raw) ? false : undefined
}

/**
 * Converts a value in a query string to text as JavaScript does. The function `String` would throw for a `RawMap`,
 * because it has no prototype.
 */
export function written(raw: Raw | undefined): string {
  if (isMap(raw)) return '[object Object]'
  return isList(raw) ? raw.map((item) => (item === null ? '' : written(item))).join(',') : String(raw)
}

/** The maximum number of items of a list in bracket notation; qs converts a longer list to a map with numeric keys. */
export const ARRAY_LIMIT = 100
/** The maximum depth of nested brackets in a query. Deeper brackets remain part of the key as plain text. */
export const DEPTH_LIMIT = 20
/**
 * The maximum depth of nested brackets in a profile with the quirk `deep-brackets`, which allows a hundred levels of
 * `populate`. The JavaScript stack is large enough for code that recurses through two hundred levels of brackets.
 */
export const DEEP_LIMIT = 200
/**
 * The maximum number of parameters in a query string. The library qs ignores all parameters after the first
 * thousand.
 */
export const PARAMETER_LIMIT = 1000

/** Returns whether a query string has more parameters than the limit. */
export const exceedsParameterLimit = (text: string): boolean =>
  text.split('&', PARAMETER_LIMIT + 1).length > PARAMETER_LIMIT

const INHERITED_NAMES = Object.getOwnPropertyNames(Object.prototype)
const INHERITED = new Set(INHERITED_NAMES)
/** Returns whether every JavaScript object inherits a property of this name. */
export const isInherited = (name: string): boolean => INHERITED.has(name)

/**
 * Returns the first key in brackets that every JavaScript object inherits. The library qs removes an inherited key,
 * with all keys and values below it.
 */
export function droppedKey(text: string): string | undefined {
  if (!text.includes('%') && !INHERITED_NAMES.some((name) => text.includes(name))) return undefined
  // Brackets may be percent-encoded. The function does not decode a key with invalid percent-encoding.
  const keys = text
    .split('&', PARAMETER_LIMIT)
    .map((part) => part.replace(/(\](?==)|^[^[=]*(?==)).*$/s, '$1'))
    .map((key) => (key.includes('%') ? asDecoded(key) : key))
  return keys
    .flatMap((key) => [...key.matchAll(/\[([^[\]]*)\]/g)].map(([, name = '']) => name))
    .find(isInherited)
}

/**
 * Parses a query string: `a[b]=1&a[c][0]=2` → `{a: {b: '1', c: ['2']}}`. Parsing never fails, because every text is a
 * valid query string.
 */
export function parseQueryString(
  text: string,
  cite: Cite,
  { depth = DEPTH_LIMIT, before }: Splitting = {},
): RawMap {
  cite('query.brackets')
  if (text.includes('%') || text.includes('+')) cite('query.encoding')
  if (before === undefined) return splitString(text, depth, ARRAY_LIMIT)
  const { text: read, arrayLimit, literal } = rewritten(text, before, ARRAY_LIMIT)
  const map: Record<string, Raw> = Object.create(null)
  return Object.assign(map, splitString(read, depth, arrayLimit), Object.fromEntries(literal))
}

/** The options for parsing a query string. */
export interface Splitting {
  readonly depth?: number
  /** The differences of the qs version of an older release. */
  readonly before?: SplittingBefore
}

const splitString = (text: string, depth: number, arrayLimit: number): RawMap =>
  rawMap(
    qs.parse(text, {
      allowDots: false,
      allowEmptyArrays: false,
      allowPrototypes: false,
      allowSparse: false,
      arrayLimit,
      charset: 'utf-8',
      charsetSentinel: false,
      comma: false,
      delimiter: '&',
      depth,
      duplicates: 'combine',
      ignoreQueryPrefix: false,
      interpretNumericEntities: false,
      parameterLimit: PARAMETER_LIMIT,
      parseArrays: true,
      plainObjects: false,
      strictDepth: false,
      strictNullHandling: true,
      throwOnLimitExceeded: false,
    }),
  )

/** Decodes the percent-encoded text after `=` in a query string. The text after `=` must contain no bracket. */
export const decodedValue = (text: string): string =>
  text.includes('%') || text.includes('+') ? written(splitString(`value=${text}`, 0, 0).value) : text

/** Writes parameters as a query string, as the real server does for parameters that project code sets. */
export const queryStringOf = (query: object): string => qs.stringify(query)

/**
 * Writes a query string that people can read: encodes only characters that would change the meaning or cannot be
 * printed.
 */
export const readableQuery = (query: RawMap): string =>
  qs.stringify(query, { encoder: readablePart, strictNullHandling: true })

const readablePart = (text: unknown): string =>
  encodeURIComponent(String(text).replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /%(?:5B|5D|24|2C|3A|2F|40)/g,
    decodeURIComponent,
  )

function rawMap(parsed: object): RawMap {
  const map: Record<string, Raw> = Object.create(null)
  for (const [key, value] of Object.entries(parsed)) map[key] = raw(value)
  return map
}

function raw(parsed: unknown): Raw {
  if (typeof parsed === 'string') return parsed
  if (Array.isArray(parsed)) return parsed.map(raw)
  if (typeof parsed === 'object' && parsed !== null) return rawMap(parsed)
  return null
}
