/** The requests of a check: most of them sound, some with a mistake in them. */
import * as fc from 'fast-check'
import { brokenRequestsFor } from '../../properties/arbitraries/broken.ts'
import { requestsFor } from '../../properties/arbitraries/request.ts'
import type { ApiRequest } from '../api.ts'
import type { Graph } from '../graph/graph.ts'

export const requests = (graph: Graph): fc.Arbitrary<ApiRequest> =>
  fc
    .oneof(
      { withCrossShrink: true },
      { weight: 4, arbitrary: requestsFor(graph) },
      { weight: 1, arbitrary: brokenRequestsFor(graph) },
    )
    .map((request) => ({ ...request, url: request.url.replace(/^\/api(?=\/)/, graph.settings.prefix) }))
