/** What runs beside the page: asks the reference, and tells the page. */
import type { PageRequest, Telling } from './protocol.ts'

// A library of ours asks Node in which environment it runs, and there is no Node here.
if (!('process' in globalThis)) Reflect.set(globalThis, 'process', { env: { NODE_ENV: 'production' } })

const answering = import('./answering.ts')

addEventListener('message', ({ data }: MessageEvent<PageRequest>) => {
  answering
    .then(({ answer }) => answer(data))
    .then(tell, (error: unknown) =>
      tell({ id: data.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
})

const tell = (telling: Telling): void => postMessage(telling)
