/**
 * Reads as the plugins of the real server make them, of users and files: a list without an envelope, or one row by its id.
 * They are checked as a single entry is, whose `start` and `limit` stand at the root of the query.
 */
import type { Graph } from './graph/graph.ts'
import { asLooseNumber, NO_PAGES } from './parse/pagination.ts'
import type { PaginationSyntax, QuerySyntax } from './parse/syntax.ts'
import { isGiven } from './parse/url.ts'
import type { PagePlan, PlanContext, QueryPlan, Target } from './plan/plan.ts'
import { planQuery } from './plan/query.ts'
import type { ContentType } from './schema/schema.ts'

/** What a bare read looks at of a query. */
export const bareSyntax = (syntax: QuerySyntax): QuerySyntax => ({
  ...syntax,
  hasPublishedVersion: undefined,
})

/** What a bare read is checked against: entries may be skipped in it. */
export const bareNeeds = (
  context: PlanContext,
): { readonly target: Target; readonly context: PlanContext } => ({
  target: { kind: 'single' },
  context: { ...context, has: (departure) => departure === 'findone-start' || context.has(departure) },
})

/** The plan of a bare read; where no row has the id that is asked for, nothing is found. */
export function barePlan(
  syntax: QuerySyntax,
  type: ContentType,
  context: PlanContext,
  late: Parameters<typeof planQuery>[4],
  { id, isPopulateAlone = false }: { readonly id?: number; readonly isPopulateAlone?: boolean },
  { tables }: Graph,
): QueryPlan {
  const asked = isPopulateAlone ? populateAlone(syntax) : syntax
  const unpaged = { ...asked, pagination: NO_PAGES }
  const plan = planQuery(unpaged, type, { kind: 'list' }, { ...context, anyStatus: true }, late)
  const page = barePage(asked.pagination)
  if (id === undefined) return { ...plan, page }
  const documentId = tables.get(type.uid)?.byId.get(id)?.documentId ?? ''
  return { ...plan, target: { kind: 'document', documentId }, page: { ...page, limit: 1 } }
}

function populateAlone({ populate, sort, ...rest }: QuerySyntax): QuerySyntax {
  return {
    ...rest,
    populate,
    sort: { keys: [], meaningful: sort.meaningful },
    filters: undefined,
    search: undefined,
    fields: { kind: 'all' },
    pagination: NO_PAGES,
  }
}

/** Less than one entry is every entry. */
function barePage({ bare: { start, limit } }: PaginationSyntax): PagePlan {
  const size = isGiven(limit) ? asLooseNumber(limit) : 0
  return {
    start: isGiven(start) ? asLooseNumber(start) : 0,
    limit: size < 1 ? null : size,
    withCount: true,
    style: 'offset',
    asReal: null,
  }
}
