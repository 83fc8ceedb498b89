/** The configuration of a project: the values of its `config` files, and the variables of its environment. */
import { parseEnv } from 'node:util'
import { isObject, type Json, parseJson } from '../../util/json.ts'
import type { Note } from '../note.ts'
import type { Configured } from '../runner/protocol.ts'
import type { ProjectFiles } from './files.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the environment variables of the project. The variables of this process override the variables in the
 * project's `.env`. The variable `NODE_ENV` is always set; the default is `development`.
 */
export function environmentOf(files: ProjectFiles, given: Environment): Readonly<Record<string, string>> {
  const text = files.text('.env')
  const all = { NODE_ENV: 'development', ...(text === undefined ? {} : parseEnv(text)), ...given }
  return Object.fromEntries(Object.entries(all).filter(isSet))
}

const isSet = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

export interface Config {
  /** The file that sets the value; null if no file does. */
  readonly file: string | null
  readonly value: Json | undefined
}

/** Reads a file of `config` by its name: `api`, `database`, `plugins`. */
export type Configuration = (name: string) => Config

const NONE: Config = { file: null, value: undefined }

/** Reads the configuration that the project's own code exports. */
export const codeConfiguration =
  ({ config }: Pick<Configured, 'config'>): Configuration =>
  (name) =>
    Object.hasOwn(config, name) ? (config[name] ?? NONE) : NONE

/**
 * Reads `config/NAME.json`, overridden by `config/env/ENVIRONMENT/NAME.json`. Reading the JSON files of a configuration
 * executes no code.
 */
export const jsonConfiguration =
  (files: ProjectFiles, env: Environment): Configuration =>
  (name) => {
    const paths = configFolders(env).map((folder) => `${folder}/${name}.json`)
    return paths.reduce((config: Config, path) => {
      const text = files.text(path)
      const value = text === undefined ? undefined : parseJson(text)
      return value === undefined ? config : { file: path, value: merged(config.value, value) }
    }, NONE)
  }

/** Returns the folders with configuration files. A later folder in the list overrides an earlier folder. */
export const configFolders = (env: Environment): readonly string[] => [
  'config',
  `config/env/${env['NODE_ENV'] ?? 'development'}`,
]

/**
 * Returns the note on configuration that applies only because `NODE_ENV` is not `development`, as under `next build`.
 */
export function environmentNotes(files: ProjectFiles, env: Environment): readonly Note[] {
  const name = env['NODE_ENV'] ?? 'development'
  const folder = `config/env/${name}`
  const names = name === 'development' ? [] : files.names(folder)
  if (names.length === 0) return []
  const says = `${names.join(', ')} in this folder ${names.length === 1 ? 'overrides' : 'override'} the files of config, because NODE_ENV is ${name}`
  return [{ file: folder, line: 0, says }]
}

/** Merges objects member by member; any other value replaces the earlier value. */
function merged(below: Json | undefined, above: Json): Json {
  if (!isObject(below) || !isObject(above)) return above
  const own = Object.entries(above).map(([key, value]) => [key, merged(below[key], value)] as const)
  return { ...below, ...Object.fromEntries(own) }
}
