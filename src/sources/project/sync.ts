/**
 * Reads the files of the plugin config-sync. The plugin config-sync copies locales, roles with permissions, and
 * settings from a database to files. In a project without a database, Populace reads the locales, roles and settings
 * from the files instead.
 */

import { isList, isObject, type Json, type JsonObject, parseJson, textAt } from '../../util/json.ts'
import { isContentAction } from '../database/access.ts'
import { at } from '../database/model.ts'
import type { Note } from '../note.ts'
import type { Configuration } from './config.ts'
import type { ProjectFiles } from './files.ts'

export interface SyncedRole {
  readonly type: string
  readonly name: string
  readonly description: string
  readonly actions: readonly string[]
}

export interface Synced {
  /** The locales in the format of `locales.json`; undefined if config-sync exported no locales. */
  readonly locales: Json | undefined
  /** The roles of users with their permissions; an empty list if config-sync exported no roles. */
  readonly roles: readonly SyncedRole[]
  /** Returns the setting with the given key that config-sync exported; undefined if no file contains it. */
  readonly setting: (key: string) => Json | undefined
  readonly notes: readonly Note[]
}

const FOLDER = 'config/sync'
/** The maximum number of config-sync files that Populace reads. */
const MOST_FILES = 5_000

/** Reads the files of the plugin config-sync; null if these files contain neither locales nor roles. */
export function readSync(files: ProjectFiles, config: Configuration): Synced | null {
  const folder = folderOf(config)
  const names = files.names(folder).slice(0, MOST_FILES)
  const jsonAt = (name: string): Json | undefined => parseJson(files.text(`${folder}/${name}`) ?? '')
  const setting = (key: string): Json | undefined => {
    const value = at(jsonAt(`core-store.${key}.json`), ['value'])
    return typeof value === 'string' ? (parseJson(value) ?? value) : value
  }
  const all = (prefix: string): readonly JsonObject[] =>
    names
      .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
      .map(jsonAt)
      .filter(isObject)
  const locales = localesOf(all('i18n-locale.'), setting('plugin_i18n_default_locale'))
  const roles = all('user-role.').flatMap(roleOf)
  if (locales === undefined && roles.length === 0) return null
  const what = [
    ...(locales === undefined ? [] : ['locales']),
    ...(roles.length === 0 ? [] : ['roles and their permissions']),
  ]
  const says = `${what.join(', ')} and settings come from these files, because the project has no database`
  return { locales, roles, setting, notes: [{ file: folder, line: 0, says }] }
}

function folderOf(config: Configuration): string {
  const named = at(config('plugins').value, ['config-sync', 'config', 'syncDir'])
  if (typeof named !== 'string') return FOLDER
  const parts = named.split('/').filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? FOLDER : parts.join('/')
}

function localesOf(files: readonly JsonObject[], stated: Json | undefined): Json | undefined {
  const locales = files.flatMap((json) => {
    const [code, name] = [textAt(json, 'code'), textAt(json, 'name')]
    return code === undefined ? [] : [{ code, name: name ?? code }]
  })
  const [first] = locales
  if (first === undefined) return undefined
  const isThere = locales.some(({ code }) => code === stated)
  return { default: isThere && typeof stated === 'string' ? stated : first.code, locales }
}

function roleOf(json: JsonObject): readonly SyncedRole[] {
  const type = textAt(json, 'type')
  const listed = json['permissions']
  if (type === undefined || !isList(listed)) return []
  const actions = listed.flatMap((one) => textAt(one, 'action') ?? [])
  const [name, description] = [textAt(json, 'name') ?? type, textAt(json, 'description') ?? '']
  return [{ type, name, description, actions: [...new Set(actions)].sort() }]
}

/**
 * Makes the content of `access.json` from the exported roles. No exported file contains the roles of API tokens.
 * Therefore, the roles of API tokens get their usual permissions.
 */
export function accessOfSync({ roles }: Synced, uids: ReadonlySet<string>): Json {
  const permissions = (actions: readonly string[]): Json => ({
    permissions: actions.filter((action) => isContentAction(action, uids)),
  })
  return {
    publicRole: 'public',
    roles: {
      public: { permissions: [] },
      ...Object.fromEntries(roles.map(({ type, actions }) => [type, permissions(actions)])),
      'api-token:read-only': { permissions: ['*.find', '*.findOne'] },
      'api-token:full-access': { permissions: ['*'] },
    },
    tokens: {},
  }
}

/**
 * Returns the permitted actions of custom controllers, by role. The file `access.json` cannot contain actions of
 * custom controllers.
 */
export const customActionsOf = (
  { roles }: Synced,
  uids: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    roles
      .map(({ type, actions }) => [type, actions.filter((action) => !isContentAction(action, uids))] as const)
      .filter(([, actions]) => actions.length > 0),
  )
