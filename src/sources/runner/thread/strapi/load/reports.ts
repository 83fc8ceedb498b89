/** Collects reports on the project's code files: files that ran, files that failed and ignored files. */
import { relative, sep } from 'node:path'
import type { CodeProblem, FileReport } from '../../../protocol.ts'
import { problemOf } from '../unavailable.ts'

export interface Reports {
  readonly folder: string
  /** Returns the path of a file relative to the project's folder. */
  readonly nameOf: (file: string) => string
  readonly ran: (file: string) => void
  readonly failed: (file: string, error: unknown) => CodeProblem
  readonly ignored: (file: string, why: string) => void
  readonly missing: (file: string, name: string, message: string) => void
  readonly files: () => readonly FileReport[]
  readonly problems: () => readonly CodeProblem[]
}

export function createReports(folder: string): Reports {
  const files = new Map<string, FileReport>()
  const problems: CodeProblem[] = []
  const missing = new Set<string>()
  const add = (problem: CodeProblem): void => {
    // Reports a missing package only once, even if several files need the same package.
    if (problem.missing !== undefined && missing.has(problem.missing)) return
    if (problem.missing !== undefined) missing.add(problem.missing)
    const isKnown = problems.some(
      ({ file, line, message }) =>
        file === problem.file && line === problem.line && message === problem.message,
    )
    if (isKnown) return
    problems.push(problem)
  }
  const nameOf = (file: string): string => relative(folder, file).split(sep).join('/')
  return {
    folder,
    nameOf,
    ran: (path) => {
      const file = nameOf(path)
      if (files.get(file)?.state !== 'failed') files.set(file, { file, state: 'ran' })
    },
    failed: (path, error) => {
      const file = nameOf(path)
      const problem = problemOf(error, file, folder)
      const place = problem.line === 0 ? '' : ` (${problem.file}:${problem.line})`
      const why =
        problem.missing === undefined
          ? `${problem.message}${place}`
          : `the package "${problem.missing}" is not installed`
      files.set(file, { file, state: 'failed', why })
      add(problem)
      return problem
    },
    ignored: (file, why) => {
      if (!files.has(file)) files.set(file, { file, state: 'ignored', why })
    },
    missing: (file, name, message) => add({ file, line: 0, message, missing: name }),
    files: () => [...files.values()].sort((one, other) => (one.file < other.file ? -1 : 1)),
    problems: () => problems,
  }
}
