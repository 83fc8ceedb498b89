/** Restarts the target with a shell command. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Restarter {
  /** Resolves when the command has exited with 0 or has run for half a second; rejects with the reason of a failure. */
  readonly restart: () => Promise<void>
  /** Kills the command if it still runs. */
  readonly stop: () => void
}

/** A command that still runs after this time is the server itself, in milliseconds. */
const STARTED_AFTER = 500

/** Runs a command in the shell. `restart` first kills the command if it still runs. */
export function restarter(command: string): Restarter {
  let running: ChildProcess | undefined
  const stop = (): void => {
    const pid = running?.pid
    running = undefined
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGTERM')
    } catch {
      // The process has ended by itself.
    }
  }
  const restart = (): Promise<void> =>
    new Promise((resolve, reject) => {
      stop()
      // Starts a new process group, so that the whole group can be killed.
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
