/** The modules in a folder, by the names that Strapi gives them. */
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { kebabCase } from 'es-toolkit/compat'
import { getTsconfig } from 'get-tsconfig'

const TYPED = ['.ts', '.mts', '.cts']
const UNTYPED = ['.js', '.mjs', '.cjs']

/** The endings of modules, the preferred one first. */
export type Endings = readonly string[]

/** The endings of any module: TypeScript is the source of a built file beside it. */
export const endingsOf = (typed: boolean): Endings =>
  typed ? [...TYPED, ...UNTYPED] : [...UNTYPED, ...TYPED]

/** The endings of modules in `src`: TypeScript leaves JavaScript out of the build without `allowJs`. */
export function sourceEndings(folder: string): Endings {
  if (!isTyped(folder)) return endingsOf(false)
  return buildsJavaScript(folder) ? endingsOf(true) : TYPED
}

/** The files of these names that a build leaves out. */
export const leftOutOf = (endings: Endings, names: readonly string[]): readonly string[] =>
  names.filter((name) => UNTYPED.includes(extname(name)) && !endings.includes(extname(name)))

/** Whether the build of a project contains JavaScript; true for a broken configuration. */
function buildsJavaScript(folder: string): boolean {
  try {
    const { allowJs, checkJs } = getTsconfig(folder)?.config.compilerOptions ?? {}
    return allowJs ?? checkJs ?? false
  } catch {
    return true
  }
}

/** No folder of a project has more entries. */
const MOST_ENTRIES = 10_000

const KEBAB_CASE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** The name of a file or folder as Strapi uses it in uids. */
export const normalizedName = (name: string): string => (KEBAB_CASE.test(name) ? name : kebabCase(name))

/** The entries of a folder in the order of their names; empty without the folder. */
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

/** Whether the project is written in TypeScript. */
export const isTyped = (folder: string): boolean => existsSync(join(folder, 'tsconfig.json'))

/** The module of a name without its ending: `src/index` → `src/index.ts`. */
export const moduleAt = (path: string, endings: Endings): string | undefined =>
  endings.map((ending) => `${path}${ending}`).find((file) => existsSync(file))

/** The modules and JSON files directly in a folder: name → absolute path. */
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

/** A JSON file; undefined if it is missing or broken. */
export function jsonAt(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
