/**
 * Reads by plugins of the real server, of users and files: a list without an envelope, or one row by its id. The check
 * treats them as a single entry, because their `start` and `limit` are at the root of the query.
 */
import type { Graph } from '../graph/graph.ts'
import { asLooseNumber, NO_PAGES } from '../parse/pagination.ts'
import type { PaginationSyntax, QuerySyntax } from '../parse/syntax.ts'
import { isGiven } from '../parse/url.ts'
import type { PagePlan, PlanContext, QueryPlan, Target } from '../plan/plan.ts'
import { planQuery } from '../plan/query.ts'
import type { ContentType } from '../schema/schema.ts'

/** The part of a query that a plain read looks at. */
export const bareSyntax = (syntax: QuerySyntax): QuerySyntax => ({
  ...syntax,
  hasPublishedVersion: undefined,
})

/** The target and the context of its check: a plain read may skip entries. Case: quirks.findone-start. */
export const bareNeeds = (
  context: PlanContext,
): { readonly target: Target; readonly context: PlanContext } => ({
  target: { kind: 'single' },
  context: { ...context, has: (departure) => departure === 'findone-start' || context.has(departure) },
})

/** The plan of a plain read. It finds nothing if no row has the requested id. */
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

/** A size below one is not a limit. */
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
