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
  /** Without symbolic links. */
  readonly folder: string
  readonly allowedHosts: readonly string[]
  /** Receives each distinct refused call once. */
  readonly report: (problem: CodeProblem) => void
  /** Receives the output of the code. */
  readonly print: Send
}

/** Closes network, programs, threads and the end of the process; output becomes log lines. Call it once. */
export function installGuard({ folder, allowedHosts: allowed, report, print }: GuardOptions): void {
  const refuse = refuserOf(folder, report)
  captureOutput(print)
  guardNetwork(refuse, allowedHosts(allowed))
  guardProcesses(refuse, folder)
  guardEngine(refuse)
  resolvePaths(folder)
}
