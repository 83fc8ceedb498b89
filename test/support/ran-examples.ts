/** Runs examples of the documentation together in one process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Example, root, run } from './docs.ts'

/**
 * Returns the lines that the examples should print together. Before the output of each example, `ranTogether` prints
 * the page and the number of the example.
 */
export const linesOf = (examples: readonly Example[]): readonly string[] =>
  examples.flatMap(({ page, number, prints }) => [`${page} ${number}`, ...prints])

/** Runs the examples one after another; returns the exit code and the printed lines. */
export async function ranTogether(examples: readonly Example[]) {
  // Within the project, Node resolves the package by its name, so the examples run unchanged.
  const folder = mkdtempSync(join(root, 'dist', 'docs-'))
  try {
    const imports = examples.map(({ page, number, code }, at) => {
      writeFileSync(join(folder, `example-${at}.mjs`), code)
      return `console.log('${page} ${number}')\nawait import('./example-${at}.mjs')\n`
    })
    const all = join(folder, 'all.mjs')
    writeFileSync(all, imports.join(''))
    const { code, out } = await run(process.execPath, [all])
    return { code, lines: out.trim().split('\n') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
