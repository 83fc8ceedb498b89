/** Reads the configuration of a project: the values of the files in `config`, and the environment variables. */
import { parseEnv } from 'node:util'
import { isObject, type Json, parseJson } from '../../util/json.ts'
import type { Note } from '../note.ts'
import type { Configured } from '../runner/protocol.ts'
import type { ProjectFiles } from './files.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the environment variables of a project. The given variables override the variables in the project's
 * `.env`. The variable `NODE_ENV` is always set, and its default is `development`.
 */
export function environmentOf(files: ProjectFiles, given: Environment): Readonly<Record<string, string>> {
  const text = files.text('.env')
  const all = { NODE_ENV: 'development', ...(text === undefined ? {} : parseEnv(text)), ...given }
  return Object.fromEntries(Object.entries(all).filter(isSet))
}

const isSet = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

export interface Config {
  /** The configuration file that sets the value; null if no file sets the value. */
  readonly file: string | null
  readonly value: Json | undefined
}

/**
 * A function that returns the value of a file in the folder `config` by the name of the file, such as `api` or
 * `database`.
 */
export type Configuration = (name: string) => Config

const NONE: Config = { file: null, value: undefined }

/** Creates a function that returns the values that the project's configuration code has exported. */
export const codeConfiguration =
  ({ config }: Pick<Configured, 'config'>): Configuration =>
  (name) =>
    Object.hasOwn(config, name) ? (config[name] ?? NONE) : NONE

/**
 * Creates a function that reads `config/NAME.json`, and then `config/env/ENVIRONMENT/NAME.json`, which overrides the
 * first file. The created function reads only JSON files, and executes no code.
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

/**
 * Returns the paths of the folders with configuration files. The files of a later folder in the list override the
 * files of an earlier folder.
 */
export const configFolders = (env: Environment): readonly string[] => [
  'config',
  `config/env/${env['NODE_ENV'] ?? 'development'}`,
]

/**
 * Returns a note on configuration files that apply only because `NODE_ENV` is not `development`. For example, `next
 * build` sets `NODE_ENV` to `production`.
 */
export function environmentNotes(files: ProjectFiles, env: Environment): readonly Note[] {
  const name = env['NODE_ENV'] ?? 'development'
  const folder = `config/env/${name}`
  const names = name === 'development' ? [] : files.names(folder)
  if (names.length === 0) return []
  const says = `${names.join(', ')} in this folder ${names.length === 1 ? 'overrides' : 'override'} the files of config, because NODE_ENV is ${name}`
  return [{ file: folder, line: 0, says }]
}

/**
 * Merges two configuration values. Merges objects member by member. A configuration value that is not an object
 * replaces the earlier value.
 */
function merged(below: Json | undefined, above: Json): Json {
  if (!isObject(below) || !isObject(above)) return above
  const own = Object.entries(above).map(([key, value]) => [key, merged(below[key], value)] as const)
  return { ...below, ...Object.fromEntries(own) }
}
