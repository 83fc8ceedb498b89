/** Answers read requests as documented. Start at `bodyOf`, which calls the steps of a read in order. */

import type { Graph, Role } from '../reference/graph/graph.ts'
import type { QuerySyntax } from '../reference/parse/syntax.ts'
import type { Target } from '../reference/plan/plan.ts'
import type { ContentType } from '../reference/schema/schema.ts'
import type { Json } from '../util/json.ts'
import { refusalOf } from './access.ts'
import { matches } from './filters.ts'
import { pageOf } from './pagination.ts'
import { wantedBy } from './populate.ts'
import { isFound } from './search.ts'
import { show } from './show.ts'
import { sorted } from './sort.ts'
import { isInCohort, isInLocale, isVisible, rowsOf, statusOf, type View } from './visibility.ts'

export interface ReadRequest {
  readonly role: Role
  readonly type: ContentType
  /** The target of the read: the list of a collection type, one of its documents, or the entry of a single type. */
  readonly target: Target
  /** The parsed query. The query must be valid: the reference checks each query before it calls this code. */
  readonly syntax: QuerySyntax
}

/** The answer to a read. The server adds the body to an error; the README describes this body. */
export type Answer =
  | { readonly status: 200; readonly body: Json }
  | { readonly status: 401 | 403 | 404; readonly body?: never }

/**
 * Answers a read: checks the permission, and then makes the body.
 *
 * ```ts
 * const { status } = answerOf(graph, readOf(ask))
 * ```
 */
export function answerOf(graph: Graph, request: ReadRequest): Answer {
  const refusal = refusalOf(request.role, request.type, request.target, graph)
  if (refusal !== undefined) return { status: refusal }
  const body = bodyOf(graph, request)
  return body === undefined ? { status: 404 } : { status: 200, body }
}

/** Returns the body of the answer to a permitted read; undefined if the read finds nothing. */
export function bodyOf(graph: Graph, { role, type, target, syntax }: ReadRequest): Json | undefined {
  const view: View = { graph, role, status: statusOf(syntax) }
  const rows = rowsOf(type.uid, graph).filter(
    (row) => target.kind !== 'document' || row.documentId === target.documentId,
  )
  const visible = rows.filter((row) => isVisible(row, view))
  const cohort = visible.filter((row) => isInCohort(row, syntax, type, graph))
  const local = cohort.filter((row) => isInLocale(row, syntax, type, target, graph))
  const matching = local.filter((row) => matches(syntax.filters, row, type, view)) // param.filters
  const found = matching.filter((row) => isFound(row, syntax.search, type))
  const inOrder = sorted(found, syntax.sort, type, view) // param.sort
  const wanted = { fields: syntax.fields, populate: wantedBy(syntax.populate) } // param.fields param.populate
  if (target.kind === 'list') {
    const { start, size, meta } = pageOf(syntax.pagination, graph.settings)
    const page = inOrder.slice(start, start + size) // list.data
    return {
      data: page.map((row) => show(row, type, wanted, view)),
      meta: { pagination: meta(found.length) },
    }
  }
  const [first] = inOrder // pagination.single
  return first && { data: show(first, type, wanted, view), meta: {} }
}
