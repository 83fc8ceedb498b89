/** Creates a server with named worlds, like `populace serve`. */
import { worldLayers } from '../../src/cli/serve/answering.ts'
import { type AroundOptions, around } from '../../src/cli/serve/around.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { AdminAccess } from '../../src/server/admin/access.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { createMock, type Mock, type MockOptions } from '../../src/server/mock.ts'

export async function serveWorlds(
  graph: Graph,
  { access, ...options }: Partial<AroundOptions> & { readonly access?: AdminAccess } = {},
): Promise<Running> {
  const base: Mock = createMock(graph)
  const make = (one: Graph, as: MockOptions = {}): Mock => createMock(one, as)
  const given = { journal: 100, admin: true, ...options }
  const rest = around(given)
  const layers = worldLayers(
    {
      graph: () => base.api.graph,
      began: () => graph,
      trace: (request) => base.trace(request),
      use: (one) => base.use(one),
      reset: () => base.reset(graph),
      newIds: base.newIds,
      make,
    },
    {
      ...{ around: rest, admin: given.admin, origin: () => 'http://origin.example' },
      ...(access === undefined ? {} : { access }),
    },
  )
  return serve(
    {
      get graph() {
        return base.api.graph
      },
      answer: (request) => base.api.answer(request),
    },
    {
      port: 0,
      layers: [...layers, ...base.layers],
      meet: rest.meet,
      heard: rest.heard,
      log: (line) => rest.metrics.count(line),
    },
  )
}
