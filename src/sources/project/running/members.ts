/** Makes the members of a `Source` that depend on the code and the configuration of a project. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createReferenceApi } from '../../../reference/api.ts'
import type { DatasetFiles } from '../../../reference/load/files/files.ts'
import type { Json } from '../../../util/json.ts'
import { at, textAt } from '../../database/model.ts'
import type { OpenDatabase } from '../../database/read.ts'
import { readPlugins } from '../../plugins/plugins.ts'
import { modelsOf } from '../../runner/models.ts'
import type { CodeProblem } from '../../runner/protocol.ts'
import type { Source, SourceCode } from '../../source.ts'
import { type Accounts, DEFAULT_ACCOUNTS } from '../../tokens/accounts.ts'
import type { ProjectFiles } from '../files.ts'
import { pluginNotes } from '../left-out.ts'
import type { ProjectParts } from '../parts.ts'
import { apiTokenSalt, jwtSecret, registrationFields } from '../settings.ts'

/** The files and folders of a project that affect answers, except the database. */
const WATCHED = ['src', 'config', 'package.json', '.env']

/**
 * Returns the paths in a project that the option `--watch` observes, because a change of these files may change
 * answers.
 */
export const watchedPaths = (folder: string): readonly string[] => WATCHED.map((path) => join(folder, path))

interface RunningData {
  readonly files: DatasetFiles
  readonly actions: SourceCode['actions']
  /** The problems of the project's own code that are known so far. */
  readonly problems: readonly CodeProblem[]
  /** The open database of the project; null if the data comes from another source. */
  readonly open: OpenDatabase | null
  /** Returns a setting of the server by its key, from the database or from the files of config-sync. */
  readonly setting: ((key: string) => Json | undefined) | undefined
}

type RunningMembers = Pick<Source, 'api' | 'code' | 'end' | 'accounts' | 'notes'> & {
  readonly accounts: Accounts
}

/**
 * Returns the members of a `Source` that imitate the plugins, run the code and contain the user settings of a
 * project. The returned members use the files of a dataset as data. The returned member `notes` contains notes on
 * the plugins of the project.
 */
export function runningMembers(files: ProjectFiles, parts: ProjectParts, data: RunningData): RunningMembers {
  const { config, code } = parts
  const plugins = readPlugins({ text: files.text, config: config('plugins').value, dataset: data.files })
  const accounts = accountsOf(parts, data.setting)
  return {
    notes: [...plugins.notes, ...pluginNotes(files, code !== null)],
    api: plugins.withPlugins(createReferenceApi),
    ...codeOf(parts, data, { secret: accounts.secret, targetForCode: plugins.targetForCode }),
    accounts,
  }
}

interface CodeSurroundings {
  readonly secret: string | null
  /** Converts the path and query of a request to the form that the project's code receives from the plugins. */
  readonly targetForCode: (target: string) => string
}

/**
 * Returns the member `code` of the source. The project's code has run up to `register`. The function `start` later
 * runs the `bootstrap` functions of the project.
 */
function codeOf(
  { code }: ProjectParts,
  { files, actions, problems, open }: RunningData,
  { secret, targetForCode }: CodeSurroundings,
): Pick<Source, 'code' | 'end'> {
  if (code === null) return {}
  const prefix = textAt(files.settings, ['rest', 'prefix']) ?? '/api'
  const store = open?.stored.store ?? []
  const start: SourceCode['start'] = async (host, options) => {
    const running = await code.bootstrap(
      modelsOf(files),
      { prefix, jwtSecret: secret ?? '', store, ...options },
      host,
    )
    return {
      ...running,
      answer: (request, world, ...more) => {
        const seen = { ...request, target: targetForCode(request.target) }
        // Passes the original request to the content API, because the content API applies the plugins itself.
        return running.answer(seen, { ...world, core: (_, call) => world.core(request, call) }, ...more)
      },
    }
  }
  return { code: { problems, actions, start }, end: code.end }
}

/**
 * Returns the settings for users and tokens. If the project configures no secret and its code runs, the project's
 * code and the server use the same random secret.
 */
function accountsOf({ config, env, code }: ProjectParts, setting: RunningData['setting']): Accounts {
  const advanced = setting?.('plugin_users-permissions_advanced')
  const own = code === null ? null : randomBytes(32).toString('base64')
  return {
    secret: jwtSecret(config, env) ?? own,
    apiTokenSalt: apiTokenSalt(config, env),
    asksConfirmation: at(advanced, ['email_confirmation']) === true,
    allowsRegister: at(advanced, ['allow_register']) !== false,
    isEmailUnique: at(advanced, ['unique_email']) !== false,
    defaultRole: textAt(advanced, ['default_role']) ?? DEFAULT_ACCOUNTS.defaultRole,
    redirection: textAt(advanced, ['email_confirmation_redirection']) ?? null,
    registrationFields: registrationFields(config),
  }
}
