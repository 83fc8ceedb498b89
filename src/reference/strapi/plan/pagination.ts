/** Implements departures in the pages of a list. */
import { overridesLocale } from '../../names/filters.ts'
import { asNumber, isByPage, type PageSizes, sizeOf, type Window, windowOf } from '../../parse/pagination.ts'
import type { PaginationSyntax, QuerySyntax } from '../../parse/syntax.ts'
import { isGiven } from '../../parse/url.ts'
import type { LateFault, PageAsReal } from '../../plan/plan.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import type { HasDepartures } from '../changes.ts'

/**
 * Returns the index of the first entry of a page, and the number of entries. Before 5.51.2, a page has one entry if
 * the query has a `page` but no `pageSize`. In these releases, the index of the first entry depends on the requested
 * page size, even if the size exceeds the maximum (recordings pagination-005, pagination-006, pagination-068).
 */
export function windowIn(syntax: PaginationSyntax, sizes: PageSizes, { has }: HasDepartures): Window {
  if (!has('page-without-pagesize') || !isByPage(syntax)) return windowOf(syntax, sizes)
  const { page, pageSize } = syntax
  const wanted = isGiven(pageSize) ? Math.max(asNumber(pageSize), 1) : 1
  const from = ((isGiven(page) ? asNumber(page) : 1) - 1) * wanted
  return { from: Math.max(from, 0), size: sizeOf(String(wanted), sizes) }
}

interface PagingContext extends HasDepartures {
  readonly schema: Schema
  readonly late: { readonly has: (part: LateFault) => boolean }
}

/** Returns the departures of the plan for the page of a list; null if there are none. */
export function pageAsReal(
  from: number,
  syntax: QuerySyntax,
  type: ContentType,
  context: PagingContext,
): PageAsReal | null {
  const { pagination } = syntax
  const fails = context.late.has(pagination) ? pagination : null
  const skip = skipped(from)
  const countsNone = isTotalLost(syntax, type, context)
  return skip === from && fails === null && !countsNone ? null : { skip, fails, countsNone }
}

/**
 * Returns the number of entries that the real server skips. The server converts a huge number to text and parses the
 * first digits of this text: 2.5e21 becomes 2. Only a profile with the quirk `huge-offset` accepts huge numbers
 * (cases quirks.huge-offset, quirks.huge-offset-2).
 */
const skipped = (from: number): number =>
  from <= Number.MAX_SAFE_INTEGER ? from : Number.parseInt(String(from), 10)

/**
 * Returns whether the total of a list with `locale=*` is 0. Before 5.30.1, the real server counts the entries of a
 * locale named `*`, of which there are none (recordings locale-005, locale-024, locale-026).
 */
const isTotalLost = ({ locale, filters }: QuerySyntax, type: ContentType, context: PagingContext): boolean =>
  context.has('locale-star-total') &&
  locale === '*' &&
  type.localized &&
  !overridesLocale(filters, type, context)
