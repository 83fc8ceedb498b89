/**
 * Request target → raw query. The one place that splits a query string: with qs, in the version and with the
 * options of the real server, all of them written out because each decides how some request is read.
 */

import qs from 'qs'
import { asDecoded } from '../../util/url/percent.ts'
import type { Cite } from '../rules.ts'
import { rewritten, type SplittingBefore } from '../strapi/releases/parse.ts'

/** What a query string can say: text, nothing (`a` without `=`), lists, and maps of more of the same. */
export type Raw = null | string | readonly Raw[] | RawMap
/** Without prototype: a caller's key finds only what the caller wrote. */
export interface RawMap {
  readonly [key: string]: Raw
}

export const isText = (raw: Raw | undefined): raw is string => typeof raw === 'string'
export const isList = (raw: Raw | undefined): raw is readonly Raw[] => Array.isArray(raw)
export const isMap = (raw: Raw | undefined): raw is RawMap =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** Whether a parameter says anything: a name alone, without `=`, does not. */
export const isGiven = (raw: Raw | undefined): raw is Exclude<Raw, null> => raw !== undefined && raw !== null

const TRUE_TEXTS = ['true', 't', '1']
const FALSE_TEXTS = ['false', 'f', '0']

/** The six texts that mean a boolean wherever the query language expects one; undefined for all else. */
export function booleanText(raw: Raw | undefined): boolean | undefined {
  if (!isText(raw)) return undefined
  if (TRUE_TEXTS.includes(raw)) return true
  return FALSE_TEXTS.includes(raw) ? false : undefined
}

/** As JavaScript writes a value into a text. Maps have no prototype here, so they cannot do it themselves. */
export function written(raw: Raw | undefined): string {
  if (isMap(raw)) return '[object Object]'
  return isList(raw) ? raw.map((item) => (item === null ? '' : written(item))).join(',') : String(raw)
}

/** How many list items brackets can express; from this index on qs answers with a map of numeric keys. */
export const ARRAY_LIMIT = 100
/** How many bracket levels are split; what lies deeper stays one literal key. */
export const DEPTH_LIMIT = 20
/** The same for who wants depth: a hundred names in a populate, well before the walks over it run out of stack. */
export const DEEP_LIMIT = 200
/** How many `&` parts are read; the rest is not seen. */
export const PARAMETER_LIMIT = 1000

/** Whether a query string goes on after the last parameter that is read. */
export const exceedsParameterLimit = (text: string): boolean =>
  text.split('&', PARAMETER_LIMIT + 1).length > PARAMETER_LIMIT

const INHERITED_NAMES = Object.getOwnPropertyNames(Object.prototype)
const INHERITED = new Set(INHERITED_NAMES)
/** Whether a name is one that every JavaScript object inherits. */
export const isInherited = (name: string): boolean => INHERITED.has(name)

/** The first inherited name that stands in brackets: qs leaves such keys out, with all that is below them. */
export function droppedKey(text: string): string | undefined {
  if (!text.includes('%') && !INHERITED_NAMES.some((name) => text.includes(name))) return undefined
  // Brackets may be percent-encoded; what cannot be decoded is left as it is.
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
  if (before === undefined) return splitString(text, depth, ARRAY_LIMIT)
  const { text: read, arrayLimit, literal } = rewritten(text, before, ARRAY_LIMIT)
  const map: Record<string, Raw> = Object.create(null)
  return Object.assign(map, splitString(read, depth, arrayLimit), Object.fromEntries(literal))
}

/** How a query string is split, where it is not as usual. */
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

/** What is written behind a `=`, without a bracket in it. */
export const decodedValue = (text: string): string =>
  text.includes('%') || text.includes('+') ? written(splitString(`value=${text}`, 0, 0).value) : text

/** Parameters as a query string, in the way of the real server where code sets them all at once. */
export const queryStringOf = (query: object): string => qs.stringify(query)

/** The same for a reader: only what would be read otherwise, or is not printable, is percent-encoded. */
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
