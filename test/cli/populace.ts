/** Runs a command of the compiled package in its own process. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export function populace(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err })
    })
  })
}
