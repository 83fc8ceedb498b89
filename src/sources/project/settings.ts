/**
 * Reads the settings of a project that affect answers: the settings in `config/api`, and the secrets of API tokens
 * and JWTs.
 */
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

/**
 * Corrects the REST settings as a Strapi server does. Gives the prefix a leading slash and no trailing slash, and
 * ignores a `maxLimit` of 0 or less.
 */
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
 * Returns the salt for the hashes of API tokens: `apiToken.salt` in `config/admin`, or else the variable
 * `API_TOKEN_SALT`. The salt is null if neither the setting nor the variable is set.
 */
export const apiTokenSalt = (config: Configuration, env: Environment): string | null =>
  textAt(config('admin').value, ['apiToken', 'salt']) ?? env['API_TOKEN_SALT'] ?? null

const USERS = ['users-permissions', 'config']

/**
 * Returns the secret for the JWTs of users: `jwtSecret` of the plugin `users-permissions` in `config/plugins`, or
 * else the variable `JWT_SECRET`. The secret is null if neither the setting nor the variable is set.
 */
export const jwtSecret = (config: Configuration, env: Environment): string | null =>
  textAt(config('plugins').value, [...USERS, 'jwtSecret']) ?? env['JWT_SECRET'] ?? null

/**
 * Returns the attributes that the registration of a user accepts, besides the user name, the e-mail address and the
 * password.
 */
export function registrationFields(config: Configuration): readonly string[] {
  const fields = at(config('plugins').value, [...USERS, 'register', 'allowedFields'])
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
}
