/** The source files of the project, for the tests that read them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Source {
  /** The path from the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns every TypeScript file below a folder, without installed packages. */
export const sources = (folder: string): readonly Source[] =>
  pathsBelow(folder).map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, lines: text.split('\n') }
  })

const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : pathsBelow(path)
    return /\.tsx?$/.test(path) ? [path] : []
  })
