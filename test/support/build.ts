/** Runs once before all tests: compiles the sources to `dist` if they changed. */
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The folders and the file that the build depends on; the test files below them are not compiled. */
const SOURCES = ['src', 'properties', 'tsconfig.json']
const BUILT = 'dist/bundle/cli.js'
/**
 * The path at which compiled sources expect the worker thread. The build writes a file to this path that loads the
 * bundled thread, which starts four times as fast.
 */
const THREAD = 'dist/src/sources/runner/host/project-code.js'

/**
 * The commands that build the project for tests. Unlike `npm run build`, these commands check no types, and run the
 * command line of rolldown instead of `src/bundle.mjs`.
 */
const STEPS = [
  ['tsc', '-p', 'src/tsconfig.build.json', '--noCheck'],
  ['rolldown', '-c', 'src/rolldown.config.mjs', '--logLevel', 'warn'],
]

/** Compiles even with type errors, because `npm run check` reports them. */
export default function build(): void {
  if (writtenAt(BUILT) <= Math.max(...SOURCES.flatMap(filesOf).map(writtenAt)))
    for (const [command = '', ...args] of STEPS)
      execFileSync(join(root, 'node_modules/.bin', command), args, {
        cwd: root,
        stdio: 'pipe',
        encoding: 'utf8',
      })
  writeFileSync(join(root, THREAD), "import '../../../../bundle/project-code.js'\n")
}

function filesOf(path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => !name.endsWith('.test.ts')).map((name) => join(path, name))
}

/** Returns the time when a file was last written; -Infinity if it does not exist. */
const writtenAt = (path: string): number =>
  statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY
