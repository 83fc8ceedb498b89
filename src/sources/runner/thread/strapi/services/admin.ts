/**
 * The replacement of `strapi.admin`, because Populace has no admin panel. Registering permissions of the admin panel
 * has no effect.
 */
import type { MemberMap } from '../core-parts.ts'
import { absent, isSilent } from '../unavailable.ts'

const NO_ADMIN = 'a mock has no admin panel'
const ignore = (): undefined => undefined

/** The services of the admin panel that plugins call while they start. */
export const ADMIN_SERVICES: Readonly<MemberMap> = {
  permission: {
    actionProvider: provider(),
    conditionProvider: provider(),
    sectionsBuilder: { addHandler: ignore, addSection: ignore, createSection: ignore },
    engine: { registerPermissionsHandler: ignore, hooks: {} },
    createPermissionsManager: () => absent('the permissions manager of the admin panel', NO_ADMIN),
  },
}

/** The policies of the admin panel that routes of the content API may name. */
export const ADMIN_POLICIES: Readonly<MemberMap> = {
  isAuthenticatedAdmin: (context: unknown) =>
    Boolean(Reflect.get(Object(Reflect.get(Object(context), 'state')), 'isAuthenticated')),
  hasPermissions: { handler: () => false, validator: ignore },
}

export function createAdmin(): MemberMap {
  const services = new Proxy(ADMIN_SERVICES, {
    get: (known, name) =>
      Object.hasOwn(known, name) || isSilent(name)
        ? Reflect.get(known, name)
        : absent(`strapi.admin.services.${String(name)}`, NO_ADMIN),
  })
  return {
    services,
    controllers: {},
    routes: {},
    policies: {},
    middlewares: {},
    contentTypes: {},
    config: {},
  }
}

function provider(): MemberMap {
  return {
    register: async () => undefined,
    registerMany: async () => undefined,
    appliesToProperty: async () => false,
    get: ignore,
    has: () => false,
    keys: () => [],
    values: () => [],
    size: () => 0,
    hooks: {},
  }
}
