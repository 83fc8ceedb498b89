/**
 * Cites the rules about the syntax of a query. The query must be valid, because parts of a refused query may have no
 * effect.
 */
import { asNumber, isByOffset, isByPage } from '../parse/pagination.ts'
import { ROOT_KEYS } from '../parse/query.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import { isGiven } from '../parse/url.ts'
import type { PlanContext, QueryPlan } from '../plan/plan.ts'
import type { Cite } from '../rules.ts'
import { isAscii } from '../values.ts'
import { citeFields } from './fields.ts'
import { citeFilters } from './filters.ts'
import type { AnswerPart } from './part.ts'
import { citePopulate } from './populate.ts'
import { citeSort } from './sort.ts'

/** Cites every rule of the parameters of a query and of their syntax forms. */
export function citeWritten(
  syntax: QuerySyntax,
  plan: QueryPlan,
  root: AnswerPart,
  { schema, settings }: Pick<PlanContext, 'schema' | 'settings'>,
  cite: Cite,
): void {
  if (!settings.strictParams && syntax.keys.some((key) => !ROOT_KEYS.has(key))) cite('query.strict')
  citeFields(syntax.fields, root)
  citePopulate(syntax.populate, root)
  if (syntax.filters !== undefined) citeFilters(syntax.filters, { ...root, schema })
  const { nested, listed } = syntax.sort
  if (nested === true || (listed === true && plan.sort.length === 0)) cite('sort.shape')
  if (plan.sort.length > 0) citeSort(syntax.sort, 'data', cite)
  if (plan.sort.some(({ through }) => through.length > 0)) cite('sort.through', 'data')
  citeRows(syntax, plan, cite)
  if (plan.target.kind === 'list') citePage(syntax, plan, settings, cite)
  else if (namesPage(syntax)) cite('pagination.single')
}

/** Returns whether a query has a pagination parameter, under `pagination` or at the root. */
const namesPage = ({ pagination: { bare, ...placed } }: QuerySyntax): boolean =>
  [...Object.values(bare), ...Object.values(placed)].some((raw) => raw !== undefined)

function citeRows({ locale, publicationFilter }: QuerySyntax, plan: QueryPlan, cite: Cite): void {
  const { rows, type, search } = plan
  if (rows.status === 'draft') cite('status.draft', 'data')
  else if (type.draftAndPublish) cite('status.default', 'data')
  if (rows.publication !== null)
    cite(isGiven(publicationFilter) ? 'status.publication-filter' : 'status.has-published-version', 'data')
  if (search !== null) cite('search.text', 'data')
  if (search !== null && !isAscii(search.text)) cite('filters.letter-case', 'data')
  if (!type.localized) return
  const isChosen = isGiven(locale) && locale !== ''
  if (locale === '*') cite('locale.all', 'data')
  else if (plan.locale !== null) cite(isChosen ? 'locale.chosen' : 'locale.default', 'data')
}

function citePage(
  { pagination }: QuerySyntax,
  { page }: QueryPlan,
  { maxLimit }: PlanContext['settings'],
  cite: Cite,
): void {
  const part = 'meta.pagination'
  if (isByPage(pagination)) cite('pagination.page', part)
  else if (isByOffset(pagination)) cite('pagination.offset', part)
  else cite('list.page-defaults', part)
  const requested = isByPage(pagination) ? pagination.pageSize : pagination.limit
  if (maxLimit !== null && page.limit === maxLimit && asNumber(requested) > maxLimit)
    cite('pagination.max', part)
  if (pagination.withCount !== undefined) cite('pagination.with-count', part)
}
