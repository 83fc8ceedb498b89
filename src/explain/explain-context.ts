/**
 * The context of an explanation: a request that the API answered, with the plan, the result and the query of the
 * request.
 */

import type { Meter } from '../reference/evaluate/meter.ts'
import type { Entry } from '../reference/evaluate/populate.ts'
import type { Evaluated } from '../reference/evaluate/query.ts'
import type { Graph, Node } from '../reference/graph/graph.ts'
import { type RawMap, readableQuery } from '../reference/parse/url.ts'
import type { PlanContext, QueryPlan } from '../reference/plan/plan.ts'
import type { Change } from './explanation.ts'

export interface ExplainContext {
  readonly graph: Graph
  readonly plan: QueryPlan
  readonly context: PlanContext
  /**
   * The path in the URL of the request, without the query string. The member `query` contains the query string of
   * the request, split into parameters.
   */
  readonly path: string
  readonly query: RawMap
  readonly result: Evaluated
  /** Whether the explanation may name data that the role of the request may not see. */
  readonly isDeveloper: boolean
  /** The meter that counts the evaluation steps of the explanation, up to the explanation's budget. */
  readonly meter: Meter
}

/** Joins a URL path and a query to a URL. */
export const urlOf = (path: string, query: RawMap): string => {
  const text = readableQuery(query)
  return text === '' ? path : `${path}?${text}`
}

/**
 * Proposes a request with the given query; null if no query string can express this query. The argument `parameter`
 * names the changed parameter of the query.
 */
export function requestChange(
  { path }: ExplainContext,
  query: RawMap | null,
  parameter: string,
): Change | null {
  if (query === null) return null
  const value = query[parameter]
  const text = value === undefined ? `no ${parameter}` : readableQuery({ [parameter]: value })
  return { kind: 'request', parameter: text, url: urlOf(path, query) }
}

/** Maps the row of each root entry to its entry in the answer. */
export function rootEntries({ graph, plan, result }: ExplainContext): ReadonlyMap<Node, Entry> {
  const rows = graph.tables.get(plan.type.uid)?.byId
  return new Map(
    result.entries.flatMap((entry): readonly [Node, Entry][] => {
      const row = rows?.get(Number(entry['id']))
      return row === undefined ? [] : [[row, entry]]
    }),
  )
}
