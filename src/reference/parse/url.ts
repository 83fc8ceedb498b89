/**
 * Request target → raw query. Only this file splits a query string: with qs, in the version and with the options of the
 * real server. It lists every option, because each decides how some request is read.
 */

import qs from 'qs'
import { asDecoded } from '../../util/url/percent.ts'
import type { Cite } from '../rules.ts'
import { rewritten, type SplittingBefore } from '../strapi/releases/parse.ts'

/** A value in a query string: a text, null (`a` without `=`), a list or a map. */
export type Raw = null | string | readonly Raw[] | RawMap
/** Has no prototype, so that a key only finds a value of the caller. */
export interface RawMap {
  readonly [key: string]: Raw
}

export const isText = (raw: Raw | undefined): raw is string => typeof raw === 'string'
export const isList = (raw: Raw | undefined): raw is readonly Raw[] => Array.isArray(raw)
export const isMap = (raw: Raw | undefined): raw is RawMap =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** Whether a parameter has a value. A name without `=` has none. */
export const isGiven = (raw: Raw | undefined): raw is Exclude<Raw, null> => raw !== undefined && raw !== null

const TRUE_TEXTS = ['true', 't', '1']
const FALSE_TEXTS = ['false', 'f', '0']

/** The meaning of the six texts for booleans; undefined for any other value. */
export function booleanText(raw: Raw | undefined): boolean | undefined {
  if (!isText(raw)) return undefined
  if (TRUE_TEXTS.includes(raw)) return true
  return FALSE_TEXTS.includes(raw) ? false : undefined
}

/** The text of a value as JavaScript converts it. Maps have no prototype here, so `String` fails on them. */
export function written(raw: Raw | undefined): string {
  if (isMap(raw)) return '[object Object]'
  return isList(raw) ? raw.map((item) => (item === null ? '' : written(item))).join(',') : String(raw)
}

/** The number of list items that brackets can express. From this index on, qs returns a map of numeric keys. */
export const ARRAY_LIMIT = 100
/** The number of bracket levels that are split. Deeper levels stay one literal key. */
export const DEPTH_LIMIT = 20
/**
 * The same for a profile with deep brackets: a hundred names in a populate. Recursive code stays well within the
 * stack.
 */
export const DEEP_LIMIT = 200
/** The number of `&` parts that are read. The rest is dropped. */
export const PARAMETER_LIMIT = 1000

/** Whether a query string has more parameters than are read. */
export const exceedsParameterLimit = (text: string): boolean =>
  text.split('&', PARAMETER_LIMIT + 1).length > PARAMETER_LIMIT

const INHERITED_NAMES = Object.getOwnPropertyNames(Object.prototype)
const INHERITED = new Set(INHERITED_NAMES)
/** Whether a name is one that every JavaScript object inherits. */
export const isInherited = (name: string): boolean => INHERITED.has(name)

/** The first inherited name in brackets. qs drops such keys with everything below them. */
export function droppedKey(text: string): string | undefined {
  if (!text.includes('%') && !INHERITED_NAMES.some((name) => text.includes(name))) return undefined
  // Brackets may be percent-encoded. A key that cannot be decoded stays as it is.
  const keys = text
    .split('&', PARAMETER_LIMIT)
    .map((part) => part.replace(/(\](?==)|^[^[=]*(?==)).*$/s, '$1'))
    .map((key) => (key.includes('%') ? asDecoded(key) : key))
  return keys
    .flatMap((key) => [...key.matchAll(/\[([^[\]]*)\]/g)].map(([, name = '']) => name))
    .find(isInherited)
}

/** `a[b]=1&a[c][0]=2` → `{a: {b: '1', c: ['2']}}`. Never fails: every text has a reading. */
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

/** Options of the split that differ from the default. */
export interface Splitting {
  readonly depth?: number
  /** As older releases split it. */
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

/** Decodes the text after a `=`, if it has no bracket. */
export const decodedValue = (text: string): string =>
  text.includes('%') || text.includes('+') ? written(splitString(`value=${text}`, 0, 0).value) : text

/** Parameters as a query string, as the real server writes those that code sets. */
export const queryStringOf = (query: object): string => qs.stringify(query)

/** The same for people: only encodes characters that would be read differently or cannot be printed. */
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
