/**
 * Implements the read methods of `strapi.documents(uid)`. By default, the read methods of `strapi.documents(uid)`
 * return drafts in the default locale.
 */
import type { Entry } from '../../../reference/evaluate/populate.ts'
import { PUBLICATION_FILTERS, type PublicationFilter, type RowFilter } from '../../../reference/plan/plan.ts'
import type { ContentType } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { ServiceFault, validationFault } from '../fault.ts'
import { convertParams } from './convert/convert.ts'
import { joinedPaths } from './convert/paths.ts'
import * as engine from './engine/engine.ts'
import { given, picked } from './parameters.ts'
import type { ServicePlace } from './place.ts'
import { validateParams } from './validate/params.ts'

/** The type that a call of the document service reads, and the context of the call. */
export interface DocumentReads {
  readonly type: ContentType
  readonly place: ServicePlace
}

/** Returns the documents that match the parameters. @throws ServiceFault */
export const findMany = (reads: DocumentReads, params: JsonObject): readonly Entry[] =>
  translated(() => engine.findMany(queryOf(reads, params, anyLocales)))

/** Returns the first document that matches the parameters; null if none matches. @throws ServiceFault */
export const findFirst = (reads: DocumentReads, params: JsonObject): Entry | null =>
  translated(() => engine.findOne(queryOf(reads, params, oneLocale)))

/** Returns the document with the requested documentId; null if no document has this documentId. @throws ServiceFault */
export const findOne = (reads: DocumentReads, params: JsonObject): Entry | null =>
  translated(() => {
    const { documentId = '', ...rest } = params
    const query = queryOf(reads, rest, oneLocale)
    const where = { ...objectOf(query.params['where']), documentId }
    return engine.findOne({ ...query, params: { ...query.params, where } })
  })

/** Returns the number of documents that match the parameters. @throws ServiceFault */
export const count = (reads: DocumentReads, params: JsonObject): number =>
  translated(() => engine.count(queryOf(reads, params, anyLocales)))

/** The names of the database errors that the document service converts to a `ValidationError`. */
const OF_VALUES: ReadonlySet<string> = new Set([
  'InvalidDateFormat',
  'InvalidTimeFormat',
  'InvalidDatetimeFormat',
])

/**
 * Runs a read, and converts a database error about a date or time to a `ValidationError`, as Strapi's document service
 * does.
 */
export function translated<T>(run: () => T): T {
  try {
    return run()
  } catch (fault) {
    if (fault instanceof ServiceFault && OF_VALUES.has(fault.name)) throw validationFault(fault.message)
    throw fault
  }
}

/** The parameters that the document service passes to the query engine. */
const PASSED: readonly string[] = [
  'filters',
  'sort',
  'fields',
  'populate',
  'status',
  'locale',
  'page',
  'pageSize',
  'start',
  'limit',
  '_q',
  'publicationFilter',
  'hasPublishedVersion',
  'withCount',
]

type LocaleReader = (locale: Exclude<Json, null>) => Json | undefined

function queryOf({ type, place }: DocumentReads, params: JsonObject, read: LocaleReader): engine.EngineQuery {
  validateParams(params, type, place)
  const passed = picked(params, PASSED)
  const locale = localeOf(params, type, place, read)
  const populate = joinedPaths(member(passed, 'populate') ?? null)
  const converted = convertParams(populate === null ? passed : { ...passed, populate }, type, place)
  const rows = rowsOf(params)
  const where = { ...(locale === undefined ? {} : { locale }), ...objectOf(converted['where']) }
  const known = where['locale'] === locale && typeof locale === 'string' ? { locale } : {}
  return { type, params: { ...converted, where }, place: { ...place, rows }, ...known }
}

/** Converts a `where` to an object. If the `where` is a list, the indexes of the list become the keys of the object. */
const objectOf = (where: Json | undefined): JsonObject =>
  isObject(where) ? where : isList(where) ? Object.fromEntries(where.entries()) : {}

/** Returns the condition on the locale; undefined if all locales match. */
function localeOf(
  params: JsonObject,
  { localized }: ContentType,
  { locales }: ServicePlace,
  read: LocaleReader,
): Json | undefined {
  if (!localized) return undefined
  const locale = given(params, 'locale')
  const isGiven = locale !== undefined && locale !== '' && locale !== false && locale !== 0
  return isGiven ? read(locale) : locales.default
}

/** Reads a parameter `locale` that may also be a list of locales, or `*` for all locales. */
const anyLocales: LocaleReader = (locale) => (locale === '*' ? undefined : locale)

const oneLocale: LocaleReader = (locale) => {
  if (typeof locale === 'string') return locale
  throw validationFault(`Invalid locale param ${String(locale)} provided. Document locales must be strings.`)
}

function rowsOf(params: JsonObject): RowFilter {
  const status = params['status'] === 'published' ? 'published' : 'draft'
  const publication = publicationOf(given(params, 'publicationFilter'))
  const published = publishedOf(given(params, 'hasPublishedVersion'))
  return { status, publication: publication ?? published ?? null }
}

function publicationOf(value: Json | undefined): PublicationFilter | undefined {
  if (value === undefined) return undefined
  const found = PUBLICATION_FILTERS.find((name) => name === value)
  if (found !== undefined) return found
  const expected = PUBLICATION_FILTERS.join(', ')
  throw validationFault(`Invalid value for 'publicationFilter'. Expected one of: ${expected}.`)
}

function publishedOf(value: Json | undefined): PublicationFilter | undefined {
  if (value === undefined) return undefined
  if (value === true || value === 'true') return 'has-published-version-document'
  if (value === false || value === 'false') return 'never-published-document'
  throw validationFault("Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.")
}
