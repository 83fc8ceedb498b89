/** Ends threads, even threads inside a native call that cannot be interrupted. */
import type { Worker } from 'node:worker_threads'

/** The threads that were blocked when Populace ended them, and that still run. */
const blocked = new Set<Worker>()

/** The time in milliseconds that the process waits for a blocked thread to end. */
const GRACE = 1_000

/**
 * Ends a thread at once. When the process exits, Node waits for all threads. A thread in a native call would keep the
 * process alive, for example while it reads a pipe. If a thread still runs a native call at the exit, the process kills
 * itself. The exit status is then 137, or 1 on Windows.
 */
export function endThread(worker: Worker, isBlocked: boolean): void {
  const ended = worker.terminate()
  if (!isBlocked) return
  if (blocked.size === 0) process.on('exit', killIfBlocked)
  blocked.add(worker)
  // The thread keeps the process alive until it ends, or until `GRACE` milliseconds have passed.
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
