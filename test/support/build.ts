/** Run once, before any test: what lies in `dist` is compiled from the sources as they are. */
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The tests among them are read as they are. */
const SOURCES = ['src', 'properties', 'tsconfig.json']
const BUILT = 'dist/bundle/cli.js'

/** Whether the types hold is another question, which `npm run check` asks. */
export default function build(): void {
  if (writtenAt(BUILT) > Math.max(...SOURCES.flatMap(filesOf).map(writtenAt))) return
  execFileSync('npm', ['run', 'build', '--', '--noCheck'], { cwd: root, stdio: 'pipe' })
}

function filesOf(path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => !name.endsWith('.test.ts')).map((name) => join(path, name))
}

/** When a file was last written; never, for one that is not there. */
const writtenAt = (path: string): number =>
  statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY
