/**
 * The actions of the plugins in every Strapi server, in the form that permissions have:
 * `<plugin>.<controller>.<action>`.
 */

/** The actions on entries of a content type. */
export const CONTENT_ACTIONS: readonly string[] = ['find', 'findOne', 'create', 'update', 'delete']

/**
 * The permission to request every GET route of a project's code. Strapi has no wildcard permission for GET routes.
 * Populace gives this wildcard permission to callers whose permissions are unknown.
 */
export const EVERY_GET_ROUTE = 'GET *'

/** The most common actions that a permission can name, in words. */
export const EXPECTED_ACTION =
  '"*", "*.find" or "<uid>.find", or the same with findOne, create, update or delete'

/** The controllers and actions of each plugin, in the order of the real server. */
export const PLUGIN_CONTROLLERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'plugin::content-type-builder': {
    components: ['getComponents', 'getComponent'],
    'content-types': ['getContentTypes', 'getContentType'],
  },
  'plugin::email': { email: ['send'] },
  'plugin::upload': { 'content-api': ['find', 'findPage', 'findOne', 'destroy', 'upload'] },
  'plugin::i18n': { locales: ['listLocales'] },
  'plugin::users-permissions': {
    auth: [
      'callback',
      'changePassword',
      'resetPassword',
      'refresh',
      'logout',
      'getSessions',
      'revokeSession',
      'connect',
      'forgotPassword',
      'register',
      'emailConfirmation',
      'sendEmailConfirmation',
    ],
    user: ['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me'],
    role: ['createRole', 'findOne', 'find', 'updateRole', 'deleteRole'],
    permissions: ['getPermissions'],
  },
}

export const PLUGIN_ACTIONS: ReadonlySet<string> = new Set(
  Object.entries(PLUGIN_CONTROLLERS).flatMap(([plugin, controllers]) =>
    Object.entries(controllers).flatMap(([controller, actions]) =>
      actions.map((action) => `${plugin}.${controller}.${action}`),
    ),
  ),
)

/** Returns every action that a permission can name in a dataset with the given content types. */
export const actionsOn = (uids: Iterable<string>): ReadonlySet<string> =>
  new Set([
    ...['*', EVERY_GET_ROUTE, ...PLUGIN_ACTIONS],
    ...[...uids, '*'].flatMap((uid) => CONTENT_ACTIONS.map((action) => `${uid}.${action}`)),
  ])
