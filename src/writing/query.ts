/** Reads the query string of a write: the locale, the status, the form of the answer, and the rows to delete. */
import type { Graph } from '../reference/graph/graph.ts'
import { parseFields } from '../reference/parse/fields.ts'
import { parseFilters } from '../reference/parse/filters.ts'
import { NO_PAGES } from '../reference/parse/pagination.ts'
import type { FilterSyntax, QuerySyntax } from '../reference/parse/syntax.ts'
import { isList, isText, parseQueryString, type Raw, type RawMap, written } from '../reference/parse/url.ts'
import type { ContentType } from '../reference/schema/schema.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'
import { crashing, invalid, Refused } from './refusal.ts'
import type { CiteWrite } from './rules.ts'

export interface WriteQuery {
  readonly type: ContentType
  readonly search: string
  readonly locales: Graph['locales']
  readonly departs: Departs
  readonly cite: CiteWrite
}

const rawOf = ({ search }: WriteQuery): RawMap => parseQueryString(search, () => undefined)

/** Returns the locale to write; null if the type has no locales. @throws Refused for an invalid locale. */
export function localeOf(query: WriteQuery): string | null {
  const { type, locales, departs } = query
  if (!type.localized) return null
  const { locale } = rawOf(query)
  if (locale === undefined || locale === null || locale === '') return locales.default
  if (!isText(locale) || locale === '*') throw new Refused(noLocale(locale))
  query.cite('write.locale')
  const isKnown = locales.codes.some(({ code }) => code === locale)
  if (!isKnown && !departs('locale-unchecked')) throw new Refused(unknownLocale(locale, locales))
  return locale
}

const noLocale = (locale: Raw) =>
  invalid(
    'write.locale',
    `Invalid locale param ${written(locale)} provided. Document locales must be strings.`,
  )

function unknownLocale(locale: string, { codes }: Graph['locales']) {
  const known = codes.map(({ code }) => code).join(', ')
  return invalid('write.locale.known', `Invalid locale ${locale}: expected one of ${known}`)
}

/**
 * Returns whether the write also publishes the document: true for the status `published` and without a status. For a
 * type with draft & publish, throws for an unknown status, unless the profile reads it as `draft`.
 */
export function publishes(query: WriteQuery): boolean {
  const { type, departs, cite } = query
  const { status } = rawOf(query)
  const isPublished = status === undefined || status === 'published'
  if (!type.draftAndPublish || isPublished || status === 'draft') return isPublished
  cite('write.publish.status')
  if (departs('status-other-is-draft')) return false
  throw new Refused(
    invalid('write.publish.status', `Invalid status ${written(status)}: expected draft or published`),
  )
}

/** Returns the locale in which values must be unique; null for uniqueness among all rows. */
export function uniqueIn(query: WriteQuery): string | null {
  const { type, departs } = query
  if (type.localized) return localeOf(query)
  const { locale } = rawOf(query)
  return isText(locale) && locale !== '' && departs('unique-other-locale') ? locale : null
}

/**
 * Returns whether `fields` lacks the locale, and the profile has the quirk `fields-lose-links`. If `fields` lacks the
 * locale, the real server does not recognize the earlier published row, and loses the links to this row.
 */
export function losesLinks(query: WriteQuery): boolean {
  const fields = parseFields(rawOf(query).fields)
  if (fields.kind === 'all' || !query.departs('fields-lose-links')) return false
  return fields.kind !== 'names' || !fields.names.some((name) => name === 'locale' || name === '*')
}

interface RequestedVersion {
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

/**
 * Returns the query that reads the written row for the answer, with `fields` and `populate` of the request, but without
 * filters and sort.
 */
export const answeredQuery =
  ({ localized, draftAndPublish }: ContentType, { locale, status }: RequestedVersion) =>
  (syntax: QuerySyntax): QuerySyntax => ({
    ...plainQuery(syntax),
    locale: localized && locale !== null ? locale : syntax.locale,
    status: draftAndPublish ? status : syntax.status,
  })

const plainQuery = (syntax: QuerySyntax): QuerySyntax => ({
  ...syntax,
  filters: undefined,
  sort: { keys: [], meaningful: false },
  search: undefined,
  publicationFilter: undefined,
  hasPublishedVersion: undefined,
  pagination: NO_PAGES,
})

/** Returns the query that finds the rows which a DELETE removes. @throws Refused */
export function deletedQuery(query: WriteQuery, documentId: string): (syntax: QuerySyntax) => QuerySyntax {
  const { type, departs, cite } = query
  const { status, locale } = rawOf(query)
  if (type.localized && isList(locale)) cite('write.delete.locales')
  if (type.draftAndPublish && status === 'draft')
    throw new Refused(crashing('draft-delete-crash', 'write.delete', 'Invalid status draft in a DELETE'))
  const own = parseFilters({ documentId: { $eq: documentId } })
  return (syntax) => {
    const { filters } = syntax
    const both: FilterSyntax =
      filters === undefined || !departs('delete-filters')
        ? own
        : { kind: 'map', entries: [{ key: '$and', value: { kind: 'list', items: [filters, own] } }] }
    return { ...plainQuery(syntax), filters: both }
  }
}
