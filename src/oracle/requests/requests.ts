/** Generates the requests of a check: deeply nested requests, requests that match rows, and requests with a mistake. */
import * as fc from 'fast-check'
import { brokenRequestsFor } from '../../../properties/arbitraries/broken.ts'
import { requestsFor } from '../../../properties/arbitraries/request.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { dataRequests } from './from-data.ts'
import type { Generate } from './kinds.ts'

/** Returns the generator of requests without a mistake. */
export const soundRequests = (graph: Graph): fc.Arbitrary<ApiRequest> =>
  fc.oneof(requestsFor(graph), dataRequests(graph))

/** Returns the generator of a check's requests, which uses the data of a graph. */
export function requests(graph: Graph, generate: Generate): fc.Arbitrary<ApiRequest> {
  switch (generate) {
    case 'both':
      return bothRequests(graph)
    case 'sound':
      return soundRequests(graph)
    case 'malformed':
      return brokenRequestsFor(graph)
  }
}

function bothRequests(graph: Graph): fc.Arbitrary<ApiRequest> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: requestsFor(graph) },
    { weight: 3, arbitrary: dataRequests(graph) },
    { weight: 1, arbitrary: brokenRequestsFor(graph) },
  )
}
