/** Implements the services of the admin panel that also work in a mock, which has no admin panel. */
import type { Bag } from '../reach.ts'
import { apiTokenService } from './api-token.ts'
import { adminAuthService, adminTokenService } from './passwords.ts'
import { adminRoleService, adminUserService, permissionRows } from './users.ts'

const ignore = (): undefined => undefined

/**
 * Returns a replacement for a registry of the admin panel. Registering a value in the replaced registry has no
 * effect.
 */
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

/** The functions that create the services of the admin panel, by service name. */
export const ADMIN_SERVICES: Readonly<Bag> = {
  permission: permissionService,
  'api-token': apiTokenService,
  'api-token-content-api': apiTokenService,
  auth: adminAuthService,
  role: adminRoleService,
  token: adminTokenService,
  user: adminUserService,
}
