/** Reads the settings of a project that affect answers: `config/api`, and the secrets of tokens. */
import type { Json } from '../../util/json.ts'
import type { Answers } from '../assembly/dataset.ts'
import { at, textAt } from '../database/model.ts'
import type { Configuration, Environment } from './config.ts'

const REST = ['prefix', 'defaultLimit', 'maxLimit', 'withCount', 'strictParams'] as const

/** Returns the settings of a project from `config/api`. */
export function settingsOf(config: Configuration): Answers {
  const { value } = config('api')
  const rest: Record<string, Json> = {}
  for (const name of REST) {
    const setting = at(value, ['rest', name])
    if (isPlain(setting)) rest[name] = setting
  }
  const names = at(value, ['responses', 'privateAttributes'])
  return {
    settings: { rest: asServer(rest) },
    privateAttributes: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
  }
}

const isPlain = (value: Json | undefined): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Corrects settings as the server does: adds the leading slash of a prefix, and ignores a limit below 1. */
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

/**
 * Returns the salt of hashed API tokens, which is `apiToken.salt` of `config/admin` or else `API_TOKEN_SALT`; null
 * without both.
 */
export const apiTokenSalt = (config: Configuration, env: Environment): string | null =>
  textAt(config('admin').value, ['apiToken', 'salt']) ?? env['API_TOKEN_SALT'] ?? null

const USERS = ['users-permissions', 'config']

/**
 * Returns the secret of users' JWTs, which is `jwtSecret` of the plugin in `config/plugins` or else `JWT_SECRET`; null
 * without both.
 */
export const jwtSecret = (config: Configuration, env: Environment): string | null =>
  textAt(config('plugins').value, [...USERS, 'jwtSecret']) ?? env['JWT_SECRET'] ?? null

/** Returns the fields that registration accepts besides name, address and password. */
export function registrationFields(config: Configuration): readonly string[] {
  const fields = at(config('plugins').value, [...USERS, 'register', 'allowedFields'])
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
}
