/** Parses requests to queries of a content type by a role, without checking them. */
import { bearerToken, roleOf } from '../../../src/reference/access.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import type { Graph, Role } from '../../../src/reference/graph/graph.ts'
import { parseQuery } from '../../../src/reference/parse/query.ts'
import type { QuerySyntax } from '../../../src/reference/parse/syntax.ts'
import { parseQueryString } from '../../../src/reference/parse/url.ts'
import type { Target } from '../../../src/reference/plan/plan.ts'
import { findRoute, type Routes, router } from '../../../src/reference/route.ts'
import type { ContentType } from '../../../src/reference/schema/schema.ts'

export interface Query {
  readonly type: ContentType
  readonly target: Target
  readonly role: Role
  readonly syntax: QuerySyntax
}

const routesOf = new WeakMap<Graph, Routes>()

/** Parses a request; undefined if it is not a read by a known caller. */
export function queryOf({ method = 'GET', url, headers = {} }: ApiRequest, graph: Graph): Query | undefined {
  const routes = routesOf.get(graph) ?? router(graph)
  routesOf.set(graph, routes)
  const route = findRoute(routes, { method, url, headers, cite: () => {}, has: () => false })
  const role = roleOf(graph, bearerToken(headers.authorization))
  if (route.kind !== 'read' || role === undefined) return undefined
  const { type, target, search } = route
  return { type, target, role, syntax: parseQuery(parseQueryString(search, () => {})) }
}
