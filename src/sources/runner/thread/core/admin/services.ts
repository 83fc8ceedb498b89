/** Implements the services of the admin panel that also work in a mock, which has no admin panel. */
import type { Bag } from '../reach.ts'
import { hooks } from '../utils/hooks.ts'
import { apiTokenService } from './api-token.ts'
import { adminAuthService, adminTokenService } from './passwords.ts'
import { adminRoleService, adminUserService, permissionRows } from './users.ts'

const ignore = (): undefined => undefined

/**
 * Returns the hooks of the permission engine. The engine of a mock evaluates no permissions, so only the project's code
 * calls these hooks.
 */
const engineHooks = (): object => ({
  'before-format::validate.permission': hooks.createAsyncBailHook(),
  'format.permission': hooks.createAsyncSeriesWaterfallHook(),
  'after-format::validate.permission': hooks.createAsyncBailHook(),
  'before-evaluate.permission': hooks.createAsyncSeriesHook(),
  'before-register.permission': hooks.createAsyncSeriesHook(),
})

/** Returns the hooks that every registry of the admin panel has. */
const providerHooks = (): object => ({
  willRegister: hooks.createAsyncSeriesHook(),
  didRegister: hooks.createAsyncParallelHook(),
  willDelete: hooks.createAsyncParallelHook(),
  didDelete: hooks.createAsyncParallelHook(),
})

/**
 * Returns a replacement for a registry of the admin panel. Registering a value in the replaced registry has no
 * effect, and calls no hook.
 */
const provider = (more: object = {}): object => ({
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
  hooks: { ...providerHooks(), ...more },
})

const permissionService = (given: { readonly strapi: object }): object => ({
  ...permissionRows(given),
  actionProvider: provider({ appliesPropertyToSubject: hooks.createAsyncParallelHook() }),
  conditionProvider: provider(),
  sectionsBuilder: { addHandler: ignore, addSection: ignore, createSection: ignore },
  engine: { registerPermissionsHandler: ignore, hooks: engineHooks() },
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
