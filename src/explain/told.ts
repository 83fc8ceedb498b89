/** What is explained: an answered request, with everything that is known of it. */

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
  /** The path of the request, and its query as it was split. */
  readonly path: string
  readonly query: RawMap
  readonly result: Evaluated
  /** Whether whoever asks may know what the role may not. */
  readonly isDeveloper: boolean
  /** What explaining may cost. */
  readonly meter: Meter
}

/** The URL of a path and a query. */
export const urlOf = (path: string, query: RawMap): string => {
  const text = readableQuery(query)
  return text === '' ? path : `${path}?${text}`
}

/** The request with one root parameter otherwise; null where it cannot be said. */
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

/** The entries at the root of an answer, each by the row that it shows. */
export function rootEntries({ graph, plan, result }: ExplainContext): ReadonlyMap<Node, Entry> {
  const rows = graph.tables.get(plan.type.uid)?.byId
  return new Map(
    result.entries.flatMap((entry): readonly [Node, Entry][] => {
      const row = rows?.get(Number(entry['id']))
      return row === undefined ? [] : [[row, entry]]
    }),
  )
}
