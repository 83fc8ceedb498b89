/**
 * The whole query: from what was written to what is meant. Total: a query that the check lets pass is planned as it
 * stands, and of any other what cannot be honoured is nothing. Nothing is refused here.
 */
import type { QuerySyntax } from '../parse/syntax.ts'
import type { ContentType } from '../schema/schema.ts'
import * as real from './as-real.ts'
import { planFields, restricts } from './fields.ts'
import { planFilters } from './filters.ts'
import {
  ALWAYS,
  type Condition,
  type PlanContext,
  type QueryPlan,
  type Selection,
  type SortStep,
  type Target,
} from './plan.ts'
import { planPopulate } from './populate.ts'
import { planSort } from './sort.ts'
import type { PlaceContext } from './step.ts'
import { planLocale, planLocaleFilter, planPage, planRows, planSearch } from './window.ts'

/** `late`: the parts of the query that are at fault, but only found to be so while rows are read. */
export function planQuery(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  context: PlanContext,
  late: PlaceContext['late'],
): QueryPlan {
  const rows = planRows(syntax)
  const cascades = context.has('pubfilter-cascades')
  const place: PlaceContext = { ...context, rows: cascades ? rows : { ...rows, publication: null }, late }
  const filters = planRootFilters(syntax, type, target, place)
  const locale = planLocaleFilter(syntax, type, target, place)
  const where: Condition = locale === null ? filters : { kind: 'all', of: [filters, locale] }
  const sort = planSort(syntax.sort, type, place)
  return {
    type,
    target,
    rows,
    locale: locale === null ? planLocale(syntax, type, target, context) : null,
    where,
    search: planSearch(syntax, type, context),
    sort,
    page: planPage(syntax, target, place),
    select: rootSelection(syntax, type, filters, sort, place),
  }
}

/** The document in the path of a request is no matter of filters: a condition on it is lost on the real server. */
function planRootFilters(
  { filters }: QuerySyntax,
  type: ContentType,
  target: Target,
  place: PlaceContext,
): Condition {
  if (filters === undefined) return ALWAYS
  if (target.kind !== 'document' || filters.kind !== 'map' || !place.has('document-filter-overridden'))
    return planFilters(filters, type, place)
  const entries = filters.entries.filter(({ key }) => key !== 'documentId')
  return planFilters({ kind: 'map', entries }, type, place)
}

function rootSelection(
  { fields, populate, sort: sortSyntax }: QuerySyntax,
  type: ContentType,
  where: Condition,
  sort: readonly SortStep[],
  place: PlaceContext,
): Selection {
  const isRestricted = restricts(fields)
  const leaked = isRestricted ? real.leakedAtRoot(sortSyntax, type, where, sort, place) : []
  const scalars = [...new Set([...leaked, ...planFields(fields, type)])]
  const items = planPopulate(populate, type, place)
  return {
    model: type,
    scalars,
    populate: isRestricted ? items.map((item) => real.withoutMorphToOne(item, place)) : items,
    asReal: real.selectionAsReal(scalars, type, null, place),
  }
}
