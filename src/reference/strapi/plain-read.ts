/**
 * Reads users and files like the plugins of the real server: as a list without `data` and `meta`, or as one row by
 * its id. The check treats a read by a plugin like a read of one entry, because both have `start` and `limit` at the
 * root of the query.
 */
import type { Graph } from '../graph/graph.ts'
import { asLooseNumber, NO_PAGES } from '../parse/pagination.ts'
import type { PaginationSyntax, QuerySyntax } from '../parse/syntax.ts'
import { isGiven } from '../parse/url.ts'
import type { PagePlan, PlanContext, QueryPlan, Target } from '../plan/plan.ts'
import { planQuery } from '../plan/query.ts'
import type { ContentType } from '../schema/schema.ts'

/** Returns the parts of a query that have an effect on a read by a plugin. */
export const bareSyntax = (syntax: QuerySyntax): QuerySyntax => ({
  ...syntax,
  hasPublishedVersion: undefined,
})

/**
 * Returns the target and context for checking a read by a plugin. A read by a plugin may always skip entries (case
 * quirks.findone-start).
 */
export const bareNeeds = (
  context: PlanContext,
): { readonly target: Target; readonly context: PlanContext } => ({
  target: { kind: 'single' },
  context: { ...context, has: (departure) => departure === 'findone-start' || context.has(departure) },
})

/** Returns the plan of a read by a plugin. A read by a plugin finds nothing if no row has the requested id. */
export function barePlan(
  syntax: QuerySyntax,
  type: ContentType,
  context: PlanContext,
  late: Parameters<typeof planQuery>[4],
  { id, isPopulateAlone = false }: { readonly id?: number; readonly isPopulateAlone?: boolean },
  { tables }: Graph,
): QueryPlan {
  const query = isPopulateAlone ? populateAlone(syntax) : syntax
  const unpaged = { ...query, pagination: NO_PAGES }
  const plan = planQuery(unpaged, type, { kind: 'list' }, { ...context, anyStatus: true }, late)
  const page = barePage(query.pagination)
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

/** Returns the page of a read by a plugin. In a read by a plugin, a `limit` below one means no limit. */
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
