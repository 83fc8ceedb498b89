/** The README, and running what stands in it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The blocks of a language. */
export const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)

interface Ran {
  readonly code: number
  readonly out: string
}

/** A program of its own, in the project's folder. */
export function run(command: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root }, (error, out, err) => {
      resolve({ code: error === null ? 0 : 1, out: out + err })
    })
  })
}
