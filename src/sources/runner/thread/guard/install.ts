/** Isolates the thread before any code of the project runs. */
import type { CodeProblem } from '../../protocol.ts'
import { guardEngine } from './engine.ts'
import { resolvePaths } from './files.ts'
import { allowedHosts } from './hosts.ts'
import { guardNetwork } from './network.ts'
import { captureOutput, type Send } from './output.ts'
import { guardProcesses } from './processes.ts'
import { refuserOf } from './refuse.ts'

export interface GuardOptions {
  /** The path of the project's folder without symbolic links. */
  readonly folder: string
  readonly allowedHosts: readonly string[]
  /** Called once for each distinct call that the guard refuses. */
  readonly report: (problem: CodeProblem) => void
  /** Receives the text that the code prints. */
  readonly print: Send
}

/**
 * Prevents the code from using the network, starting programs or threads, and ending the process. Turns the code's
 * output into log lines. May be called only once per thread.
 */
export function installGuard({ folder, allowedHosts: allowed, report, print }: GuardOptions): void {
  const refuse = refuserOf(folder, report)
  captureOutput(print)
  guardNetwork(refuse, allowedHosts(allowed))
  guardProcesses(refuse, folder)
  guardEngine(refuse)
  resolvePaths(folder)
}
