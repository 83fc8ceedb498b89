/** Runs `populace inspect`, and reads the sections of its output. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const cli = join(root, 'dist/bundle/cli.js')

interface Ran {
  readonly code: unknown
  readonly out: string
}

export const run = (...args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { cwd: root, timeout: 50_000 }, (error, out) =>
      resolve({ code: error?.code ?? 0, out }),
    )
  })

/** Returns the lines of a section without their indent. */
export function linesOf(page: string, title: string): readonly string[] {
  const section = page.split('\n\n').find((one) => one.startsWith(title)) ?? ''
  return section
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
