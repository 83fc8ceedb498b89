/**
 * Recognises requests that the guide shows: lists without a token, with parameters in the forms of the guide's
 * tables.
 */
import type { SuiteCase } from '../../src/oracle/suite/suite.ts'
import {
  isList,
  isMap,
  isText,
  parseQueryString,
  type Raw,
  type RawMap,
} from '../../src/reference/parse/url.ts'

/** The URL of a list: `/api/<plural>?<query>`. */
const LIST = /^\/api\/([a-z]+)(?:\?(.*))?$/

/** The plural names of collection types. Single types are not included, because the guide shows only lists. */
export type Collections = ReadonlySet<string>

/** Returns whether the guide shows a request of this form, so that a server built from its tables must answer it. */
export function isGuideForm({ request, profile }: SuiteCase, collections: Collections): boolean {
  const { method, url, headers, token } = request
  const [, plural = '', search = ''] = LIST.exec(url) ?? []
  if (method !== 'GET' || token !== undefined || profile !== undefined) return false
  if (Object.keys(headers).length > 0 || !collections.has(plural)) return false
  // The guide writes list items with positions, and has no empty parameters.
  if (/\[\]|%5B%5D|#|&&/i.test(search)) return false
  return hasOnly(
    parseQueryString(search, () => {}),
    { fields: areFields, populate: isPopulate },
  )
}

type Form = (raw: Raw) => boolean

/** Returns whether every key is known, and each value has the form for its key. */
const hasOnly = (map: RawMap, forms: Readonly<Record<string, Form>>): boolean =>
  Object.entries(map).every(([name, raw]) => forms[name]?.(raw) === true)

const isName = (raw: Raw): boolean => isText(raw) && /^\w+$/.test(raw)
const isPath = (raw: Raw): boolean => isText(raw) && raw.split('.').every(isName)
const isOneOrMore =
  (form: Form): Form =>
  (raw) =>
    isList(raw) ? raw.length > 0 && raw.every(form) : form(raw)

const areFields: Form = isOneOrMore(isName)

/** Returns whether populate is `*`, a name, a list of names and paths, or an object with attributes as keys. */
function isPopulate(raw: Raw): boolean {
  if (isText(raw)) return raw === '*' || isName(raw)
  return isList(raw) ? isOneOrMore(isPath)(raw) : isMap(raw) && Object.values(raw).every(isDetail)
}

const isDetail: Form = (raw) =>
  isMap(raw) &&
  hasOnly(raw, { fields: areFields, populate: isPopulate, filters: isFilter, sort: isSort, on: areKinds })

/** `filters[name][$eq]=value`. */
const isFilter: Form = (raw) => {
  const conditions = isMap(raw) ? Object.values(raw) : []
  return conditions.length === 1 && conditions.every((one) => isMap(one) && hasOnly(one, { $eq: isText }))
}

/** `sort[0]=name:asc`. */
const isSort: Form = (raw) => isList(raw) && raw.every((one) => isText(one) && /^\w+:asc$/.test(one))

/** Returns whether each component type in `on` has options or the value `true`. */
const areKinds: Form = (raw) =>
  isMap(raw) && Object.values(raw).every((kind) => kind === 'true' || isDetail(kind))
