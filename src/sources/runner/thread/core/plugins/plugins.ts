/** Makes the replacements of Strapi's own plugins, with the members that extensions and other project code use. */

import { configOf, modelOf } from '../strapi.ts'
import { errors } from '../utils/errors.ts'
import { controllersOf } from './controllers.ts'
import { emailService, type Outbox, sender } from './email.ts'
import { isoLocalesService, localesService, localizedTypesService } from './i18n.ts'
import { jwtService } from './jwt.ts'
import { withPanel } from './panel.ts'
import { permissionService, roleService, usersPermissionsService } from './roles.ts'
import {
  EMAIL_ROUTES,
  I18N_ROUTES,
  type StockRoute,
  UPLOAD_ROUTES,
  USERS_PERMISSIONS_ROUTES,
} from './routes.ts'
import {
  fileService,
  folderService,
  imageService,
  providerService,
  uploadProvider,
  uploadService,
} from './upload.ts'
import { userService } from './user.ts'
import { userActions } from './user-actions.ts'

export interface StockPlugin {
  readonly services: Readonly<Record<string, object>>
  readonly controllers: Readonly<Record<string, object>>
  readonly routes: readonly StockRoute[]
  readonly contentTypes: Readonly<Record<string, unknown>>
  /** The functions that create the route middlewares of the plugin, by middleware name. */
  readonly middlewares?: Readonly<Record<string, object>>
  /**
   * The member `provider` of the plugin, for project code that calls it. The provider of the email plugin prints
   * e-mails. The provider of the upload plugin accepts files and stores no content.
   */
  readonly provider?: object
}

export interface PluginParts {
  /** Returns the secret for signing and verifying the JWTs of users. */
  readonly jwtSecret: () => string
  /**
   * Returns the secret that signs new JWTs in place of the project's secret; undefined if no separate secret is set.
   */
  readonly ownSecret?: () => string | undefined
  /** A function that receives each e-mail of the email plugin, as one line of text. */
  readonly outbox: Outbox
}

/** Returns the given content types of a plugin. Leaves out content types that the project does not have. */
function typesOf(strapi: object, plugin: string, names: readonly string[]): Record<string, unknown> {
  const found = names.map((name) => [name, modelOf(strapi, `plugin::${plugin}.${name}`)] as const)
  return Object.fromEntries(
    found.filter(([, schema]) => schema !== undefined).map(([name, schema]) => [name, { schema }]),
  )
}

const providersService = ({ strapi }: { readonly strapi: object }) => ({
  buildRedirectUri: (provider: unknown = '') =>
    `${String(configOf(strapi, 'server.absoluteUrl'))}${String(configOf(strapi, 'api.rest.prefix'))}/connect/${String(provider)}/callback`,
  connect: async (provider: unknown) => {
    throw new errors.ApplicationError(
      `A login with ${String(provider)} needs that provider's server, and a mock sends no request to it: use POST /api/auth/local`,
    )
  },
  getProviders: () => ({}),
})

/**
 * Returns the registry of login providers. The project's code may add providers, but a mock does not support logins
 * with these providers.
 */
const providerRegistry = ({ strapi }: { readonly strapi: object }): object => {
  const providers = new Map<string, unknown>()
  const { connect: run } = providersService({ strapi })
  return {
    add: (name: unknown, provider: unknown) => void providers.set(String(name), provider),
    get: (name: unknown) => providers.get(String(name)),
    getAll: () => Object.fromEntries(providers),
    remove: (name: unknown) => providers.delete(String(name)),
    run,
  }
}

const passing = () => async (_context: unknown, next: () => Promise<unknown>) => next()

function usersPermissions(strapi: object, { jwtSecret, ownSecret }: PluginParts): StockPlugin {
  const controllers = userActions(strapi, { name: 'users-permissions', routes: USERS_PERMISSIONS_ROUTES })
  const { auth = {} } = controllers
  return {
    services: {
      user: userService,
      jwt: jwtService(jwtSecret, ownSecret),
      providers: providersService,
      'providers-registry': providerRegistry,
      role: roleService,
      permission: permissionService,
      'users-permissions': usersPermissionsService,
    },
    // The real plugin exports the controller `auth` as a function, and extensions call this function.
    controllers: { ...controllers, auth: () => auth },
    routes: USERS_PERMISSIONS_ROUTES,
    contentTypes: typesOf(strapi, 'users-permissions', ['permission', 'role', 'user']),
    middlewares: { rateLimit: passing },
  }
}

/** Makes the replacements of Strapi's own plugins, by plugin name, in the order in which Strapi loads the plugins. */
export function plugins(strapi: object, parts: PluginParts): Readonly<Record<string, StockPlugin>> {
  const upload: StockPlugin = {
    services: {
      upload: uploadService,
      file: fileService,
      folder: folderService,
      provider: providerService,
      'image-manipulation': imageService,
    },
    controllers: controllersOf(strapi, { name: 'upload', routes: UPLOAD_ROUTES }),
    routes: UPLOAD_ROUTES,
    contentTypes: typesOf(strapi, 'upload', ['file', 'folder']),
    provider: uploadProvider,
  }
  const i18n: StockPlugin = {
    services: {
      locales: localesService,
      'iso-locales': isoLocalesService,
      'content-types': localizedTypesService,
    },
    controllers: controllersOf(strapi, { name: 'i18n', routes: I18N_ROUTES }),
    routes: I18N_ROUTES,
    contentTypes: typesOf(strapi, 'i18n', ['locale']),
  }
  const email: StockPlugin = {
    services: { email: emailService(parts.outbox) },
    controllers: controllersOf(strapi, { name: 'email', routes: EMAIL_ROUTES }),
    routes: EMAIL_ROUTES,
    contentTypes: {},
    provider: { send: sender(parts.outbox) },
  }
  const all: Readonly<Record<string, StockPlugin>> = {
    email,
    i18n,
    upload,
    'users-permissions': usersPermissions(strapi, parts),
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, plugin]) => [
      name,
      { ...plugin, controllers: withPanel(name, plugin.controllers) },
    ]),
  )
}
