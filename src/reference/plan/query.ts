/**
 * The whole query: from what was written to what is meant. Total: a query that the check lets pass is planned as it
 * stands, and of any other what cannot be honoured is nothing. Nothing is refused here.
 */
import { lookedUp } from '../names/filters.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import type { ContentType } from '../schema/schema.ts'
import * as real from '../strapi/as-real.ts'
import { scanOrder } from '../strapi/scan-order.ts'
import { planFields, restricts } from './fields.ts'
import { planFilters } from './filters.ts'
import { type CodeLevel, planLevel } from './level.ts'
import {
  ALWAYS,
  type Condition,
  type PlanContext,
  type QueryPlan,
  type RowFilter,
  type Selection,
  type SortStep,
  type Target,
  UNREADABLE,
} from './plan.ts'
import { planPopulate } from './populate.ts'
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
  level?: CodeLevel,
): QueryPlan {
  const rows = planRows(syntax, context)
  const place = placeFor(rows, late, context)
  const ofLocale = planLocaleFilter(syntax, type, target, place)
  const locale = ofLocale === null ? planLocale(syntax, type, target, context) : null
  const where = planWhere(syntax, ofLocale, type, target, place)
  const sort = planSort(syntax.sort, type, place)
  const select = rootSelection(syntax, type, where, sort, place, level)
  const search = planSearch(syntax, type, context)
  const fixed: Fixed = {
    type,
    target,
    isAsked: askedTest(target, context),
    rows,
    locale,
    search,
    sort,
    select,
  }
  return planWith(fixed, where, syntax, place)
}

/** The plan of a query that differs in operands alone. */
export function planOperands(
  plan: QueryPlan,
  syntax: QuerySyntax,
  context: PlanContext,
  late: PlaceContext['late'],
): QueryPlan {
  const { type, target, rows } = plan
  const place = placeFor(rows, late, context)
  const ofLocale = planLocaleFilter(syntax, type, target, place)
  return planWith(plan, planWhere(syntax, ofLocale, type, target, place), syntax, place)
}

/** What does not depend on operands. */
type Fixed = Omit<QueryPlan, 'where' | 'ties' | 'page'>

function planWith(
  { type, target, isAsked, rows, locale, search, sort, select }: Fixed,
  where: Condition,
  syntax: QuerySyntax,
  place: PlaceContext,
): QueryPlan {
  const ties = scanOrder(
    { syntax, type, target, locale, rows, where, sort, populate: select.populate },
    place,
  )
  const page = planPage(syntax, type, target, place)
  return { type, target, isAsked, rows, locale, where, search, sort, ties, page, select }
}

function placeFor(rows: RowFilter, late: PlaceContext['late'], context: PlanContext): PlaceContext {
  const cascades = context.has('pubfilter-cascades')
  // What is new stands first: behind a spread each name takes a microsecond.
  return { rows: cascades ? rows : { ...rows, publication: null }, late, ...context }
}

/** `filters`, and the locale where operators ask for it. */
function planWhere(
  { filters: written }: QuerySyntax,
  ofLocale: Condition | null,
  type: ContentType,
  target: Target,
  place: PlaceContext,
): Condition {
  const filters = written === undefined ? ALWAYS : planFilters(lookedUp(written, target, place), type, place)
  return ofLocale === null ? filters : { kind: 'all', of: [filters, ofLocale] }
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
  level: CodeLevel | undefined,
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
