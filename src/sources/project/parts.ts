/** Reads all parts of a project except the rows: configuration, schemas and code. */

import type { Collected } from '../../reference/schema/fault.ts'
import type { Note } from '../note.ts'
import type { OpenedCode } from '../runner/host/index.ts'
import { type OpenCode, problemNotes, type RunOptions, startCode } from './code.ts'
import {
  type Config,
  type Configuration,
  codeConfiguration,
  type Environment,
  environmentNotes,
  environmentOf,
  jsonConfiguration,
} from './config.ts'
import type { ProjectFiles } from './files.ts'
import { leftOut } from './left-out.ts'
import { readSchemas, type SchemasFound } from './schemas.ts'
import { databaseOfEnvironment } from './server.ts'

export interface ProjectParts {
  readonly env: Readonly<Record<string, string>>
  readonly config: Configuration
  /**
   * The database configuration: the value of `config/database`, or the values of environment variables if the value
   * of this file is unknown.
   */
  readonly database: Config
  readonly schemas: SchemasFound
  /** The faults for values in schema files that Strapi would lose, such as numbers that it would round. */
  readonly lost: Collected
  /** The project's code after its start; null if the project's code must not run. */
  readonly code: OpenedCode | null
  readonly notes: readonly Note[]
}

/**
 * Reads the configuration, the schemas and the code of a project. If `run` is `false`, no code of the project runs.
 * The project's code starts while Populace reads the schema files.
 */
export async function partsOf(
  files: ProjectFiles,
  given: Environment,
  run: false | RunOptions = { tell: () => undefined },
  open?: OpenCode,
): Promise<ProjectParts> {
  const env = environmentOf(files, given)
  const parts = run === false ? dataParts(files, env) : await partsOfCode(files, env, run, open)
  return { ...parts, notes: [...environmentNotes(files, env), ...lossNotes(parts.lost), ...parts.notes] }
}

/** Returns notes on the values in schema files that Strapi would lose. */
const lossNotes = ({ faults }: Collected): readonly Note[] =>
  faults.map(({ file, pointer, message, expected, found }) => ({
    file,
    line: 0,
    pointer,
    says: `${message}: expected ${expected}, found ${found}; Strapi ${message === 'duplicate name' ? 'keeps the last value' : 'rounds the number'}`,
  }))

async function partsOfCode(
  files: ProjectFiles,
  env: Readonly<Record<string, string>>,
  run: RunOptions,
  open?: OpenCode,
): Promise<ProjectParts> {
  const starting = startCode(files.folder, env, run, open)
  const schemas = readSchemas(files)
  const code = await starting
  const { configured } = code
  const config = codeConfiguration(configured)
  return {
    env,
    config,
    database: databaseOf(config('database'), files, env),
    schemas: schemas.complete(configured.schemas),
    lost: schemas.lost,
    code,
    notes: problemNotes(configured.problems),
  }
}

/** Reads the parts of a project without running its code, from data files and environment variables only. */
function dataParts(files: ProjectFiles, env: Readonly<Record<string, string>>): ProjectParts {
  const config = jsonConfiguration(files, env)
  const found = readSchemas(files)
  const database = config('database')
  return {
    env,
    config,
    database: database.file === null ? databaseOfEnvironment(env) : database,
    schemas: found.complete({}),
    lost: found.lost,
    code: null,
    notes: leftOut(files, env, found.code),
  }
}

/**
 * Returns the database configuration. If `config/database` exists but its code failed, the configuration comes from
 * environment variables. If `config/database` does not exist, the configuration is empty.
 */
function databaseOf(config: Config, files: ProjectFiles, env: Environment): Config {
  if (config.file !== null) return config
  const isThere = files.names('config').some((name) => name.startsWith('database.'))
  return isThere ? databaseOfEnvironment(env) : config
}
