/**
 * Loads the modules of a project. Compiles TypeScript and ES module syntax when Node loads a file. Replaces a
 * package that cannot be loaded by an object that throws an error only when code uses it.
 */
import { readFileSync, realpathSync } from 'node:fs'
import Module, { createRequire, isBuiltin } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { errorCode } from '../../../../util/error-code.ts'
import type { CodePlace, CodeProblem } from '../../protocol.ts'
import { isOwn, placeNow, placeText, within } from '../guard/place.ts'
import { type AnyMethod, isMethod } from '../guard/refuse.ts'
import { type BuiltPaths, builtPaths, readThroughBuild } from './built.ts'
import { compiled } from './compile.ts'
import { type Aliases, aliasesOf, ENDINGS, sourceFile } from './resolve.ts'
import { PackageError, standIn } from './stand-in.ts'

export interface LoaderOptions {
  /** The absolute path of the project's folder. */
  readonly folder: string
  /**
   * Returns the module that Populace provides in place of a package; undefined if Populace does not replace the
   * package.
   */
  readonly provide: (name: string, isInstalled: () => boolean) => unknown
  /** Runs the code of a file, and records the path of the file for error messages. */
  readonly running: <T>(file: string, run: () => T) => T
  /** A function that receives a problem for each package that cannot be loaded. */
  readonly report: (problem: CodeProblem) => void
}

export interface ModuleLoader {
  /** The path of the project's folder without symbolic links, as in stack traces. */
  readonly folder: string
  /**
   * Loads a file of the project. Returns the default export, or the exported value of a CommonJS file. @throws the
   * error that the code of the file throws.
   */
  readonly load: (file: string) => unknown
  /** Loads a package in the same way as an import in the project's code. */
  readonly loadPackage: (name: string) => unknown
}

/** Returns the name of the package in an import path: `@scope/name` for `@scope/name/x`. */
export const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

const isPath = (request: string): boolean => /^\.{1,2}(?:[\\/]|$)/.test(request) || isAbsolute(request)

const fileOf = (module: unknown): string => {
  const file = typeof module === 'object' && module !== null ? Reflect.get(module, 'filename') : undefined
  return typeof file === 'string' ? file : ''
}

/**
 * Returns a method of Node's module loader. The methods of Node's module loader are not a public interface, but
 * tools have relied on these methods for many years.
 */
function methodOf(holder: object, name: string): AnyMethod {
  const found: unknown = Reflect.get(holder, name)
  if (!isMethod(found)) throw new Error(`this release of Node has no Module.${name}`)
  return found
}

/** Changes the module loader of Node in this thread. Each thread may call `installLoader` only once. */
export function installLoader(options: LoaderOptions): ModuleLoader {
  const folder = realpathSync(options.folder)
  const aliases = aliasesOf(folder)
  const own = (file: string): boolean => isOwn(folder, file)
  const paths = builtPaths(folder)
  let loading = 0
  const running: LoaderOptions['running'] = (file, run) => {
    loading++
    try {
      return options.running(within(folder, file), run)
    } finally {
      loading--
    }
  }
  compileOwn(own, aliases, paths, running)
  resolveOwn(own, aliases, paths)
  readThroughBuild(paths)
  loadPackages({ ...options, folder, isLoading: () => loading > 0 }, own)
  const require = createRequire(join(folder, 'package.json'))
  return {
    folder,
    load: (file) => importDefault(require(resolve(folder, file))),
    loadPackage: (name) => require(name),
  }
}

function compileOwn(
  own: (file: string) => boolean,
  aliases: Aliases,
  { built }: BuiltPaths,
  running: LoaderOptions['running'],
): void {
  const endings: unknown = Reflect.get(Module, '_extensions')
  if (typeof endings !== 'object' || endings === null)
    throw new Error('this release of Node has no Module._extensions')
  const plain = methodOf(endings, '.js')
  for (const ending of ENDINGS) {
    Reflect.set(endings, ending, (module: object, file: string): unknown => {
      if (!own(file)) return running(file, () => Reflect.apply(plain, endings, [module, file]))
      const text = placed(compiled(file, readFileSync(file, 'utf8'), aliases.markup), built(file))
      const run = (): unknown => Reflect.apply(methodOf(module, '_compile'), module, [text, file, 'commonjs'])
      return running(file, run)
    })
  }
}

/**
 * Adds definitions of `__filename` and `__dirname` to the first line of a module's code, after a directive such as
 * `"use strict"`.
 */
function placed(text: string, file: string): string {
  const names = `var __filename = ${JSON.stringify(file)}, __dirname = ${JSON.stringify(dirname(file))};`
  const directive = /^\s*(['"])use strict\1;?/.exec(text)?.[0] ?? ''
  const end = directive === '' || directive.endsWith(';') ? '' : ';'
  return `${directive}${end}${names}${text.slice(directive.length)}`
}

function resolveOwn(own: (file: string) => boolean, aliases: Aliases, { source, built }: BuiltPaths): void {
  const usual = methodOf(Module, '_resolveFilename')
  Reflect.set(Module, '_resolveFilename', function (this: unknown, ...args: unknown[]): unknown {
    const [request, parent] = args
    if (typeof request !== 'string' || isBuiltin(request) || !own(fileOf(parent)))
      return Reflect.apply(usual, this, args)
    try {
      const file = Reflect.apply(usual, this, args)
      const mapped = typeof file === 'string' ? source(file) : file
      return typeof mapped === 'string' && mapped !== file ? (sourceFile(mapped) ?? file) : file
    } catch (error) {
      if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error
      // Tries the path of the importing file in `dist` as well. A file in `dist` is one folder deeper than its
      // source, so a relative path to a file outside of `dist` has one more `..`.
      const importers = [fileOf(parent), built(fileOf(parent))]
      const paths = isPath(request)
        ? importers.map((file) => resolve(file, '..', request))
        : aliases.candidates(request)
      const found = paths.flatMap((path) => sourceFile(source(path)) ?? [])[0]
      if (found === undefined) {
        // For a missing package, `require.resolve` throws an error at once. The loader adds the name of the missing
        // package to the error as `missing`.
        if (!isPath(request) && error instanceof Error) Reflect.set(error, 'missing', packageOf(request))
        throw error
      }
      return realpathSync(found)
    }
  })
}

interface PackageOptions extends LoaderOptions {
  /** Returns whether the loader is currently loading a file. */
  readonly isLoading: () => boolean
}

function loadPackages(options: PackageOptions, own: (file: string) => boolean): void {
  const usual = methodOf(Module, '_load')
  const find = methodOf(Module, '_resolveFilename')
  const reported = new Set<string>()
  Reflect.set(Module, '_load', function (this: unknown, ...args: unknown[]): unknown {
    const [request, parent] = args
    const load = (): unknown => Reflect.apply(usual, this, args)
    if (typeof request !== 'string' || isPath(request) || isBuiltin(request)) return load()
    const resolved = (): unknown => Reflect.apply(find, Module, [request, parent, false])
    const provided = options.provide(request, () => succeeds(resolved))
    if (provided !== undefined) return provided
    if (!own(fileOf(parent))) return load()
    try {
      const file = resolved()
      if (typeof file === 'string' && own(file)) return load()
    } catch (error) {
      return failed({
        options,
        request,
        importer: fileOf(parent),
        error,
        reported,
        isMissing: errorCode(error) === 'MODULE_NOT_FOUND',
      })
    }
    try {
      return load()
    } catch (error) {
      return failed({ options, request, importer: fileOf(parent), error, reported, isMissing: false })
    }
  })
}

function succeeds(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}

interface FailedImport {
  readonly options: PackageOptions
  readonly request: string
  readonly importer: string
  readonly error: unknown
  readonly isMissing: boolean
  /** The names of the packages for which the loader has already reported a problem. */
  readonly reported: Set<string>
}

function failed({ options, request, importer, error, reported, isMissing }: FailedImport): unknown {
  const { folder } = options
  const name = packageOf(request)
  const now = placeNow(folder)
  const place: CodePlace = now ?? { file: within(folder, importer), line: 0 }
  const sentence = isMissing
    ? `the package "${name}" is not installed`
    : `the package "${name}" cannot be loaded`
  const message = isMissing
    ? `The package "${name}" is not installed. ${placeText(place)} imports it. Install it in the project to use this code.`
    : `The package "${name}" cannot be loaded: ${firstLine(error)} ${placeText(place)} imports it.`
  const missing = isMissing ? { missing: name } : {}
  if (!reported.has(name)) options.report({ ...place, message, ...missing })
  reported.add(name)
  const fail = (): Error => new PackageError(message, sentence, isMissing ? name : undefined)
  return standIn({ fail, isLoading: options.isLoading })
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.split('\n')[0]?.slice(0, 300).trim() ?? ''
  return /[.!?]$/.test(line) ? line : `${line}.`
}

function importDefault(loaded: unknown): unknown {
  const isHolder = (typeof loaded === 'object' || typeof loaded === 'function') && loaded !== null
  return isHolder && Reflect.get(loaded, '__esModule') === true ? Reflect.get(loaded, 'default') : loaded
}
