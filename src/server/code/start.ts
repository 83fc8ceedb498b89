/** Starts the code of a source for a world: runs `bootstrap`, whose writes become part of the graph. */
import type { Access, Graph, Role } from '../../reference/graph/graph.ts'
import { findRoute, router } from '../../reference/route.ts'
import type { ProjectCode } from '../../sources/runner/project-code.ts'
import type { Source, SourceCode } from '../../sources/source.ts'
import { withAccess } from '../../writing/change/access.ts'
import { createMock, type MockOptions } from '../mock.ts'
import { keepFirstTables } from './first-tables.ts'

export interface Started {
  /** The graph after `bootstrap` has run. */
  readonly graph: Graph
  readonly code: ProjectCode
}

/** Starts the code of a source. @throws Error if the code cannot start at all. */
export async function startCode(
  { code }: Pick<Source, 'code'>,
  given: Graph,
  options: MockOptions,
): Promise<Started | undefined> {
  if (code === undefined) return undefined
  const graph = withActions(given, code.actions)
  const mock = createMock(graph, options)
  const ownSecret = options.accounts?.ownSecret
  const started = await code.start(mock.host(), {
    matchCore: (method, target) => coreAction(graph, method, target),
    // A spare thread runs `bootstrap` over a copy of the world, so that the served world gets the writes of
    // `bootstrap` only once.
    scratch: () => createMock(graph, options).host(),
    ...(ownSecret === undefined ? {} : { ownSecret }),
  })
  keepFirstTables(started, mock.tables())
  return { graph: mock.api.graph, code: started }
}

/** Adds the permissions of roles for actions of custom controllers, which a dataset cannot state. */
function withActions(graph: Graph, actions: SourceCode['actions']): Graph {
  if (actions.size === 0) return graph
  const { access } = graph
  const roles = [...access.roles].map(([name, role]): readonly [string, Role] => {
    const more = actions.get(name) ?? []
    return [name, { ...role, permissions: new Set([...role.permissions, ...more]) }]
  })
  const all: Access = { ...access, roles: new Map(roles) }
  return withAccess(graph, all)
}

const ACTIONS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', DELETE: 'delete' }

/**
 * Returns the action of the standard Strapi route for a request, such as `api::article.article.find`; undefined for any
 * other route.
 */
function coreAction(graph: Graph, method: string, url: string): string | undefined {
  const route = findRoute(router(graph), { method, url, headers: {}, cite: noted, has: () => false })
  if (route.kind !== 'read' && route.kind !== 'write') return undefined
  const { type, target } = route
  const reads = target.kind === 'document' ? 'findOne' : 'find'
  return `${type.uid}.${route.kind === 'read' ? reads : (ACTIONS[method] ?? '')}`
}

const noted = (): void => undefined
