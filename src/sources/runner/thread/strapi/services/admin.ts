/** Makes the replacement for `strapi.admin`, because Populace has no admin panel. */
import type { MemberMap } from '../core-parts.ts'
import type { Registry } from '../registries/registry.ts'
import { absent } from '../unavailable.ts'
import { isServiceName } from './lacking.ts'

const ignore = (): undefined => undefined

/** The policies of the admin panel that routes of the content API can also name. */
export const ADMIN_POLICIES: Readonly<MemberMap> = {
  isAuthenticatedAdmin: (context: unknown) =>
    Boolean(Reflect.get(Object(Reflect.get(Object(context), 'state')), 'isAuthenticated')),
  hasPermissions: { handler: () => false, validator: ignore },
}

/** Makes the object `strapi.admin`. The parameter `registry` contains the services of the admin panel. */
export function createAdmin(registry: Registry): MemberMap {
  const names = (): readonly string[] =>
    registry.keys().flatMap((uid) => (uid.startsWith('admin::') ? [uid.slice('admin::'.length)] : []))
  const find = (name: PropertyKey): unknown =>
    isServiceName(name)
      ? (registry.get(`admin::${name}`) ??
        absent(`strapi.admin.services.${name}`, 'a mock has no admin panel'))
      : undefined
  const services = new Proxy<MemberMap>(
    {},
    {
      get: (_, name) => find(name),
      has: (_, name) => names().includes(String(name)),
      ownKeys: () => [...names()],
      getOwnPropertyDescriptor: (_, name) =>
        names().includes(String(name))
          ? { value: find(name), enumerable: true, configurable: true }
          : undefined,
    },
  )
  return {
    services,
    service: (name: unknown) => registry.get(`admin::${String(name)}`),
    controllers: {},
    routes: {},
    policies: {},
    middlewares: {},
    contentTypes: {},
    config: {},
  }
}
