/** Installs the guard in a thread before any code of the project runs. */
import type { CodeProblem } from '../../protocol.ts'
import { guardEngine } from './engine.ts'
import { guardFiles } from './files.ts'
import { allowedHosts } from './hosts.ts'
import { guardNetwork } from './network.ts'
import { captureOutput, type Send } from './output.ts'
import { guardProcesses } from './processes.ts'
import { refuserOf } from './refuse.ts'

export interface GuardOptions {
  /** The path of the project's folder without symbolic links. */
  readonly folder: string
  readonly allowedHosts: readonly string[]
  /** The path of the folder for copies of the files that the code changes. */
  readonly copies: string
  /** A function that receives each distinct call that the guard refuses, once. */
  readonly report: (problem: CodeProblem) => void
  /** A function that receives the text that the project's code prints. */
  readonly print: Send
}

/** The sentence about the files that the code changes. */
const UNCHANGED = 'Populace leaves the files of the project unchanged: the code changes temporary copies.'

/**
 * Prevents the project's code from using the network, starting programs or threads, changing files, and ending the
 * process. Converts the output of the project's code to log lines. Each thread may call `installGuard` only once.
 */
export function installGuard({ folder, allowedHosts: allowed, copies, report, print }: GuardOptions): void {
  const refuse = refuserOf(folder, report)
  captureOutput(folder, print)
  guardNetwork(refuse, allowedHosts(allowed))
  guardProcesses(refuse, folder)
  guardEngine(refuse)
  let isNoted = false
  guardFiles({
    folder,
    copies,
    onChange: (path) => {
      if (!isNoted) print('info', `The code changes ${path}. ${UNCHANGED}`)
      isNoted = true
    },
  })
}
