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
  /** The path of the project without symbolic links. */
  readonly folder: string
  readonly allowedHosts: readonly string[]
  /** Called once for each distinct call that the guard refuses. */
  readonly report: (problem: CodeProblem) => void
  /** Receives what the code prints. */
  readonly print: Send
}

/**
 * Blocks network, programs, threads and the end of the process, and turns output into log lines. May be called only
 * once per thread.
 */
export function installGuard({ folder, allowedHosts: allowed, report, print }: GuardOptions): void {
  const refuse = refuserOf(folder, report)
  captureOutput(print)
  guardNetwork(refuse, allowedHosts(allowed))
  guardProcesses(refuse, folder)
  guardEngine(refuse)
  resolvePaths(folder)
}
