/**
 * Finds the requests that reach the content API after the code of a project has run, so that the answers of two
 * releases can be compared.
 */
import type { ApiRequest } from '../../reference/api.ts'
import type { LeftOut } from '../traffic/traffic.ts'

/**
 * A function that runs the code of a project, and resolves to the request that the content API then receives. It
 * resolves to the same object if the code changes nothing, and to undefined if the code answers without the content
 * API.
 */
export type Effective = (request: ApiRequest) => Promise<ApiRequest | undefined>

export interface ReceivedRequests {
  /** The requests that reach the content API, as clients sent them. */
  readonly requests: readonly ApiRequest[]
  readonly receivedOf: (request: ApiRequest) => ApiRequest
  /** The requests that the code answers without the content API, and the requests for which the code did not run. */
  readonly ownAnswers: readonly LeftOut[]
}

const MOST_EXAMPLES = 5
/**
 * The maximum number of requests for which the project's code runs. The number is limited because each run takes time
 * and memory.
 */
const MOST_RUN = 20_000

/**
 * Runs the project's code for each request, one after the other. The caller must sort the requests by frequency, the
 * most frequent request first. If the project has no code, the requests stay unchanged.
 */
export async function receivedRequests(
  requests: readonly ApiRequest[],
  effective: Effective | undefined,
): Promise<ReceivedRequests> {
  if (effective === undefined) return { requests, receivedOf: (request) => request, ownAnswers: [] }
  const received = new Map<ApiRequest, ApiRequest>()
  const [run, beyond] = [requests.slice(0, MOST_RUN), requests.slice(MOST_RUN)]
  for (const request of run) {
    const next = await effective(request)
    if (next !== undefined) received.set(request, next)
  }
  const own = run.filter((request) => !received.has(request))
  return {
    requests: run.filter((request) => received.has(request)),
    receivedOf: (request) => received.get(request) ?? request,
    ownAnswers: [
      ...leftOutOf("answered by the project's own code or a plugin, without the content API", own),
      ...leftOutOf(
        `beyond the ${MOST_RUN} most frequent requests, for which the project's own code runs`,
        beyond,
      ),
    ],
  }
}

const leftOutOf = (why: string, requests: readonly ApiRequest[]): readonly LeftOut[] =>
  requests.length === 0
    ? []
    : [{ why, count: requests.length, examples: requests.slice(0, MOST_EXAMPLES).map(({ url }) => url) }]
