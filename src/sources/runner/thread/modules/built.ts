/**
 * Maps file paths in a TypeScript project between the source folders and the build folder `dist`. Strapi runs a
 * TypeScript project from `dist`, so the project's code uses paths in `dist`. Populace makes no build, so it
 * replaces a path in `dist` by the path of the source file.
 */
import fs, { Dirent, existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type AnyMethod, isMethod, replaceMethod } from '../guard/refuse.ts'

export interface BuiltPaths {
  /** Converts the path of a source file to the path of the file in `dist` that Strapi would run. */
  readonly built: (file: string) => string
  /** Converts a path in `dist` to the path of the source file. Returns any other path unchanged. */
  readonly source: (path: string) => string
}

const SAME: BuiltPaths = { built: (file) => file, source: (path) => path }

/** The folders of a project whose files the TypeScript compiler compiles to `dist`. */
const COMPILED = ['src', 'config'] as const

/** Makes the functions that convert the paths of a project. @param folder - The absolute path of the project. */
export function builtPaths(folder: string): BuiltPaths {
  if (!existsSync(join(folder, 'tsconfig.json'))) return SAME
  const dist = join(folder, 'dist')
  const roots = COMPILED.map((part) => join(dist, part))
  return {
    built: (file) => join(dist, relative(folder, file)).replace(TYPED, '.$1js'),
    source: (path) =>
      roots.some((root) => path === root || path.startsWith(root + sep))
        ? join(folder, relative(dist, path))
        : path,
  }
}

const TYPED = /(?<!\.d)\.([cm]?)ts$/

/** The methods of `fs` that read files or folders, and that take a path as their first argument. */
const READERS = [
  'access',
  'createReadStream',
  'exists',
  'lstat',
  'open',
  'opendir',
  'readFile',
  'realpath',
  'stat',
]

/** Replaces methods of `fs`, so that they read the source file if project code passes the path of a file in `dist`. */
export function readThroughBuild({ source }: BuiltPaths): void {
  for (const holder of [fs, fs.promises]) {
    for (const name of READERS.flatMap((reader) => [reader, `${reader}Sync`]))
      replaceMethod(holder, name, (usual) => atSource(usual, source))
    for (const name of ['readdir', 'readdirSync'])
      replaceMethod(holder, name, (usual) => listing(usual, source))
  }
}

type MapPath = BuiltPaths['source']

function atSource(usual: AnyMethod, source: MapPath): AnyMethod {
  return function (this: unknown, path, ...more) {
    return Reflect.apply(usual, this, [typeof path === 'string' ? existing(path, source) : path, ...more])
  }
}

/**
 * Returns the path of the source file for a path in `dist`. For `x.js` in `dist`, the source file is `x.ts` if the
 * source folder contains no `x.js`.
 */
function existing(path: string, source: MapPath): string {
  const mapped = source(path)
  if (mapped === path || existsSync(mapped)) return mapped
  const typed = mapped.replace(/\.([cm]?)js$/, '.$1ts')
  return existsSync(typed) ? typed : mapped
}

/**
 * Replaces a method of `fs` that lists a folder. For a folder in `dist`, the replacement lists the source folder,
 * with the file names that the compiler would create.
 */
function listing(usual: AnyMethod, source: MapPath): AnyMethod {
  return function (this: unknown, path, ...more) {
    const mapped = typeof path === 'string' ? source(path) : path
    if (mapped === path) return Reflect.apply(usual, this, [path, ...more])
    const last = more.at(-1)
    const given = isMethod(last)
      ? [...more.slice(0, -1), (error: unknown, names: unknown) => last(error, compiledNames(names))]
      : more
    const found = Reflect.apply(usual, this, [mapped, ...given])
    return found instanceof Promise ? found.then(compiledNames) : compiledNames(found)
  }
}

function compiledNames(found: unknown): unknown {
  if (!Array.isArray(found)) return found
  return found.map((one: unknown) => {
    if (typeof one === 'string') return one.replace(TYPED, '.$1js')
    if (one instanceof Dirent) Reflect.set(one, 'name', one.name.replace(TYPED, '.$1js'))
    return one
  })
}
