/** A worker of the page that runs the core over a dataset: no server is needed. */
import type { DatasetFiles } from '../../../core.ts'
import { type Backend, BackendError } from './backend.ts'
import type { BackendMessage, Opened, Reply, Wish } from './messages.ts'

export interface PageBackend extends Backend {
  /** Another dataset, in place of the one before. @throws BackendError with what is wrong with it. */
  readonly open: (files: DatasetFiles) => Promise<void>
  /** The same of what `strapi export` wrote. @throws BackendError with why it cannot be opened. */
  readonly openArchive: (file: File) => Promise<Opened>
}

interface PendingCall {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** A real server that stands for the one there is not, in what is copied. */
const EXAMPLE_ORIGIN = 'http://localhost:1337'

export function pageBackend(worker: Worker): PageBackend {
  const waiting = new Map<number, PendingCall>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Reply<never>>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) one?.resolve(data.value)
    else one?.reject(new BackendError(data.message))
  })
  worker.addEventListener('error', (event) => {
    for (const one of waiting.values())
      one.reject(new BackendError(event.message || 'The worker does not start'))
    waiting.clear()
  })
  const wished = <T>(wish: Wish): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const told: BackendMessage = { id: last, wish }
      worker.postMessage(told)
    })
  return {
    kind: 'page',
    origin: EXAMPLE_ORIGIN,
    open: (files) => wished({ kind: 'open', files }),
    openArchive: (file) => wished({ kind: 'open-archive', file }),
    describe: (asking) => wished({ kind: 'describe', asking }),
    ask: (asking) => wished({ kind: 'ask', asking }),
    explain: (asking) => wished({ kind: 'explain', asking }),
    otherwise: (asking) => wished({ kind: 'otherwise', asking }),
  }
}
