/** The worker of the page: one wish after the other. */
import { Engine } from './engine.ts'
import type { Reply, Told } from './messages.ts'

const engine = new Engine()

addEventListener('message', ({ data }: MessageEvent<Told>) => {
  postMessage(replyTo(data))
})

function replyTo({ id, wish }: Told): Reply {
  try {
    return { id, ok: true, value: engine.grant(wish) }
  } catch (error) {
    return { id, ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
