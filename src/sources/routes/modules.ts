/** Evaluates the modules of a project to values, each once, with their imports. */
import { posix } from 'node:path'
import type { Environment } from '../code/builtins.ts'
import { moduleOf } from '../code/module.ts'
import { object, plain, unknown, type Value } from '../code/value.ts'

/** Access to the files of a project. */
export interface CodeFiles {
  readonly text: (path: string) => string | undefined
  /** The names in a folder, in name order; empty if the folder is missing. */
  readonly names: (path: string) => readonly string[]
  readonly kindOf: (path: string) => 'file' | 'folder' | undefined
}

export interface Modules {
  /** The exports of a file, by its path in the project. */
  readonly at: (path: string) => Value
  /** Resolves a path without extension to a file. */
  readonly find: (path: string) => string | undefined
}

const ENDINGS = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.json', '/index.js', '/index.ts']

/** The limit of modules, beyond any real project. */
const MAX_MODULES = 1_000

export function modulesOf(files: CodeFiles, env: Environment): Modules {
  const known = new Map<string, Value>()
  const find = (path: string): string | undefined => {
    // TypeScript imports files by their compiled name.
    const bare = path.replace(/\.[cm]?js$/, '')
    const candidates = [...ENDINGS.map((ending) => path + ending), ...ENDINGS.map((ending) => bare + ending)]
    return candidates.find((candidate) => files.kindOf(candidate) === 'file')
  }
  const at = (path: string): Value => {
    const before = known.get(path)
    if (before !== undefined) return before
    if (known.size >= MAX_MODULES) return unknown(`there are more than ${MAX_MODULES} modules`)
    known.set(path, unknown('it imports itself'))
    const text = files.text(path)
    const folder = posix.dirname(path)
    const imported = (name: string): Value | undefined => {
      if (!name.startsWith('.')) return PACKAGES.get(name)
      const found = find(posix.join(folder, name))
      return found === undefined ? unknown(`it imports \`${name}\`, which is not there`) : at(found)
    }
    const value =
      text === undefined
        ? unknown('it cannot be read')
        : moduleOf(text, path.endsWith('.json'), { env, folder, file: path, module: imported })
    known.set(path, value)
    return value
  }
  return { at, find }
}

/** The names of the factories whose arguments are recorded. */
export const CORE_ROUTER = 'createCoreRouter'
export const CORE_CONTROLLER = 'createCoreController'

const factory = (name: string): Value => ({
  kind: 'function',
  call: ([uid = plain(''), config = plain(undefined)]) =>
    object([
      [
        name,
        object([
          ['uid', uid],
          ['config', config],
        ] as const),
      ] as const,
    ]),
})

const factories = object(
  [CORE_ROUTER, CORE_CONTROLLER, 'createCoreService'].map((name) => [name, factory(name)] as const),
)

const PACKAGES: ReadonlyMap<string, Value> = new Map([
  [
    '@strapi/strapi',
    object([
      ['factories', factories],
      ['default', object([['factories', factories]])],
    ] as const),
  ],
])

/** Calls a function with `{ strapi }`; returns any other value unchanged. */
export const handed = (value: Value): Value =>
  value.kind === 'function' ? value.call([object([['strapi', unknown('it asks `strapi`')]])]) : value
