/**
 * Answers `/_ready`, with which a load balancer asks whether the server accepts requests. In contrast, `/_health`
 * answers 204 as long as the process runs.
 */
import { splitTarget } from '../../util/url/target.ts'
import type { Layer } from '../layer.ts'

const PATH = '/_ready'

export const isReadiness = (url: string): boolean => splitTarget(url).path === PATH

/**
 * Creates the layer that answers `/_ready`: 200 while the server is ready, and 503 before it is ready and while it
 * stops.
 */
export function readyLayer(isReady: () => boolean): Layer {
  return (request) => {
    if (!isReadiness(request.url)) return undefined
    const ready = isReady()
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    return { status: ready ? 200 : 503, headers, body: JSON.stringify({ ready }) }
  }
}
