/** What the query of a write says: of which locale, whether to publish, what to answer, and what to take away. */
import type { Graph } from '../reference/graph/graph.ts'
import { parseFields } from '../reference/parse/fields.ts'
import { parseFilters } from '../reference/parse/filters.ts'
import { NO_PAGES } from '../reference/parse/pagination.ts'
import type { FilterSyntax, QuerySyntax } from '../reference/parse/syntax.ts'
import { isText, parseQueryString, type Raw, type RawMap, written } from '../reference/parse/url.ts'
import type { ContentType } from '../reference/schema/schema.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'
import { crashing, invalid, Refused } from './refusal.ts'
import type { CiteWrite } from './rules.ts'

export interface QueryOfWrite {
  readonly type: ContentType
  readonly search: string
  readonly locales: Graph['locales']
  readonly departs: Departs
  readonly cite: CiteWrite
}

const rawOf = ({ search }: QueryOfWrite): RawMap => parseQueryString(search, () => undefined)

/** The locale that is written; null for a type that has none. @throws Refused for what is no locale. */
export function localeOf(asking: QueryOfWrite): string | null {
  const { type, locales, departs } = asking
  if (!type.localized) return null
  const { locale } = rawOf(asking)
  if (locale === undefined || locale === null || locale === '') return locales.default
  if (!isText(locale) || locale === '*') throw new Refused(noLocale(locale))
  asking.cite('write.locale')
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

/** Whether what is written is published as well. */
export function publishes(asking: QueryOfWrite): boolean {
  const { type, departs, cite } = asking
  const { status } = rawOf(asking)
  const isPublished = status === undefined || status === 'published'
  if (!type.draftAndPublish || isPublished || status === 'draft') return isPublished
  cite('write.publish.status')
  if (departs('status-other-is-draft')) return false
  throw new Refused(
    invalid('write.publish.status', `Invalid status ${written(status)}: expected draft or published`),
  )
}

/** The locale in which values are unique; null where that is asked of all rows. */
export function uniqueIn(asking: QueryOfWrite): string | null {
  const { type, departs } = asking
  if (type.localized) return localeOf(asking)
  const { locale } = rawOf(asking)
  return isText(locale) && locale !== '' && departs('unique-other-locale') ? locale : null
}

/** Whether the answer leaves out the locale, by which the real server knows rows again. */
export function losesLinks(asking: QueryOfWrite): boolean {
  const fields = parseFields(rawOf(asking).fields)
  if (fields.kind === 'all' || !asking.departs('fields-lose-links')) return false
  return fields.kind !== 'names' || !fields.names.some((name) => name === 'locale' || name === '*')
}

interface RequestedVersion {
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

/** The query as a find of one row has it: what it shows is asked for, and nothing else. */
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

/** The query that finds the rows which a DELETE takes away. @throws Refused */
export function deletedQuery(asking: QueryOfWrite, documentId: string): (syntax: QuerySyntax) => QuerySyntax {
  const { type, departs } = asking
  const { status } = rawOf(asking)
  if (type.draftAndPublish && status === 'draft')
    throw new Refused(crashing('draft-delete-crash', 'write.delete', 'A draft cannot be deleted alone'))
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
