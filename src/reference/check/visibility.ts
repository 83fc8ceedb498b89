/** Checks the parameters `status`, `publicationFilter`, `hasPublishedVersion`, `locale` and `_q`. */
import { overridesLocale } from '../names/filters.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import { isGiven, isList, isText, written } from '../parse/url.ts'
import { PUBLICATION_FILTERS, type Target } from '../plan/plan.ts'
import { validation } from '../refusal.ts'
import type { ContentType } from '../schema/schema.ts'
import { failsAtNul } from '../strapi/check/database.ts'
import * as failure from '../strapi/check/failures.ts'
import * as real from '../strapi/check/visibility.ts'
import { knowsPublicationFilter, knowsPublishedVersion, takesLocaleOperators } from '../strapi/names.ts'
import { type CheckContext, report } from './context.ts'

export function checkStatus({ status }: QuerySyntax, context: CheckContext): void {
  const isKnown = status === undefined || status === 'published' || status === 'draft'
  if (isKnown || real.readsUnknownStatus(context)) return
  const found = isText(status) ? status : JSON.stringify(status)
  const message = `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${found}`
  report('locale', validation('status.value', message), context)
}

/**
 * Checks `publicationFilter` and `hasPublishedVersion`. In a query with `publicationFilter`, the parameter
 * `hasPublishedVersion` has no effect, but its value must be valid.
 */
export function checkPublication(
  { publicationFilter, hasPublishedVersion: older }: QuerySyntax,
  context: CheckContext,
): void {
  if (isGiven(older) && knowsPublishedVersion(context) && older !== 'true' && older !== 'false') {
    const message = "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string."
    report('convert.publication', validation('status.has-published-version', message), context)
  }
  if (!isGiven(publicationFilter) || !knowsPublicationFilter(context)) return
  if (PUBLICATION_FILTERS.some((name) => name === publicationFilter)) return
  const message = `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`
  const details = { source: 'query', param: 'publicationFilter' }
  report('publicationFilter', validation('status.publication-filter', message, details), context)
}

const EXPECTED = 'Invalid locale: expected a locale code, a list of codes, or *'

/** Checks `locale`, which is one locale code, a list of codes in a list request, or `*`. */
export function checkLocale(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  context: CheckContext,
): void {
  const { locale, filters } = syntax
  if (!type.localized || !isGiven(locale) || isText(locale)) return
  const message = `Invalid locale param ${written(locale)} provided. Document locales must be strings.`
  const refusal = validation('locale.value', message)
  if (target.kind !== 'list') return report('locale', refusal, context)
  real.checkLocaleOfCount(syntax, refusal, context)
  if (overridesLocale(filters, type, context) || (isList(locale) && locale.every(isText))) return
  if (takesLocaleOperators(context)) return real.checkLocaleFilter(locale, type, EXPECTED, context)
  report('locale', validation('locale.value', EXPECTED), context)
}

export function checkSearch({ search }: QuerySyntax, context: CheckContext): void {
  if (!isGiven(search)) return
  if (isText(search)) {
    if (!failsAtNul([search], context)) return
    const message = 'Invalid _q: the database cannot search for the character U+0000'
    return report('query.run', failure.ofDatabase('search.text', message), context)
  }
  const refusal = failure.ofSearch('search.text', 'Invalid _q: expected a text')
  report('query.run', refusal, context)
}
