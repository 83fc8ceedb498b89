/** Implements departures in `status`, `publicationFilter`, `hasPublishedVersion` and `locale`. */
import { checkColumn } from '../../check/columns.ts'
import { type CheckContext, report } from '../../check/context.ts'
import { parseFilters } from '../../parse/filters.ts'
import type { QuerySyntax } from '../../parse/syntax.ts'
import { booleanText, isMap, type Raw } from '../../parse/url.ts'
import { crash, type Refusal } from '../../refusal.ts'
import type { ContentType } from '../../schema/schema.ts'
import { reportWithRows } from './query.ts'

/**
 * Returns whether every status except `published` means drafts, as on the real server (recordings status-004,
 * status-007).
 */
export const readsUnknownStatus = ({ has }: CheckContext): boolean => has('status-invalid-is-draft')

/**
 * Checks an object of operators under `locale`. The real server applies the object under `locale` as a filter, before
 * all other filters. The database fails if the object under `locale` has a key that is not an operator (case
 * quirks.malformed.locale.list-names).
 */
export function checkLocaleFilter(
  locale: Raw,
  { attributes }: ContentType,
  message: string,
  context: CheckContext,
): void {
  const first: CheckContext = { ...context, clock: { now: -1 } }
  if (isMap(locale) && Object.keys(locale).some((key) => !key.startsWith('$')))
    return report('query.filters', crash('locale-operator', 'locale.value', message), first)
  const column = attributes.get('locale')
  if (column?.kind !== 'scalar') return
  checkColumn({ column, path: 'locale' }, parseFilters(locale), first)
}

/**
 * Reports a `locale` that is not a text, for releases before 5.30.1. Before 5.30.1, Strapi lists the entries for such
 * a locale, but cannot count the entries (recordings locale-012, locale-014).
 */
export function checkLocaleOfCount(
  { pagination }: QuerySyntax,
  refusal: Refusal,
  context: CheckContext,
): void {
  const { withCount } = pagination
  const isCounted = withCount === undefined ? context.settings.withCount : booleanText(withCount) === true
  if (context.has('locale-array-accepted') && isCounted) reportWithRows(pagination, 'count', refusal, context)
}
