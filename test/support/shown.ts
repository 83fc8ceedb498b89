/** What of requests the guide shows: anonymous lists, with `fields` and `populate` as its tables write them. */
import type { SuiteCase } from '../../src/oracle/suite/suite.ts'
import {
  isList,
  isMap,
  isText,
  parseQueryString,
  type Raw,
  type RawMap,
} from '../../src/reference/parse/url.ts'

/** A list of a collection, and what is asked of it: `/api/<plural>?<query>`. */
const LIST = /^\/api\/([a-z]+)(?:\?(.*))?$/

/** The plural names of collections; a single type has one entry, and the guide shows lists alone. */
export type Collections = ReadonlySet<string>

/** Whether the guide shows how this is asked: who takes only its tables for given can answer it. */
export function isShown({ request, profile }: SuiteCase, collections: Collections): boolean {
  const { method, url, headers, token } = request
  const [, plural = '', search = ''] = LIST.exec(url) ?? []
  if (method !== 'GET' || token !== undefined || profile !== undefined) return false
  if (Object.keys(headers).length > 0 || !collections.has(plural)) return false
  // A list is written with its positions, and nothing is left empty.
  if (/\[\]|%5B%5D|#|&&/i.test(search)) return false
  return hasOnly(
    parseQueryString(search, () => {}),
    { fields: areFields, populate: isPopulate },
  )
}

type Form = (raw: Raw) => boolean

/** Every member is of a known name and in the form of that name. */
const hasOnly = (map: RawMap, forms: Readonly<Record<string, Form>>): boolean =>
  Object.entries(map).every(([name, raw]) => forms[name]?.(raw) === true)

const isName = (raw: Raw): boolean => isText(raw) && /^\w+$/.test(raw)
const isPath = (raw: Raw): boolean => isText(raw) && raw.split('.').every(isName)
const isOneOrMore =
  (form: Form): Form =>
  (raw) =>
    isList(raw) ? raw.length > 0 && raw.every(form) : form(raw)

const areFields: Form = isOneOrMore(isName)

/** `*`, a name, a list of names and paths, or an object of attributes with what is said of each. */
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

/** A kind has its own populate, or is listed without one. */
const areKinds: Form = (raw) =>
  isMap(raw) && Object.values(raw).every((kind) => kind === 'true' || isDetail(kind))
