/** Ends threads, also those inside a call of the system that nothing interrupts. */
import type { Worker } from 'node:worker_threads'

/** Threads that were blocked when they were ended, and did not end yet. */
const blocked = new Set<Worker>()

/** Milliseconds that the process waits for such a thread. */
const GRACE = 1_000

/**
 * Ends a thread at once. Node joins its threads at the end of the process, so a thread inside a native call (a read of a
 * pipe, a key derivation) would hold the process for ever. If it does not end in time, the process is killed when it
 * would end: the status is 137, or 1 on Windows.
 */
export function endThread(worker: Worker, isBlocked: boolean): void {
  const ended = worker.terminate()
  if (!isBlocked) return
  if (blocked.size === 0) process.on('exit', killIfBlocked)
  blocked.add(worker)
  // Node keeps the process alive until the thread ends.
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
