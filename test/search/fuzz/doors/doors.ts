/** Sends generated requests to a server with worlds and its own pages, and measures each request. */

import { explorerFile } from '../../../../src/cli/root.ts'
import { answeringOf } from '../../../../src/cli/serve/answering.ts'
import { around } from '../../../../src/cli/serve/around.ts'
import { datasetFolder } from '../../../../src/oracle/suite/suite.ts'
import type { ApiResponse } from '../../../../src/reference/api.ts'
import { filesOf } from '../../../../src/reference/load/build.ts'
import { loadDataset } from '../../../../src/reference/load/load.ts'
import type { MockRequest } from '../../../../src/server/layer.ts'
import { decisions } from '../chance.ts'
import { anyRequest } from './grammar.ts'

/** The measurements of a round. */
export interface DoorsRound {
  readonly requests: number
  /** The request with the most CPU milliseconds. */
  readonly slowest: { readonly milliseconds: number; readonly says: string }
  /** The maximum heap size in bytes. */
  readonly heap: number
  readonly failures: readonly string[]
}

/** Runs a round with a new server, because requests change worlds and fault rules. */
export async function doorsRound(seed: number, count: number): Promise<DoorsRound> {
  const roll = decisions(seed)
  const answer = server()
  const failures: string[] = []
  let slowest = { milliseconds: 0, says: '' }
  let heap = 0
  for (let at = 0; at < count; at++) {
    const request = anyRequest(roll)
    const says = `seed ${seed}, request ${at}: ${request.method} ${request.url} ${JSON.stringify(request.headers)}`
    const before = process.cpuUsage()
    const fault = await answer(request).then(
      (found) => faultOf(request, found),
      (error: unknown) => `thrown: ${String(error)}`,
    )
    const { user, system } = process.cpuUsage(before)
    if (fault !== undefined) failures.push(`${says}: ${fault}`)
    const milliseconds = (user + system) / 1_000
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, says }
    heap = Math.max(heap, process.memoryUsage().heapUsed)
  }
  return { requests: count, slowest, heap, failures }
}

function server(): (request: MockRequest) => Promise<ApiResponse> {
  const graph = loadDataset(datasetFolder('guide'))
  const source = { kind: 'dataset folder', files: filesOf(graph) ?? { contentTypes: {} }, graph, notes: [] }
  const rest = around({ journal: 100, admin: true })
  const answers = answeringOf(
    { graph, source, profile: 'documented' },
    {
      ...{ profile: 'documented', admin: true, origin: () => '', around: rest },
      explorer: { file: explorerFile(), explains: 'role', profile: 'documented' },
    },
  )
  return async (request) => {
    const answer = (await answers.before(request)) ?? answers.api.answer(request)
    rest.heard({ request, answer, milliseconds: 0 })
    return answer
  }
}

/**
 * Returns a failure for a 500 answer, except to a login whose body has an unknown content type. The real server
 * answers that login with 500 too.
 */
const faultOf = (request: MockRequest, { status }: ApiResponse): string | undefined =>
  Number.isInteger(status) && status >= 200 && status < 600 && (status !== 500 || isLogin(request))
    ? undefined
    : `status ${status}`

const isLogin = ({ url, headers = {} }: MockRequest): boolean =>
  /\/api\/auth\//.test(url) && !/json|urlencoded|boundary=x/.test(headers['content-type'] ?? '')
