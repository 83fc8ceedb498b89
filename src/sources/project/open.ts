/** Opens a Strapi project as a source: schemas, configuration, and the content of its database. */
import { join, relative, resolve } from 'node:path'
import { freezeTree } from '../../reference/graph/freeze.ts'
import { buildOwned } from '../../reference/load/build.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { Json } from '../../util/json.ts'
import { datasetOf, type PartNames, placesOf } from '../assembly/dataset.ts'
import { readAll } from '../assembly/read.ts'
import type { Environment } from '../code/builtins.ts'
import type { Database } from '../database/database.ts'
import { at, textAt } from '../database/model.ts'
import { type DatabaseContent, lookInto, type OpenDatabase } from '../database/read.ts'
import type { Note } from '../note.ts'
import { type PluginsFound, readPlugins } from '../plugins/plugins.ts'
import { renamed } from '../repair/repair.ts'
import type { ProjectRoutes } from '../routes/read.ts'
import type { RunOptions } from '../running/api.ts'
import type { Source } from '../source.ts'
import { type Accounts, DEFAULT_ACCOUNTS } from '../tokens/accounts.ts'
import { roleOfTokens, type TokenKeys } from '../tokens/roles.ts'
import { environmentOf, readConfig } from './config.ts'
import { connect } from './connection.ts'
import { elsewhereNotes } from './elsewhere.ts'
import { type ProjectFiles, projectFiles } from './files.ts'
import { readSchemas, type SchemasFound } from './schemas.ts'
import { serverOf } from './server.ts'
import { apiTokenSalt, jwtSecret, readSettings } from './settings.ts'

export interface ProjectOptions {
  /** Environment variables; they override those of `.env`. */
  readonly env: Environment
  /** `settings.json` of the dataset format; overrides `config/api`. */
  readonly settings?: Json
  /** Whether to reject faults that Strapi tolerates. */
  readonly strict?: boolean
  /** Options to run the project's middlewares and controllers; by default they are only read. */
  readonly projectCode?: Pick<RunOptions, 'tell' | 'file' | 'patience'>
}

/** The files that affect answers, besides the database. */
const WATCHED = ['src', 'config', 'package.json', '.env']

const PLACES: PartNames = {
  rows: 'database',
  contentTypes: 'src/api',
  settings: 'config/api',
  stored: 'database, strapi_content_types_schema',
}

/**
 * Reads a project and its database; runs and writes nothing by default. @throws SourceError for an unreadable database;
 * DatasetError for faults of the files.
 */
export async function openProject(given: string, options: ProjectOptions): Promise<Source> {
  const folder = resolve(given)
  const files = projectFiles(folder)
  const env = environmentOf(files, options.env)
  const settings = readSettings(files, env)
  const found = readSchemas(files)
  refuseUnread(found)
  const { database, mark, notes } = await connect(files, env)
  try {
    const open = database === null ? null : await lookInto(database)
    const read = await readAll(found, settings, open, options, PLACES)
    const routes = await routesOf(files, env, read.loaded.files, options)
    const plugins = pluginsOf(files, env, read.loaded.files)
    const tokens = read.content === null || open === null ? null : keysOf(read.content, open, files, env)
    return {
      kind: kindOf(database, folder),
      ...read.loaded,
      notes: [
        ...found.notes,
        ...settings.notes,
        ...notes,
        ...read.notes,
        ...(tokens?.notes ?? []),
        ...routes.notes,
        ...plugins.notes,
        ...elsewhereNotes(files),
      ],
      api: plugins.withPlugins(routes.api),
      ...(routes.end === undefined ? {} : { end: routes.end }),
      ...(tokens === null ? {} : { roleOfToken: roleOfTokens(tokens.keys), accounts: tokens.accounts }),
      uploads: { kind: 'folder', folder: join(folder, 'public', 'uploads') },
      server: serverOf(files, options.env),
      watched: { paths: WATCHED.map((path) => join(folder, path)), ...(mark === undefined ? {} : { mark }) },
    }
  } finally {
    await database?.close()
  }
}

/** The effect of the project's code on requests: run if requested, otherwise read from its text. */
async function routesOf(
  files: ProjectFiles,
  env: Environment,
  dataset: DatasetFiles,
  { projectCode }: ProjectOptions,
): Promise<Pick<ProjectRoutes, 'api' | 'notes'> & Pick<Source, 'end'>> {
  if (projectCode !== undefined) {
    const { runProject } = await import('../running/api.ts')
    const { modelsOf } = await import('../running/models.ts')
    const texts = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const folder = resolve(files.folder)
    const { api, end } = runProject({
      ...projectCode,
      folder,
      env: Object.fromEntries(texts),
      models: modelsOf(dataset),
    })
    return { api, end, notes: [] }
  }
  const { readRoutes } = await import('../routes/read.ts')
  const { file, value } = readConfig('middlewares', files, env)
  return readRoutes(files, { env, middlewares: { file: file ?? 'config/middlewares', value } })
}

function pluginsOf(files: ProjectFiles, env: Environment, dataset: DatasetFiles): PluginsFound {
  const { file, value } = readConfig('plugins', files, env)
  return readPlugins({ text: files.text, config: { file: file ?? 'config/plugins', value }, dataset })
}

function kindOf(database: Database | null, folder: string): string {
  if (database === null) return 'Strapi project without a database'
  const name = database.client === 'sqlite' ? `SQLite ${relative(folder, database.name)}` : database.name
  return `Strapi project with ${name}`
}

/** Reports invalid JSON together with all other faults of the schemas, but without consequential faults. */
function refuseUnread(found: SchemasFound): void {
  const { collected } = found
  if (collected.faults.length === 0) return
  buildOwned(freezeTree(datasetOf(found, { settings: {}, privateAttributes: [] }, null)), { collected })
  throw renamed(collected, placesOf(found, PLACES))
}

function keysOf(
  { tokens, users }: DatabaseContent,
  { stored }: OpenDatabase,
  files: ProjectFiles,
  env: Environment,
): { readonly keys: TokenKeys; readonly accounts: Accounts; readonly notes: readonly Note[] } {
  const [salt, secret] = [apiTokenSalt(files, env), jwtSecret(files, env)]
  const advanced = stored.setting('plugin_users-permissions_advanced')
  const accounts = accountsOf(advanced, secret.value)
  const { asksConfirmation } = accounts
  return {
    accounts,
    keys: { salt: salt.value, secret: secret.value, tokens, users, asksConfirmation },
    notes: [salt.note, secret.note].filter((note) => note !== null),
  }
}

function accountsOf(advanced: Json | undefined, secret: string | null): Accounts {
  const [role, redirection] = [
    textAt(advanced, ['default_role']),
    textAt(advanced, ['email_confirmation_redirection']),
  ]
  return {
    secret,
    asksConfirmation: at(advanced, ['email_confirmation']) === true,
    allowsRegister: at(advanced, ['allow_register']) !== false,
    isEmailUnique: at(advanced, ['unique_email']) !== false,
    defaultRole: role ?? DEFAULT_ACCOUNTS.defaultRole,
    redirection: redirection ?? null,
  }
}
