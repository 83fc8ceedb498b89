/** Restarts the target with a shell command that the user names. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Restarter {
  /**
   * Runs the restart command. Resolves when the command has exited with status 0, or has run for half a second.
   * Rejects with the reason if the command fails.
   */
  readonly restart: () => Promise<void>
  /** Kills the process of the restart command if it still runs. */
  readonly stop: () => void
}

/** The time in milliseconds after which a command that still runs is taken for the server itself. */
const STARTED_AFTER = 500

/**
 * Creates a restarter that runs a shell command. Before each run, `restart` kills the previous run if it still runs.
 */
export function restarter(command: string): Restarter {
  let running: ChildProcess | undefined
  const stop = (): void => {
    const pid = running?.pid
    running = undefined
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGTERM')
    } catch {
      // The process ended before it could be killed.
    }
  }
  const restart = (): Promise<void> =>
    new Promise((resolve, reject) => {
      stop()
      // The process gets its own process group, so that the whole group can be killed.
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
