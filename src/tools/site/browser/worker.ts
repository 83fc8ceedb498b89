/** The web worker of a page of the site, which answers requests with the reference. */
import type { PageRequest, WorkerReply } from './protocol.ts'

// A library in the bundle reads `process.env`, which browsers lack.
if (!('process' in globalThis)) Reflect.set(globalThis, 'process', { env: { NODE_ENV: 'production' } })

const answering = import('./answering.ts')

addEventListener('message', ({ data }: MessageEvent<PageRequest>) => {
  answering
    .then(({ answer }) => answer(data))
    .then(send, (error: unknown) =>
      send({ id: data.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
})

const send = (reply: WorkerReply): void => postMessage(reply)
