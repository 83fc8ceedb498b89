/**
 * Plans a whole query: converts its syntax tree to a plan. The planner never refuses a query, but ignores parts of an
 * invalid query that have no meaning.
 */
import { lookedUp } from '../names/filters.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import type { ContentType } from '../schema/schema.ts'
import { scanOrder } from '../strapi/plan/scan-order.ts'
import { selectionAtRoot } from '../strapi/plan/selection.ts'
import { rowsBelow } from '../strapi/plan/window.ts'
import { planFields } from './fields.ts'
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
 * Plans a query. The parameter `late` contains the faults that the real server finds only while it reads rows. If
 * plugin code replaces the `populate` of the request, `level` contains the attributes that the code populates.
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

/** Plans a query that differs from an earlier query only in its operands. */
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

/** The members of a plan that do not depend on operands. */
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
  // The spread comes last in the new object, because V8 is slow to add members to an object after a spread.
  return { rows: rowsBelow(rows, context), late, ...context }
}

/**
 * Returns the condition of `filters`, combined with the condition of the operators under `locale` if the query has
 * such operators.
 */
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

/** Returns a copy of a plan that reads another document. */
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
  const items = level === undefined ? planPopulate(populate, type, place) : planLevel(level, type, place)
  const documented = { model: type, scalars: planFields(fields, type), populate: items }
  const selection = selectionAtRoot(documented, { fields, sort: sortSyntax }, { where, sort }, place)
  return level?.fails ? { ...selection, fails: UNREADABLE } : selection
}
