/**
 * The whole query: from what was written to what is meant. Total: a query that the check lets pass is planned as it
 * stands, and of any other what cannot be honoured is nothing. Nothing is refused here.
 */
import { lookedUp } from '../names/filters.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import type { ContentType } from '../schema/schema.ts'
import * as real from './as-real.ts'
import { planFields, restricts } from './fields.ts'
import { planFilters } from './filters.ts'
import { type Level, planLevel } from './level.ts'
import {
  ALWAYS,
  type Condition,
  type PlanContext,
  type QueryPlan,
  type Selection,
  type SortStep,
  type Target,
  UNREADABLE,
} from './plan.ts'
import { planPopulate } from './populate.ts'
import { scanOrder } from './scan-order.ts'
import { planSort } from './sort.ts'
import type { PlaceContext } from './step.ts'
import { planLocale, planLocaleFilter, planPage, planRows, planSearch } from './window.ts'

/**
 * `late`: the parts of the query that are at fault, but only found to be so while rows are read. `level`: what code
 * populates in place of what the query says.
 */
export function planQuery(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  context: PlanContext,
  late: PlaceContext['late'],
  level?: Level,
): QueryPlan {
  const rows = planRows(syntax, context)
  const cascades = context.has('pubfilter-cascades')
  // What is new stands first: behind a spread each name takes a microsecond.
  const place: PlaceContext = { rows: cascades ? rows : { ...rows, publication: null }, late, ...context }
  const filters =
    syntax.filters === undefined ? ALWAYS : planFilters(lookedUp(syntax.filters, target, place), type, place)
  const locale = planLocaleFilter(syntax, type, target, place)
  const where: Condition = locale === null ? filters : { kind: 'all', of: [filters, locale] }
  const sort = planSort(syntax.sort, type, place)
  const locales = locale === null ? planLocale(syntax, type, target, context) : null
  const select = rootSelection(syntax, type, filters, sort, place, level)
  return {
    type,
    target,
    isAsked: askedTest(target, context),
    rows,
    locale: locales,
    where,
    search: planSearch(syntax, type, context),
    sort,
    ties: scanOrder(
      { syntax, type, target, locale: locales, rows, where, sort, populate: select.populate },
      place,
    ),
    page: planPage(syntax, type, target, place),
    select,
  }
}

/** The same plan for another document. */
export const planFor = (plan: QueryPlan, target: Target, context: PlanContext): QueryPlan => ({
  ...plan,
  target,
  isAsked: askedTest(target, context),
})

function askedTest(target: Target, { database: { collation } }: PlanContext): QueryPlan['isAsked'] {
  if (target.kind !== 'document' || collation.exact) return null
  return (documentId) => collation.compare(documentId, target.documentId) === 0
}

function rootSelection(
  { fields, populate, sort: sortSyntax }: QuerySyntax,
  type: ContentType,
  where: Condition,
  sort: readonly SortStep[],
  place: PlaceContext,
  level: Level | undefined,
): Selection {
  const isRestricted = restricts(fields)
  const leaked = isRestricted ? real.leakedAtRoot(sortSyntax, type, where, sort, place) : []
  const scalars = [...new Set([...leaked, ...planFields(fields, type)])]
  const items = level === undefined ? planPopulate(populate, type, place) : planLevel(level, type, place)
  return {
    model: type,
    scalars,
    populate: isRestricted ? items.map((item) => real.withoutMorphToOne(item, place)) : items,
    asReal: real.selectionAsReal(scalars, type, null, place),
    ...(level?.fails ? { fails: UNREADABLE } : {}),
  }
}
