/** Requests as a project's own code leaves them, for comparisons of two releases. */
import type { ApiRequest } from '../../reference/api.ts'
import type { LeftOut } from '../traffic/traffic.ts'

/**
 * Runs the code of a project: the request that the content API then receives; the same object if the code changes
 * nothing, and undefined if the code answers without the content API.
 */
export type Effective = (request: ApiRequest) => Promise<ApiRequest | undefined>

export interface ReceivedRequests {
  /** The requests that reach the content API, as they were sent. */
  readonly requests: readonly ApiRequest[]
  readonly receivedOf: (request: ApiRequest) => ApiRequest
  /** The requests that the code answers without the content API. */
  readonly ownAnswers: readonly LeftOut[]
}

const MOST_EXAMPLES = 5

/** Runs requests through the code one after the other. Without code they stay as they are. */
export async function receivedRequests(
  requests: readonly ApiRequest[],
  effective: Effective | undefined,
): Promise<ReceivedRequests> {
  if (effective === undefined) return { requests, receivedOf: (request) => request, ownAnswers: [] }
  const received = new Map<ApiRequest, ApiRequest>()
  for (const request of requests) {
    const next = await effective(request)
    if (next !== undefined) received.set(request, next)
  }
  const own = requests.filter((request) => !received.has(request)).map(({ url }) => url)
  const why = "answered by the project's own code"
  return {
    requests: requests.filter((request) => received.has(request)),
    receivedOf: (request) => received.get(request) ?? request,
    ownAnswers: own.length === 0 ? [] : [{ why, count: own.length, examples: own.slice(0, MOST_EXAMPLES) }],
  }
}
