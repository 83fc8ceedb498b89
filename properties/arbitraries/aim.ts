/**
 * Chooses between generated queries by the entries that the queries find. Most chosen requests for lists find entries,
 * and most filters exclude some entries.
 */
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

/** The list that a generated query requests: its graph, role and type. */
interface Aim {
  readonly graph: Graph
  readonly role: Role
  readonly type: ContentType
}

/**
 * The maximum number of rows of a graph in which `aimed` evaluates the generated queries. In a larger graph, a random
 * filter usually finds entries.
 */
const MOST_ROWS = 2_000

/**
 * Returns whether the requested type has rows that an answer can show, and the graph is small enough to evaluate
 * queries quickly.
 */
function isInReach({ graph, type }: Aim): boolean {
  let rows = 0
  for (const table of graph.tables.values()) rows += table.rows.length
  return rows <= MOST_ROWS && rowsOf(type.uid, graph).length > 0
}

/**
 * Scores a query: 0 if the requested page has no entry, and 1 if its filter or search text finds all of several
 * entries. Any other query has the score 2.
 */
function scoreOf(query: QueryObject, aim: Aim): 0 | 1 | 2 {
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

/** The percentage of requests that use the first generated query, regardless of the entries that this query finds. */
export const UNAIMED = 4
const ATTEMPTS = 8

/** Returns the first of at most eight generated queries with the score 2, or else the query with the highest score. */
export function aimed(make: () => QueryObject, aim: Aim): QueryObject {
  let [best, most] = [make(), -1]
  if (!isInReach(aim)) return best
  for (let attempt = 0, query = best; attempt < ATTEMPTS; attempt++, query = make()) {
    const score = scoreOf(query, aim)
    if (score > most) [best, most] = [query, score]
    if (score === 2) break
  }
  return best
}
