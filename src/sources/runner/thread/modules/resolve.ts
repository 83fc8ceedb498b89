/**
 * Resolves import paths to source files. Supports aliases in `tsconfig.json`, and an import of `./y.js` that means
 * the file `y.ts`.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { createPathsMatcher, getTsconfig } from 'get-tsconfig'
import type { Markup } from './compile.ts'

/** The file extensions of code, in the order in which the resolver tries them. */
export const ENDINGS = ['.js', '.ts', '.cjs', '.mjs', '.cts', '.mts', '.tsx', '.jsx']

/** The possible extensions of the source file, by the extension in the import path. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}

export interface Aliases {
  /**
   * Returns the paths to which the options `paths` and `baseUrl` may map an import path, without extension, the best
   * path first.
   */
  readonly candidates: (name: string) => readonly string[]
  readonly markup: Markup
}

const NO_ALIASES: Aliases = { candidates: () => [], markup: 'classic' }

/** Returns the path aliases in `tsconfig.json` or `jsconfig.json`; no aliases if the file is missing or invalid. */
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
 * Finds the source file for an imported path. The imported path may have no extension, have the extension of
 * compiled code, or name a folder with an index file.
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
