/** Ends threads, even a thread inside a native call that Node cannot interrupt. */
import type { Worker } from 'node:worker_threads'

/** The blocked threads that have not ended yet, although Populace tried to end them. */
const blocked = new Set<Worker>()

/** The maximum time that the process waits for the end of a blocked thread, in milliseconds. */
const GRACE = 1_000

/**
 * Ends a thread at once. When the process exits, Node waits for all threads. A thread in a native call, such as
 * reading a pipe, would keep the process alive. If a thread still runs a native call at the exit, the process kills
 * itself. If the process kills itself, the exit status is 137, or 1 on Windows.
 */
export function endThread(worker: Worker, isBlocked: boolean): void {
  const ended = worker.terminate()
  if (!isBlocked) return
  if (blocked.size === 0) process.on('exit', killIfBlocked)
  blocked.add(worker)
  // A blocked thread keeps the process alive until the thread ends, or until `GRACE` milliseconds have passed.
  const timer = setTimeout(() => worker.unref(), GRACE)
  void ended.finally(() => {
    clearTimeout(timer)
    blocked.delete(worker)
    if (blocked.size === 0) process.off('exit', killIfBlocked)
  })
}

function killIfBlocked(): void {
  process.kill(process.pid, 'SIGKILL')
}
