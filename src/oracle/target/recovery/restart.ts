/** A command that starts the target again. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Restarter {
  /** Resolves when the command has ended well or goes on by itself; rejects with what went wrong. */
  readonly restart: () => Promise<void>
  /** Ends what still runs of it. */
  readonly stop: () => void
}

/** A command that has not ended by then is the server itself. */
const STARTED_AFTER = 500

/** Run by the shell. One that goes on by itself is ended before it is run again, and at the end. */
export function restarter(command: string): Restarter {
  let running: ChildProcess | undefined
  const stop = (): void => {
    const pid = running?.pid
    running = undefined
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGTERM')
    } catch {
      // It has ended by itself.
    }
  }
  const restart = (): Promise<void> =>
    new Promise((resolve, reject) => {
      stop()
      // A group of its own, so that what the shell starts can be ended with it.
      const child = spawn(command, { shell: true, stdio: 'ignore', detached: true })
      running = child
      const timer = setTimeout(resolve, STARTED_AFTER)
      child.on('error', reject)
      child.on('exit', (code) => {
        if (running === child) running = undefined
        clearTimeout(timer)
        if (code === 0) resolve()
        else reject(new Error(`the command ended with ${code ?? 'a signal'}`))
      })
      child.unref()
    })
  return { restart, stop }
}
