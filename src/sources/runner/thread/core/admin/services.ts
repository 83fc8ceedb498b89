/** The services of the admin panel that work without an admin panel, by name. */
import type { Bag } from '../reach.ts'
import { apiTokenService } from './api-token.ts'
import { adminAuthService, adminTokenService } from './passwords.ts'
import { adminRoleService, adminUserService, permissionRows } from './users.ts'

const ignore = (): undefined => undefined

/** Returns a registry of the admin panel. Adding to the registry has no effect. */
const provider = (): object => ({
  register: async () => undefined,
  registerMany: async () => undefined,
  appliesToProperty: async () => false,
  unstable_aliases: () => [],
  get: ignore,
  has: () => false,
  delete: ignore,
  clear: ignore,
  keys: () => [],
  values: () => [],
  size: () => 0,
  hooks: {},
})

const permissionService = (given: { readonly strapi: object }): object => ({
  ...permissionRows(given),
  actionProvider: provider(),
  conditionProvider: provider(),
  sectionsBuilder: { addHandler: ignore, addSection: ignore, createSection: ignore },
  engine: { registerPermissionsHandler: ignore, hooks: {} },
  cleanPermissionsInDatabase: async () => undefined,
  sanitizePermission: (permission: unknown) => permission,
})

/** The factories of the services. */
export const ADMIN_SERVICES: Readonly<Bag> = {
  permission: permissionService,
  'api-token': apiTokenService,
  'api-token-content-api': apiTokenService,
  auth: adminAuthService,
  role: adminRoleService,
  token: adminTokenService,
  user: adminUserService,
}
