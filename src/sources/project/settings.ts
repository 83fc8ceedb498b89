/** Reads the settings of a project that affect answers: `config/api`, and the secrets of tokens. */
import type { Json } from '../../util/json.ts'
import type { Environment } from '../code/builtins.ts'
import { jsonOf, valueAt } from '../code/value.ts'
import type { Note } from '../note.ts'
import { type Config, readConfig, settingAt } from './config.ts'
import type { ProjectFiles } from './files.ts'

export interface SettingsFound {
  /** `settings.json` */
  readonly settings: Json
  /** Attributes that are private in every type. */
  readonly privateAttributes: readonly string[]
  readonly notes: readonly Note[]
}

const REST = ['prefix', 'defaultLimit', 'maxLimit', 'withCount', 'strictParams'] as const

export function readSettings(files: ProjectFiles, env: Environment): SettingsFound {
  const config = readConfig('api', files, env)
  const notes: Note[] = []
  const rest: Record<string, Json> = {}
  for (const name of REST) {
    const setting = settingAt(config, ['rest', name])
    if ('note' in setting) notes.push({ ...setting.note, says: withFlag(setting.note.says, name) })
    else if (setting.found !== undefined && setting.found !== null) rest[name] = setting.found
  }
  const { json } = jsonOf(valueAt(config.value, ['responses', 'privateAttributes']))
  const names = Array.isArray(json) ? json.filter((name) => typeof name === 'string') : []
  return { settings: { rest: asServer(rest) }, privateAttributes: names, notes }
}

const withFlag = (says: string, name: string): string =>
  `${says}; set it with --settings FILE, which holds {"rest": {"${name}": …}}`

/** Adds the leading slash of a prefix, and ignores a limit below 1, like the server. */
function asServer(rest: Readonly<Record<string, Json>>): Json {
  const { prefix, maxLimit, ...others } = rest
  return {
    ...others,
    ...(typeof prefix === 'string' ? { prefix: slashed(prefix) } : {}),
    ...(typeof maxLimit === 'number' && maxLimit > 0 ? { maxLimit } : {}),
  }
}

function slashed(prefix: string): string {
  const parts = prefix.split('/').filter((part) => part !== '')
  return parts.map((part) => `/${part}`).join('')
}

/** A secret; null if the project has none, with a note if it is unreadable. */
export interface Secret {
  readonly value: string | null
  readonly note: Note | null
}

/** The salt of hashed API tokens: `apiToken.salt` of `config/admin`. */
export const apiTokenSalt = (files: ProjectFiles, env: Environment): Secret =>
  secretAt(readConfig('admin', files, env), ['apiToken', 'salt'], env['API_TOKEN_SALT'])

/** The secret of users' JWTs: `jwtSecret` of the plugin in `config/plugins`. */
export const jwtSecret = (files: ProjectFiles, env: Environment): Secret =>
  secretAt(readConfig('plugins', files, env), ['users-permissions', 'config', 'jwtSecret'], env['JWT_SECRET'])

function secretAt(config: Config, path: readonly string[], preset: string | undefined): Secret {
  const setting = settingAt(config, path)
  if ('note' in setting) return { value: preset ?? null, note: preset === undefined ? setting.note : null }
  return { value: typeof setting.found === 'string' ? setting.found : (preset ?? null), note: null }
}
