/** Manages the web worker of the page, which starts at the first request. */
import { fromRoot } from './dom.ts'
import type { PageRequest, WorkerReply } from './protocol.ts'

type ReadyListener = (reply: WorkerReply) => void

const waiting = new Map<number, ReadyListener>()
let worker: Worker | undefined
let count = 0

/** Sends a request to the worker. Never rejects. */
export function askReference(asking: Omit<PageRequest, 'id'>): Promise<WorkerReply> {
  const id = ++count
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    started().postMessage({ ...asking, id })
  })
}

function started(): Worker {
  if (worker !== undefined) return worker
  const made = new Worker(fromRoot('assets/site-worker.js'), { type: 'module' })
  made.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  made.addEventListener('error', () => {
    const message = 'The reference did not load. Serve the site, including its folder assets, over HTTP.'
    for (const [id, resolve] of waiting) resolve({ id, kind: 'failed', message })
    waiting.clear()
    worker = undefined
  })
  worker = made
  return made
}
