/** Opens a Strapi project as a source: schemas, configuration, and the content of its database. */
import { join, relative, resolve } from 'node:path'
import { freezeTree } from '../../reference/graph/freeze.ts'
import { buildOwned } from '../../reference/load/build.ts'
import { type Collected, DatasetError } from '../../reference/schema/fault.ts'
import type { Json } from '../../util/json.ts'
import { datasetOf, type PartNames, placesOf } from '../assembly/dataset.ts'
import { type ReadAll, type ReadOptions, readAll } from '../assembly/read.ts'
import type { Database } from '../database/database.ts'
import { lookInto, type OpenDatabase } from '../database/read.ts'
import type { Note } from '../note.ts'
import { renamed } from '../repair/repair.ts'
import type { CodeProblem } from '../runner/protocol.ts'
import type { Source } from '../source.ts'
import type { Accounts } from '../tokens/accounts.ts'
import { roleOfTokens } from '../tokens/roles.ts'
import { type OpenCode, type RunOptions, registeredSchemas } from './code.ts'
import type { Environment } from './config.ts'
import { connect } from './connection.ts'
import { withPluginTypes } from './extensions.ts'
import { type ProjectFiles, projectFiles } from './files.ts'
import { type ProjectParts, partsOf } from './parts.ts'
import { firstRoles, OPEN_NOTE, openAccess, withRoles } from './roles.ts'
import type { SchemasFound } from './schemas.ts'
import { serverFound } from './server.ts'
import { settingsOf } from './settings.ts'
import { accessOfSync, customActionsOf, readSync, type Synced } from './sync.ts'

export interface ProjectOptions {
  /** The environment variables. The given environment variables override the variables in the project's `.env`. */
  readonly env: Environment
  /**
   * The content of `settings.json` in the dataset format. The settings of the user override the settings in
   * `config/api`.
   */
  readonly settings?: Json
  /** Whether the reader rejects faults that Strapi itself tolerates. */
  readonly strict?: boolean
  /**
   * The options for running the project's own code. If the value is `false`, no code of the project runs, not even
   * its database drivers. By default, the project's code runs.
   */
  readonly projectCode?: false | RunOptions
  /** The function that gets the loaded data early; see `ReadOptions.ahead`. */
  readonly ahead?: NonNullable<ReadOptions['ahead']>
}

const PLACES: PartNames = {
  rows: 'database',
  contentTypes: 'src/api',
  settings: 'config/api',
  stored: 'database, strapi_content_types_schema',
}

/**
 * Opens a Strapi project as a source. Reads the files and the database of the project, and runs the project's code
 * up to `register`. Writes nothing.
 * @throws SourceError for an unreadable database; DatasetError for faults in the project's files.
 */
export async function openProject(given: string, options: ProjectOptions, open?: OpenCode): Promise<Source> {
  const folder = resolve(given)
  const files = projectFiles(folder)
  const starting = partsOf(files, options.env, options.projectCode, open)
  // Imports the large module `running/members.ts` while the thread for the project's code starts, so that the import
  // delays nothing.
  const loading = import('./running/members.ts')
  const parts = await starting
  try {
    refuseUnread(parts.schemas)
    if (options.strict === true) refuseLost(parts.lost)
    return await openParts(files, parts, options, await loading)
  } catch (error) {
    parts.code?.end()
    throw error
  }
}

async function openParts(
  files: ProjectFiles,
  parts: ProjectParts,
  options: ProjectOptions,
  { runningMembers, watchedPaths }: typeof import('./running/members.ts'),
): Promise<Source> {
  const { code } = parts
  const folder = resolve(files.folder)
  const runsDrivers = options.projectCode !== false
  const { database, mark, notes } = await connect(parts.database, { folder, runsDrivers })
  try {
    const open = database === null ? null : await lookInto(database)
    const problems: CodeProblem[] = [...(code?.configured.problems ?? [])]
    const synced = open === null ? readSync(files, parts.config) : null
    const read = await readParts(parts, open, synced, options, problems)
    const running = runningMembers(files, parts, {
      files: read.loaded.files,
      actions:
        read.content?.actions ?? (synced === null ? new Map() : customActionsOf(synced, uidsOf(parts))),
      setting: open?.stored.setting ?? synced?.setting,
      problems,
      open,
    })
    return {
      kind: kindOf(database, folder),
      ...read.loaded,
      ...running,
      notes: [
        ...parts.notes,
        ...notes,
        ...(open === null ? notesOf(synced) : []),
        ...read.notes,
        ...running.notes,
      ],
      ...tokensOf(read, running.accounts),
      uploads: { kind: 'folder', folder: join(folder, 'public', 'uploads') },
      server: serverFound(files, parts.database),
      ...(open === null && synced?.locales === undefined ? { localesUnknown: true } : {}),
      ...(code === null ? {} : { project: folder }),
      watched: { paths: watchedPaths(folder), ...(mark === undefined ? {} : { mark }) },
    }
  } finally {
    await database?.close()
  }
}

function readParts(
  { schemas: found, config, code }: ProjectParts,
  open: OpenDatabase | null,
  synced: Synced | null,
  { settings, strict, ahead }: ProjectOptions,
  problems: CodeProblem[],
): Promise<ReadAll> {
  const whole = withPluginTypes(found, open?.stored.contentTypes ?? new Map())
  const given: ReadOptions = {
    ...(settings === undefined ? {} : { settings }),
    ...(strict === undefined ? {} : { strict }),
    ...(ahead === undefined ? {} : { ahead }),
  }
  const rest = { ...(open === null ? restOf(synced, found) : {}), entries: firstRoles(synced?.roles) }
  const types = withRoles(whole)
  if (code === null) return readAll(types, settingsOf(config), open, { ...given, rest }, PLACES)
  const registered: ReadOptions['registered'] = async (schemas, answers) => {
    const changed = await registeredSchemas(code, schemas, answers)
    problems.push(...changed.problems)
    return changed
  }
  return readAll(types, settingsOf(config), open, { ...given, registered, rest }, PLACES)
}

/**
 * Returns the dataset files with locales, roles and permissions for a project without a database. The locales, roles
 * and permissions come from the files of the plugin config-sync. If config-sync exported no roles, every caller may
 * read everything.
 */
function restOf(synced: Synced | null, schemas: SchemasFound): NonNullable<ReadOptions['rest']> {
  const { locales, roles = [] } = synced ?? {}
  return {
    ...(locales === undefined ? {} : { locales }),
    access: synced === null || roles.length === 0 ? openAccess() : accessOfSync(synced, uidsOf({ schemas })),
  }
}

/** Returns the notes on permissions and locales of a project without a database. */
const notesOf = (synced: Synced | null): readonly Note[] => [
  ...(synced?.notes ?? []),
  ...((synced?.roles ?? []).length === 0 ? [OPEN_NOTE] : []),
]

const uidsOf = ({ schemas }: Pick<ProjectParts, 'schemas'>): ReadonlySet<string> =>
  new Set(schemas.contentTypes.map(({ uid }) => uid))

function kindOf(database: Database | null, folder: string): string {
  if (database === null) return 'Strapi project without a database'
  const name = database.client === 'sqlite' ? `SQLite ${relative(folder, database.name)}` : database.name
  return `Strapi project with ${name}`
}

/**
 * Throws an error if JSON files of the project are invalid. The error lists the faults in the JSON files, and the
 * faults of the schemas that do not result from the invalid JSON.
 */
function refuseUnread(found: SchemasFound): void {
  const { collected } = found
  if (collected.faults.length === 0) return
  buildOwned(freezeTree(datasetOf(found, { settings: {}, privateAttributes: [] }, null)), { collected })
  throw renamed(collected, placesOf(found, PLACES))
}

/** Throws an error if a schema file contains values that Strapi would lose. */
function refuseLost({ faults, more }: Collected): void {
  if (faults.length > 0) throw new DatasetError(faults, more)
}

/** Returns a function that finds the role of a token, from the API tokens and users in the database. */
function tokensOf(
  { content }: ReadAll,
  { secret, asksConfirmation, apiTokenSalt: salt = null }: Accounts,
): Pick<Source, 'roleOfToken'> {
  if (content === null) return {}
  const { tokens, users } = content
  return {
    roleOfToken: roleOfTokens({ salt, secret, tokens, users, asksConfirmation }),
  }
}
