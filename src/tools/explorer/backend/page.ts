/** The backend that runs the core of Populace in a web worker of the page, without a server. */
import type { DatasetFiles } from '../../../core.ts'
import { type Backend, BackendError } from './backend.ts'
import type { BackendMessage, Opened, Reply, Wish } from './messages.ts'

export interface PageBackend extends Backend {
  /**
   * Replaces the dataset.
   * @throws BackendError that names the faults of the dataset.
   */
  readonly open: (files: DatasetFiles) => Promise<void>
  /**
   * Replaces the dataset by the dataset in a file of `strapi export`.
   * @throws BackendError with the reason why the export cannot be opened.
   */
  readonly openArchive: (file: File) => Promise<Opened>
}

interface PendingCall {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/**
 * The origin of URLs in the code that the user copies. This backend has no server, so the origin is only an example.
 */
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
      one.reject(new BackendError(event.message || 'The web worker does not start'))
    waiting.clear()
  })
  const wished = <T>(wish: Wish): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const message: BackendMessage = { id: last, wish }
      worker.postMessage(message)
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
