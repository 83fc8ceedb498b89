/** Modules of a project, loaded as its server would: TypeScript and `import` are made plain first. */
import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { join } from 'node:path'
import { transform } from 'sucrase'

export type Load = (file: string) => unknown

type Loader = (this: unknown, name: string, ...more: unknown[]) => unknown

const isFunction = (value: unknown): value is Loader => typeof value === 'function'

/** `packages` stand in place of those of the same name. */
export function loaderOf(folder: string, packages: ReadonlyMap<string, unknown>): Load {
  const load = Reflect.get(Module, '_load')
  if (!isFunction(load))
    throw new Error('this release of Node has no module loader that can be told of packages')
  Reflect.set(Module, '_load', function (this: unknown, name: string, ...more: unknown[]): unknown {
    const given = packages.get(name)
    return given === undefined ? Reflect.apply(load, this, [name, ...more]) : given
  })
  const endings = Reflect.get(Module, '_extensions')
  const plain = endings === undefined ? undefined : Reflect.get(endings, '.js')
  for (const ending of ['.js', '.ts', '.cts', '.mts', '.mjs', '.cjs']) {
    Reflect.set(endings, ending, (module: object, file: string): unknown => {
      const isForeign = file.includes('/node_modules/') || file.includes('\\node_modules\\')
      if (isForeign && isFunction(plain)) return Reflect.apply(plain, endings, [module, file])
      const compile = Reflect.get(module, '_compile')
      return isFunction(compile) ? Reflect.apply(compile, module, [plainText(file), file]) : undefined
    })
  }
  const require = createRequire(join(folder, 'package.json'))
  return (file) => importDefault(require(file))
}

function plainText(file: string): string {
  const text = readFileSync(file, 'utf8')
  const isTyped = /\.[cm]?ts$/.test(file)
  const isModule = file.endsWith('.mjs') || /^[ \t]*(?:import|export)\b/m.test(text)
  if (!isTyped && !isModule) return text
  const transforms: ('typescript' | 'imports')[] = isTyped ? ['typescript', 'imports'] : ['imports']
  return transform(text, {
    transforms,
    filePath: file,
    preserveDynamicImport: true,
    disableESTransforms: true,
  }).code
}

function importDefault(loaded: unknown): unknown {
  if (typeof loaded !== 'object' || loaded === null) return loaded
  return Reflect.get(loaded, '__esModule') === true ? Reflect.get(loaded, 'default') : loaded
}
