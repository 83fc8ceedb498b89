/** Probes which permissions the public role has on a server, with at most two requests per content type. */

import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { pushAll } from '../../util/push.ts'
import { editGraph } from '../../writing/edit/edit.ts'
import { guard } from './guard.ts'
import type { Target } from './target.ts'

/**
 * Returns a copy of the graph in which the public role is the only role. In the copy, this role may read the project's
 * own content types that the server shows to requests without a token.
 */
export async function withPublicAccess(graph: Graph, target: Target): Promise<Graph> {
  const types = [...graph.schema.contentTypes.values()]
  const served = types.filter(({ uid }) => uid.startsWith('api::'))
  // Probes only the project's own content types (`api::`). Media files in answers need no permission, and most servers
  // do not let the public read users.
  const guarded = guard(target, 1)
  const permissions: string[] = []
  for (const type of served) pushAll(permissions, await permissionsFor(type, graph, guarded))
  return editGraph(graph, (dataset) => {
    dataset.access = { publicRole: 'public', roles: { public: { permissions } }, tokens: {} }
  })
}

async function permissionsFor(
  { uid, kind, singularName, pluralName }: ContentType,
  { settings }: Graph,
  target: Target,
): Promise<readonly string[]> {
  const name = kind === 'singleType' ? singularName : pluralName
  const isOpen = async (path: string): Promise<boolean> => {
    const url = `${settings.prefix}/${path}`
    const outcome = await target.ask({ method: 'GET', url, headers: {} })
    return outcome.kind === 'answered' && outcome.answer.status !== 401 && outcome.answer.status !== 403
  }
  const find = (await isOpen(name)) ? [`${uid}.find`] : []
  const findOne = kind === 'collectionType' && (await isOpen(`${name}/nobody`)) ? [`${uid}.findOne`] : []
  return [...find, ...findOne]
}
