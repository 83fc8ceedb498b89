/** Chooses between generated queries by the entries that they find, so that most lists have some and most filters cut. */
import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import { parseQuery } from '../../src/reference/parse/query.ts'
import type { QuerySyntax } from '../../src/reference/parse/syntax.ts'
import { parseQueryString } from '../../src/reference/parse/url.ts'
import type { ContentType } from '../../src/reference/schema/schema.ts'
import { matches } from '../../src/semantics/filters.ts'
import { pageOf } from '../../src/semantics/pagination.ts'
import { isFound } from '../../src/semantics/search.ts'
import {
  isInCohort,
  isInLocale,
  isVisible,
  rowsOf,
  statusOf,
  type View,
} from '../../src/semantics/visibility.ts'
import { printQuery, type QueryObject } from './print.ts'

/** The list that a query is for. */
export interface Aim {
  readonly graph: Graph
  readonly role: Role
  readonly type: ContentType
}

/** Larger graphs take too long, and a random filter of them finds something anyhow. */
const MOST_ROWS = 2_000

/** Whether the list can have entries, and counting them is cheap. */
export function isInReach({ graph, type }: Aim): boolean {
  let rows = 0
  for (const table of graph.tables.values()) rows += table.rows.length
  return rows <= MOST_ROWS && rowsOf(type.uid, graph).length > 0
}

/** How well a query finds: 0 for nothing, 1 for all of what it could, 2 for a part of it or where nothing narrows it. */
export function scoreOf(query: QueryObject, aim: Aim): 0 | 1 | 2 {
  const syntax = parseQuery(parseQueryString(printQuery(query), () => {}))
  const view: View = { graph: aim.graph, role: aim.role, status: statusOf(syntax) }
  const open = openRows(syntax, aim, view)
  const found = open.filter(
    (row) => matches(syntax.filters, row, aim.type, view) && isFound(row, syntax.search, aim.type),
  )
  if (found.length <= pageOf(syntax.pagination, aim.graph.settings).start) return 0
  const isNarrow = query.filters !== undefined || query._q !== undefined
  return isNarrow && found.length === open.length && open.length > 1 ? 1 : 2
}

function openRows(syntax: QuerySyntax, { graph, type }: Aim, view: View) {
  return rowsOf(type.uid, graph).filter(
    (row) =>
      isVisible(row, view) &&
      isInCohort(row, syntax, type, graph) &&
      isInLocale(row, syntax, type, { kind: 'list' }, graph),
  )
}
