/** Parses the root parameters of a query, each in one line of code. */
import { parseFields } from './fields.ts'
import { parseFilters } from './filters.ts'
import { NO_PAGES, parsePagination } from './pagination.ts'
import { parsePopulate } from './populate.ts'
import { parseSort } from './sort.ts'
import type { QuerySyntax } from './syntax.ts'
import type { RawMap } from './url.ts'

/**
 * The known root parameters. The check ignores any other root parameter, or refuses it if the setting `strictParams`
 * is on.
 */
export const ROOT_KEYS: ReadonlySet<string> = new Set([
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
  'pagination',
  'count',
  'ordering',
])

const NO_SORT = parseSort(undefined)
const PAGE_KEYS = ['pagination', 'page', 'pageSize', 'start', 'limit']

export function parseQuery(raw: RawMap): QuerySyntax {
  return {
    filters: raw.filters === undefined || raw.filters === null ? undefined : parseFilters(raw.filters),
    sort: raw.sort === undefined ? NO_SORT : parseSort(raw.sort),
    fields: parseFields(raw.fields),
    populate: raw.populate === '' ? { kind: 'none', isEmpty: true } : parsePopulate(raw.populate),
    pagination: PAGE_KEYS.some((key) => raw[key] !== undefined) ? parsePagination(raw) : NO_PAGES,
    status: raw.status,
    locale: raw.locale,
    search: raw._q,
    publicationFilter: raw.publicationFilter,
    hasPublishedVersion: raw.hasPublishedVersion,
    lookup: raw.lookup,
    where: raw.where,
    keys: Object.keys(raw),
  }
}
