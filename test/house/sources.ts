/** The source files of the project, for the tests that read them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Source {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every TypeScript file below a folder. */
export function sources(folder: string): readonly Source[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(root, folder, path), 'utf8')
      return { path: `${folder}/${path.replaceAll('\\', '/')}`, text, lines: text.split('\n') }
    })
}
