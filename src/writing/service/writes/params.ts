/** Reads the parameters of a document service call that writes. */
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import type { RowOrDraft } from '../../plan/transaction.ts'
import type { Call } from './call.ts'
import { invalidParam } from './fault.ts'

/** Returns the argument if it is an object; otherwise an empty object. */
export const objectOf = (argument: Json | undefined): JsonObject => (isObject(argument) ? argument : {})

/** Returns the `data` of a create or an update; by default an empty object. */
export const dataOf = (params: JsonObject): Json => member(params, 'data') || {}

/** Returns the locale in which a call writes; null if the type has no locales. */
export function localeOf({ type, writing }: Call, params: JsonObject): string | null {
  if (!type.localized) return null
  const locale = member(params, 'locale') || writing.lookup.defaultLocale
  if (typeof locale === 'string' && locale !== '*') return locale
  throw invalidParam(`Invalid locale param ${printed(locale)} provided. Document locales must be strings.`)
}

/** Converts a value to text as a template literal does. */
const printed = (json: Json): string =>
  isList(json) ? json.map((item) => printed(item)).join() : isObject(json) ? '[object Object]' : String(json)

/**
 * Makes a predicate that returns whether a row has one of the locales of a call. A call may name no locale (the
 * default locale), one locale, a list of locales, or all locales (`*`).
 */
export function hasLocale(call: Call, params: JsonObject): (row: RowOrDraft) => boolean {
  if (!call.type.localized) return () => true
  const locale = member(params, 'locale') || call.writing.lookup.defaultLocale
  if (locale === '*') return () => true
  const wanted = isList(locale) ? locale : [locale]
  return (row) => wanted.includes(row.locale)
}

/** Returns the rows of the document of a call in the locales of the call, in the order of the database. */
export function rowsOf(call: Call, params: JsonObject): readonly RowOrDraft[] {
  const documentId = documentIdOf(params)
  const rows = call.writing.transaction.document(call.uid, documentId).filter(hasLocale(call, params))
  return rows.toSorted((a, b) => byLocale(a, b) || byStatus(a, b) || a.id - b.id)
}

const byLocale = (a: RowOrDraft, b: RowOrDraft): number => compare(a.locale ?? '', b.locale ?? '')
const byStatus = (a: RowOrDraft, b: RowOrDraft): number => compare(a.status, b.status)
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Returns the documentId in the parameters; the empty text for a value that is not a text, so that no document
 * matches.
 */
export function documentIdOf(params: JsonObject): string {
  const documentId = member(params, 'documentId')
  return typeof documentId === 'string' ? documentId : ''
}

/** Returns the locale in which values must be unique; null for uniqueness among all rows. */
export function uniqueIn({ type, departs }: Call, params: JsonObject, locale: string | null): string | null {
  if (type.localized) return locale
  const given = member(params, 'locale')
  return typeof given === 'string' && given !== '' && departs('unique-other-locale') ? given : null
}

/**
 * Returns whether `fields` omits the locale, and the profile has the quirk `fields-lose-links`. If `fields` omits the
 * locale, the real server does not recognize the earlier published row, and loses the links to this row.
 */
export function losesLinks({ departs }: Call, params: JsonObject): boolean {
  const fields = member(params, 'fields')
  if (fields === undefined || fields === null || !departs('fields-lose-links')) return false
  const names = isList(fields) ? fields : String(fields).split(',')
  return names.length > 0 && !names.includes('locale') && !names.includes('*')
}
