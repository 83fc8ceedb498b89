/** Finds the modules in a folder of the project, with the names by which Strapi registers the modules. */
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { kebabCase } from 'es-toolkit/compat'
import { getTsconfig } from 'get-tsconfig'

const TYPED = ['.ts', '.mts', '.cts']
const UNTYPED = ['.js', '.mjs', '.cjs']

/** The file extensions that a module may have, the preferred extension first. */
export type Endings = readonly string[]

/**
 * Returns the file extensions that a module may have. In a TypeScript project, a TypeScript file has priority over a
 * JavaScript file with the same name.
 */
export const endingsOf = (typed: boolean): Endings =>
  typed ? [...TYPED, ...UNTYPED] : [...UNTYPED, ...TYPED]

/**
 * Returns the file extensions that modules in `src` may have. Without the compiler option `allowJs`, a TypeScript
 * build leaves out JavaScript files.
 */
export function sourceEndings(folder: string): Endings {
  if (!isTyped(folder)) return endingsOf(false)
  return buildsJavaScript(folder) ? endingsOf(true) : TYPED
}

/** Returns the names of the JavaScript files that the project's TypeScript build leaves out. */
export const leftOutOf = (endings: Endings, names: readonly string[]): readonly string[] =>
  names.filter((name) => UNTYPED.includes(extname(name)) && !endings.includes(extname(name)))

/**
 * Returns whether the TypeScript build of a project includes JavaScript files; true if the project's `tsconfig.json`
 * is invalid.
 */
function buildsJavaScript(folder: string): boolean {
  try {
    const { allowJs, checkJs } = getTsconfig(folder)?.config.compilerOptions ?? {}
    return allowJs ?? checkJs ?? false
  } catch {
    return true
  }
}

/** The maximum number of files and folders that the loader reads from one folder. */
const MOST_ENTRIES = 10_000

const KEBAB_CASE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Converts the name of a file or folder to the form that Strapi uses in uids. */
export const normalizedName = (name: string): string => (KEBAB_CASE.test(name) ? name : kebabCase(name))

/** Returns the visible files and folders in a folder, sorted by name; an empty list if the folder does not exist. */
export function entriesIn(folder: string): readonly Dirent[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, MOST_ENTRIES)
}

export const foldersIn = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Returns whether a project is a TypeScript project: whether its folder contains a `tsconfig.json`. */
export const isTyped = (folder: string): boolean => existsSync(join(folder, 'tsconfig.json'))

/** Returns the path of a module's file from the path without extension: `src/index.ts` for `src/index`. */
export const moduleAt = (path: string, endings: Endings): string | undefined =>
  endings.map((ending) => `${path}${ending}`).find((file) => existsSync(file))

/** Returns the absolute paths of the modules and JSON files in a folder, by name. Does not search subfolders. */
export function modulesIn(folder: string, endings: Endings): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const entry of entriesIn(folder)) {
    const ending = extname(entry.name)
    const isModule = endings.includes(ending) && !/\.(?:d|test|spec)\.[cm]?[jt]s$/.test(entry.name)
    if (entry.isDirectory() || !(isModule || ending === '.json')) continue
    const name = entry.name.slice(0, -ending.length)
    const known = found.get(name)
    const isBetter = known === undefined || endings.indexOf(ending) < endings.indexOf(extname(known))
    if (isBetter) found.set(name, join(folder, entry.name))
  }
  return found
}

/** Returns the content of a JSON file; undefined if the file is missing or invalid. */
export function jsonAt(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
