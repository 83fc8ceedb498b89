/**
 * Adds replacements for services and methods of Strapi 5.54 that a mock does not have. A call of a missing service
 * or method throws an error that names the call.
 */
import type { MemberMap } from '../core-parts.ts'
import { absent, isSilent } from '../unavailable.ts'
import { isRecord } from '../values.ts'

const NO_PANEL = 'a mock has no admin panel'
const NO_FILES = 'a mock stores no files of uploads'

/** The names of the services that a mock does not have, by plugin. The key `admin` stands for the admin panel. */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  admin: [
    ...['action', 'api-token-admin', 'condition', 'constants', 'content-type', 'encryption', 'homepage'],
    ...['metrics', 'passport', 'project-settings', 'transfer'],
  ],
  'content-manager': [
    ...['components', 'content-types', 'data-mapper', 'document-manager', 'document-metadata', 'field-sizes'],
    ...['homepage', 'metrics', 'permission', 'permission-checker', 'populate-builder', 'preview'],
    ...['preview-config', 'uid'],
  ],
  'content-type-builder': [
    ...['api-handler', 'builder', 'component-categories', 'components', 'content-types', 'schema'],
  ],
  i18n: ['localizations', 'metrics', 'permissions', 'sanitize'],
  upload: ['api-upload-folder', 'extensions', 'metrics', 'weeklyMetrics'],
}

/** The names of the methods that a mock does not have, although it has the service, by the uid of the service. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  'admin::api-token': ['countAll', 'reconcileTokenPermissionsToUserCeiling'],
  'admin::auth': ['checkCredentials', 'forgotPassword', 'resetPassword'],
  'admin::permission': ['createPermissionsManager'],
  'admin::role': ['checkRolesIdForDeletion', 'resetSuperAdminPermissions'],
  'admin::token': ['createJwtToken', 'decodeJwtToken', 'expiresInToSeconds', 'getTokenOptions'],
  'admin::user': ['assignARoleToAll', 'findRegistrationInfo', 'register', 'resetPasswordByEmail'],
  'plugin::upload.upload': ['replace', 'setConfiguration', 'setSettings'],
  'plugin::upload.file': ['fetchUrlToInputFile'],
  'plugin::upload.folder': ['create', 'deleteByIds', 'exists', 'getStructure', 'update'],
  'plugin::upload.provider': ['replace'],
  'plugin::upload.image-manipulation': ['generateFileName'],
}

const uidOf = (owner: string, name: string): string =>
  owner === 'admin' ? `admin::${name}` : `plugin::${owner}.${name}`

/** Returns the reason why a mock does not have a service or a method. */
const reasonOf = (uid: string): string => (uid.startsWith('plugin::upload') ? NO_FILES : NO_PANEL)

const written = (uid: string): string => `strapi.service("${uid}")`

/** Adds to the services of a plugin the replacements for the missing methods and for the missing services. */
export function withLacking(owner: string, services: Readonly<MemberMap>): Readonly<MemberMap> {
  const lacking = (SERVICES[owner] ?? []).map((name) => {
    const uid = uidOf(owner, name)
    return [name, () => absent(written(uid), reasonOf(uid))] as const
  })
  const known = Object.entries(services).map(
    ([name, service]) => [name, completed(service, uidOf(owner, name))] as const,
  )
  return Object.fromEntries([...lacking, ...known])
}

/** Wraps the function that creates a service, so that the created service has replacements for the missing methods. */
function completed(service: unknown, uid: string): unknown {
  const methods = METHODS[uid.replace('-content-api', '')]
  if (methods === undefined || typeof service !== 'function') return service
  return (...given: readonly unknown[]): unknown => {
    const made: unknown = Reflect.apply(service, undefined, given)
    if (!isRecord(made)) return made
    const missing = methods
      .filter((name) => !Object.hasOwn(made, name))
      .map((name) => [name, absent(`${written(uid)}.${name}`, reasonOf(uid))] as const)
    return { ...Object.fromEntries(missing), ...made }
  }
}

/**
 * Returns whether a property name can be the name of a service. A symbol, or a name that JavaScript itself reads
 * (such as `then`), is not the name of a service.
 */
export const isServiceName = (name: PropertyKey): name is string =>
  typeof name === 'string' && !isSilent(name)
