/** Summarises which files of the project's own code ran, failed or were ignored. */
import type { FileReport } from '../../sources/runner/project-code.ts'

export interface Outcome {
  readonly ran: readonly FileReport[]
  readonly failed: readonly FileReport[]
  readonly ignored: readonly FileReport[]
}

/**
 * Groups files by their state: ran, ignored or failed. An ignored package is listed with the plugins, not with the
 * files.
 */
export function outcomeOf(files: readonly FileReport[]): Outcome {
  const of = (state: FileReport['state']) => files.filter((file) => file.state === state)
  return {
    ran: of('ran'),
    failed: of('failed'),
    ignored: of('ignored').filter(({ file }) => !file.startsWith('node_modules/')),
  }
}

/** Counts the files in one line, such as `Code: 43 files ran, 2 ignored, 1 failed`. */
export function outcomeLine(files: readonly FileReport[]): string {
  const { ran, failed, ignored } = outcomeOf(files)
  const parts = [
    `${ran.length} ${ran.length === 1 ? 'file' : 'files'} ran`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
  ]
  return `Code: ${parts.join(', ')}`
}
