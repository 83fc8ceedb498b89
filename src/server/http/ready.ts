/**
 * `/_ready` answers a load balancer that asks whether the server accepts requests. `/_health` answers while the process
 * runs.
 */
import { splitTarget } from '../../util/url/target.ts'
import type { Layer } from '../layer.ts'

const PATH = '/_ready'

export const isReadiness = (url: string): boolean => splitTarget(url).path === PATH

/** Answers 200 while the server is ready, and 503 before it is ready and while it stops. */
export function readyLayer(isReady: () => boolean): Layer {
  return (request) => {
    if (!isReadiness(request.url)) return undefined
    const ready = isReady()
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    return { status: ready ? 200 : 503, headers, body: JSON.stringify({ ready }) }
  }
}
