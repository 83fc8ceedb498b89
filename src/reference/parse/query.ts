/** The root of the query language: one line per parameter. */
import { parseFields } from './fields.ts'
import { parseFilters } from './filters.ts'
import { parsePopulate } from './populate.ts'
import { parseSort } from './sort.ts'
import type { PaginationSyntax, QuerySyntax } from './syntax.ts'
import { isMap, type RawMap } from './url.ts'

export function parseQuery(raw: RawMap): QuerySyntax {
  return {
    filters: raw.filters === undefined || raw.filters === null ? undefined : parseFilters(raw.filters),
    sort: parseSort(raw.sort),
    fields: parseFields(raw.fields),
    populate: parsePopulate(raw.populate === '' ? undefined : raw.populate),
    pagination: parsePagination(raw),
    status: raw.status,
    locale: raw.locale,
    search: raw._q,
    publicationFilter: raw.publicationFilter,
    hasPublishedVersion: raw.hasPublishedVersion,
    lookup: raw.lookup,
    keys: Object.keys(raw),
  }
}

function parsePagination(raw: RawMap): PaginationSyntax {
  const given = isMap(raw.pagination) ? raw.pagination : {}
  const { page, pageSize, start, limit, withCount } = given
  const bare = { page: raw.page, pageSize: raw.pageSize, start: raw.start, limit: raw.limit }
  return { page, pageSize, start, limit, withCount, bare }
}
