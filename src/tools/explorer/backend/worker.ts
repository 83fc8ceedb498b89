/** The web worker of the explorer's page, which runs the reference. The worker handles one request at a time. */
import { Engine } from './engine.ts'
import type { BackendMessage, Opened, Reply, Wish } from './messages.ts'

const engine = new Engine()
let last: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<BackendMessage>) => {
  last = last.then(async () => postMessage(await replyTo(data)))
})

async function replyTo({ id, wish }: BackendMessage): Promise<Reply> {
  try {
    return { id, ok: true, value: await granted(wish) }
  } catch (error) {
    return { id, ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

const granted = async (wish: Wish): Promise<unknown> =>
  wish.kind === 'open-archive' ? openArchive(wish.file) : engine.grant(wish)

async function openArchive(file: File): Promise<Opened> {
  const { readArchive } = await import('./archive.ts')
  const { graph, opened } = await readArchive(file.name, file)
  engine.take(graph)
  return opened
}
