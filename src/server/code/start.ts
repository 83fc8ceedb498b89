/**
 * Starts the project code of a source for a world: runs the function `bootstrap` of the code. The writes of
 * `bootstrap` become part of the graph.
 */
import { WRITE_ACTIONS } from '../../reference/access.ts'
import type { Access, Graph, Role } from '../../reference/graph/graph.ts'
import { findRoute, router } from '../../reference/route.ts'
import type { CodeProblem, ProjectCode } from '../../sources/runner/project-code.ts'
import type { Source, SourceCode } from '../../sources/source.ts'
import { withAccess } from '../../writing/change/access.ts'
import type { WritingState } from '../../writing/index.ts'
import { createMock, type MockOptions } from '../mock.ts'

export interface Started {
  /** The graph after `bootstrap` has run. */
  readonly graph: Graph
  readonly code: ProjectCode
  /**
   * The rows of API tokens and other server tables that `bootstrap` wrote; absent if `bootstrap` used no such table.
   */
  readonly tables?: WritingState
}

/** Starts the project code of a source. @throws Error if the code cannot start at all. */
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
  const { report } = started
  const { graph: last, problems } = withoutUnreached(mock.api.graph, report.unreached ?? [])
  const noted = { ...started, report: { ...report, problems: [...report.problems, ...problems] } }
  const tables = mock.tables()
  return { graph: last, code: noted, ...(tables === undefined ? {} : { tables }) }
}

/**
 * Returns a graph whose roles also have their permissions for actions of custom controllers. A dataset cannot contain
 * such permissions.
 */
const withActions = (graph: Graph, actions: SourceCode['actions']): Graph =>
  actions.size === 0
    ? graph
    : withPermissions(graph, ({ name, permissions }) => [...permissions, ...(actions.get(name) ?? [])])

/** A graph without permissions that have no effect, and one warning for each role that had such permissions. */
interface Reached {
  readonly graph: Graph
  readonly problems: readonly CodeProblem[]
}

/** Removes the permissions for actions to which no route leads, because such permissions have no effect. */
function withoutUnreached(graph: Graph, unreached: readonly string[]): Reached {
  const problems = [...graph.access.roles.values()].flatMap(({ name, permissions }): CodeProblem[] => {
    const found = unreached.filter((action) => permissions.has(action))
    if (found.length === 0) return []
    const named = found.slice(0, MOST_NAMED).join(', ')
    const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : ''
    const message = `no route leads to ${named}${more}, so this permission of the role ${name} has no effect`
    return [{ file: 'permissions', line: 0, message }]
  })
  if (problems.length === 0) return { graph, problems }
  const without = new Set(unreached)
  const permitted = ({ permissions }: Role) => [...permissions].filter((one) => !without.has(one))
  return { graph: withPermissions(graph, permitted), problems }
}

/** The maximum number of actions that the warning about one role names. */
const MOST_NAMED = 3

function withPermissions(graph: Graph, permissionsOf: (role: Role) => readonly string[]): Graph {
  const { access } = graph
  const roles = [...access.roles].map(([name, role]): readonly [string, Role] => [
    name,
    { ...role, permissions: new Set(permissionsOf(role)) },
  ])
  const all: Access = { ...access, roles: new Map(roles) }
  return withAccess(graph, all)
}

/**
 * Returns the action of the standard Strapi route for a request, such as `api::article.article.find`; undefined for any
 * other route.
 */
function coreAction(graph: Graph, method: string, url: string): string | undefined {
  const route = findRoute(router(graph), { method, url, headers: {}, cite: noted, has: () => false })
  if (route.kind !== 'read' && route.kind !== 'write') return undefined
  const { type, target } = route
  const reads = target.kind === 'document' ? 'findOne' : 'find'
  return `${type.uid}.${route.kind === 'read' ? reads : (WRITE_ACTIONS[method] ?? '')}`
}

const noted = (): void => undefined
