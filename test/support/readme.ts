/** Runs the examples of the README. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The code blocks of a language. */
export const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)

export interface Example {
  /** Its position, counted from 1. */
  readonly number: number
  readonly code: string
  /** The output that it claims. */
  readonly prints: readonly string[]
  /** Whether it checks a server, which takes seconds. */
  readonly isLong: boolean
}

/** The programs of the README. */
export const examples: readonly Example[] = blocks('ts').map((code, at) => ({
  number: at + 1,
  code,
  prints: [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line = '']) => line),
  isLong: code.includes("from 'populace/oracle'"),
}))

interface Ran {
  readonly code: number
  readonly out: string
}

/** Runs a command in the project's folder. */
export function run(command: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root }, (error, out, err) => {
      resolve({ code: error === null ? 0 : 1, out: out + err })
    })
  })
}
