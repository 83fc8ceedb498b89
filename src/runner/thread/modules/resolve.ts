/** Resolves import paths to source files: aliases of `tsconfig.json`, and `./y.js` for `y.ts`. */
import { existsSync, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { createPathsMatcher, getTsconfig } from 'get-tsconfig'
import type { Markup } from './compile.ts'

/** The file endings of code, in the order in which they are tried. */
export const ENDINGS = ['.js', '.ts', '.cjs', '.mjs', '.cts', '.mts', '.tsx', '.jsx']

/** The endings of source files by the ending in the import. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}

export interface Aliases {
  /** The paths, without ending, that an alias of `paths` or `baseUrl` may stand for, best first. */
  readonly candidates: (name: string) => readonly string[]
  readonly markup: Markup
}

const NO_ALIASES: Aliases = { candidates: () => [], markup: 'classic' }

/** The aliases in `tsconfig.json` or `jsconfig.json`; none if the file is broken. */
export function aliasesOf(folder: string): Aliases {
  const name = ['tsconfig.json', 'jsconfig.json'].find((one) => existsSync(join(folder, one)))
  if (name === undefined) return NO_ALIASES
  try {
    const found = getTsconfig(join(folder, name), name)
    if (found === null || resolve(dirname(found.path)) !== resolve(folder)) return NO_ALIASES
    const matcher = createPathsMatcher(found)
    return {
      candidates: (request) => matcher?.(request) ?? [],
      markup: found.config.compilerOptions?.jsx?.startsWith('react-jsx') ? 'automatic' : 'classic',
    }
  } catch {
    return NO_ALIASES
  }
}

/**
 * Finds the source file for a path without ending, with the ending of compiled code, or of a folder with an index file.
 */
export function sourceFile(path: string): string | undefined {
  const ending = extname(path)
  const stem = path.slice(0, path.length - ending.length)
  const sources = (SOURCES[ending] ?? []).map((one) => stem + one)
  const all = [
    path,
    ...sources,
    ...[...ENDINGS, '.json'].map((one) => path + one),
    ...ENDINGS.map((one) => join(path, `index${one}`)),
  ]
  return all.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}
