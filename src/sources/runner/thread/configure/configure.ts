/** Executes the project's configuration files in `config`, and the schema files that contain code. */
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../../../util/json.ts'
import type { CodeProblem, Configured } from '../../protocol.ts'
import { isTyped } from '../strapi/load/files.ts'
import type { EnvHelper } from './env.ts'
import { merged } from './merge.ts'
import { plainWithin } from './plain.ts'
import { problemOf } from './problem.ts'

export interface ConfigureOptions {
  readonly folder: string
  readonly load: (file: string) => unknown
  /** Runs the code of a file, and records the path of the file for error messages. */
  readonly running: <T>(file: string, run: () => T) => T
  readonly env: EnvHelper
  /** The name of the environment, such as `development`, from `NODE_ENV`. */
  readonly environment: string
}

export interface Configuration {
  /**
   * The values of the configuration files by file name. The configuration values are the original values from the
   * code, not JSON copies.
   */
  readonly config: Readonly<Record<string, unknown>>
  readonly message: Configured
}

const CODE = /\.(?:[cm]?[jt]s)$/
const CONFIG = /\.(?:[cm]?[jt]s|json)$/
const TYPED = /\.[cm]?ts$/
const DECLARATION = /\.d\.[cm]?ts$/
const MAX_FILES = 5000

/** The file names that Strapi does not accept in the folder `config`. */
const RESTRICTED = new Set([
  'uuid',
  'hosting',
  'license',
  'enforce',
  'disable',
  'enable',
  'telemetry',
  'strapi',
  'internal',
  'info',
  'dirs',
  'environment',
  'middleware',
  'plugin',
])

/** Executes the configuration files and the schema files with code, and returns the values that these files export. */
export function configure(options: ConfigureOptions): Configuration {
  const problems: CodeProblem[] = []
  const config: Record<string, unknown> = {}
  const files: Record<string, string> = {}
  for (const folder of ['config', `config/env/${options.environment}`]) {
    for (const [name, file] of configFiles(options.folder, folder)) {
      const value = attempted(options, file, problems, (loaded) => merged(config[name], loaded))
      if (value === undefined) continue
      config[name] = value
      files[name] ??= file
    }
  }
  const plain = Object.entries(config).map(([name, value]) => {
    const file = files[name] ?? ''
    return [name, { file, value: plainIn(options, file, problems, value) ?? {} }] as const
  })
  const schemas = codeSchemas(options, problems)
  const message: Configured = { kind: 'configured', config: Object.fromEntries(plain), schemas, problems }
  return { config, message }
}

/**
 * Returns the paths of the configuration files in a folder, by file name without extension. If two files have the
 * same name, the first file counts. In a TypeScript project, TypeScript files come first, because Strapi runs the
 * build of these files.
 */
function configFiles(root: string, folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const isLater = (entry: Dirent): boolean => isTyped(root) && !TYPED.test(entry.name)
  const entries = entriesOf(join(root, folder))
  for (const entry of [...entries.filter((one) => !isLater(one)), ...entries.filter(isLater)]) {
    if (!entry.isFile() || !CONFIG.test(entry.name) || DECLARATION.test(entry.name)) continue
    const name = entry.name.replace(CONFIG, '')
    if (RESTRICTED.has(name.toLowerCase()) || seen.has(name.toLowerCase())) continue
    seen.add(name.toLowerCase())
    found.set(name, `${folder}/${entry.name}`)
  }
  return found
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    const all = readdirSync(folder, { withFileTypes: true })
    return all.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, MAX_FILES)
  } catch {
    return []
  }
}

/**
 * Loads a file, calls an exported function with `env`, and returns the result of `use` for the value. If the code of
 * the file fails, even in a getter or a proxy, returns undefined and adds a problem.
 */
function attempted<T>(
  options: ConfigureOptions,
  file: string,
  problems: CodeProblem[],
  use: (value: unknown) => T,
): T | undefined {
  const { load, env } = options
  return orProblem(options, file, problems, () => {
    const loaded = load(file)
    const value = typeof loaded === 'function' ? Reflect.apply(loaded, undefined, [{ env }]) : loaded
    return value === undefined ? undefined : use(value)
  })
}

function orProblem<T>(
  { folder, running }: ConfigureOptions,
  file: string,
  problems: CodeProblem[],
  run: () => T,
): T | undefined {
  try {
    return running(file, run)
  } catch (error) {
    problems.push(problemOf(folder, file, error))
    return undefined
  }
}

/**
 * Converts the value of a configuration file to JSON. If the value has too many members or contains a text that is too
 * long, the function converts only a part of the value and adds a problem.
 */
function plainIn(
  options: ConfigureOptions,
  file: string,
  problems: CodeProblem[],
  value: unknown,
): Json | undefined {
  return orProblem(options, file, problems, () => {
    const { json, lacks } = plainWithin(value)
    if (lacks !== undefined) problems.push({ file, line: 0, message: `the value is read in part: ${lacks}` })
    return json
  })
}

/**
 * Returns the schemas of content types and components that are written as code, by file path, such as
 * `src/api/x/content-types/y/schema.js`.
 */
function codeSchemas(options: ConfigureOptions, problems: CodeProblem[]): Readonly<Record<string, Json>> {
  const root = options.folder
  const schemas: Record<string, Json> = {}
  for (const file of [
    ...typeFiles(root, 'src/api'),
    ...typeFiles(root, 'src/extensions'),
    ...componentFiles(root),
  ]) {
    const value = attempted(options, file, problems, (loaded) => plainIn(options, file, problems, loaded))
    if (typeof value === 'object' && value !== null) schemas[file] = value
  }
  return schemas
}

const isCode = (entry: Dirent): boolean =>
  entry.isFile() && CODE.test(entry.name) && !DECLARATION.test(entry.name)

function typeFiles(root: string, top: string): readonly string[] {
  return foldersOf(root, top).flatMap((owner) =>
    foldersOf(root, `${owner}/content-types`).flatMap((type) =>
      entriesOf(join(root, type)).flatMap((entry) =>
        isCode(entry) && entry.name.replace(CODE, '') === 'schema' ? [`${type}/${entry.name}`] : [],
      ),
    ),
  )
}

const componentFiles = (root: string): readonly string[] =>
  foldersOf(root, 'src/components').flatMap((category) =>
    entriesOf(join(root, category)).flatMap((entry) => (isCode(entry) ? [`${category}/${entry.name}`] : [])),
  )

const foldersOf = (root: string, folder: string): readonly string[] =>
  entriesOf(join(root, folder)).flatMap((entry) => (entry.isDirectory() ? [`${folder}/${entry.name}`] : []))
