/** `status`, `publicationFilter`, `hasPublishedVersion`, `locale`, `_q`: each one value of a few. */
import { overridesLocale } from '../names/filters.ts'
import { parseFilters } from '../parse/filters.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import { isGiven, isList, isMap, isText, written } from '../parse/url.ts'
import { PUBLICATION_FILTERS, type Target } from '../plan/plan.ts'
import { crash, validation } from '../refusal.ts'
import type { ContentType } from '../schema/schema.ts'
import * as before from '../strapi/releases/check.ts'
import { checkColumn } from './columns.ts'
import { type CheckContext, report } from './context.ts'
import { isNul } from './filters/operands.ts'

/** The real server takes every word but `published` for a draft. */
export function checkStatus({ status }: QuerySyntax, context: CheckContext): void {
  const isKnown = status === undefined || status === 'published' || status === 'draft'
  if (isKnown || context.has('status-invalid-is-draft')) return
  const found = isText(status) ? status : JSON.stringify(status)
  const message = `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${found}`
  report('locale', validation('status.value', message), context)
}

/** `hasPublishedVersion` has to be sound even where `publicationFilter` takes its place. */
export function checkPublication(
  { publicationFilter, hasPublishedVersion: older }: QuerySyntax,
  context: CheckContext,
): void {
  if (isGiven(older) && !context.has('hasPublishedVersion') && older !== 'true' && older !== 'false') {
    const message = "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string."
    report('convert.publication', validation('status.publication-filter', message), context)
  }
  if (!isGiven(publicationFilter) || context.has('publicationFilter')) return
  if (PUBLICATION_FILTERS.some((name) => name === publicationFilter)) return
  const message = `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`
  const details = { source: 'query', param: 'publicationFilter' }
  report('publicationFilter', validation('status.publication-filter', message, details), context)
}

const EXPECTED = 'Invalid locale: expected a locale code, a list of codes, or *'

/** One code, or of a list several, or all. */
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
  before.checkLocaleOfCount(syntax, refusal, context)
  if (overridesLocale(filters, type, context) || (isList(locale) && locale.every(isText))) return
  if (!context.has('locale-operator')) return report('locale', validation('locale.value', EXPECTED), context)
  // What stands under `locale` goes to the database as it is, before any filter.
  const first: CheckContext = { ...context, clock: { now: -1 } }
  if (isMap(locale) && Object.keys(locale).some((key) => !key.startsWith('$')))
    return report('query.filters', crash('locale-operator', 'locale.value', EXPECTED), first)
  const column = type.attributes.get('locale')
  if (column?.kind !== 'scalar') return
  checkColumn({ column, path: 'locale' }, parseFilters(locale), first)
}

export function checkSearch({ search }: QuerySyntax, context: CheckContext): void {
  if (!isGiven(search)) return
  if (isText(search)) {
    if (!isNul([search], context)) return
    const message = 'Invalid _q: the database cannot look for the character U+0000'
    return report('query.run', crash('database', 'search.text', message), context)
  }
  const refusal = crash('search-nonstring-500', 'search.text', 'Invalid _q: expected a text')
  report('query.run', refusal, context)
}
