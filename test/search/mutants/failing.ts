/** Runs tests in a copy of the project. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface TestRun {
  /** The folder of the copy. */
  readonly dir: string
  readonly files: readonly string[]
  /** The path of the Vitest configuration, relative to the copy. */
  readonly config: string
  readonly env: Readonly<Record<string, string>>
  /** The time limit of the run in milliseconds. */
  readonly milliseconds: number
}

/** Returns the names of the failing tests, or the reason why the run gave no result. */
export function failingTests(run: TestRun): Promise<readonly string[] | 'crashed' | 'out of time'> {
  const { dir, files, config, milliseconds } = run
  const out = join(dir, 'tests.json')
  rmSync(out, { force: true })
  const args = ['run', '--config', config, '--reporter=json', `--outputFile=${out}`, ...files]
  const env = { ...process.env, ...run.env }
  const options = { cwd: dir, env, timeout: milliseconds, maxBuffer: 1 << 28 }
  return new Promise((resolve) => {
    execFile(join(process.cwd(), 'node_modules/.bin/vitest'), args, options, (error) => {
      if (error?.killed === true) return resolve('out of time')
      // Vitest exits with 1 if tests fail.
      if ((error !== null && error.code !== 1) || !existsSync(out)) return resolve('crashed')
      const found = readFileSync(out, 'utf8').matchAll(/"fullName":"((?:[^"\\]|\\.)*)","status":"failed"/g)
      resolve(Array.from(found, ([, name = '']) => name))
    })
  })
}
