/** The outcome of the files of custom code. */
import type { FileReport } from '../../runner/project-code.ts'

export interface Outcome {
  readonly ran: readonly FileReport[]
  readonly failed: readonly FileReport[]
  readonly ignored: readonly FileReport[]
}

/** Groups files by what became of them. An ignored package counts as a plugin and not as a file. */
export function outcomeOf(files: readonly FileReport[]): Outcome {
  const of = (state: FileReport['state']) => files.filter((file) => file.state === state)
  return {
    ran: of('ran'),
    failed: of('failed'),
    ignored: of('ignored').filter(({ file }) => !file.startsWith('node_modules/')),
  }
}

/** One line: `Code: 43 files ran, 2 ignored, 1 failed`. */
export function outcomeLine(files: readonly FileReport[]): string {
  const { ran, failed, ignored } = outcomeOf(files)
  const parts = [
    `${ran.length} ${ran.length === 1 ? 'file' : 'files'} ran`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
  ]
  return `Code: ${parts.join(', ')}`
}
