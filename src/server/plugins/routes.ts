/** The route table of the plugins: the path, methods, permission and endpoint of each route. */

import type { Graph } from '../../reference/graph/graph.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { startsInAnyCase } from '../../util/url/target.ts'
import type { BodyKind } from '../layer.ts'
import type { Endpoint } from './context.ts'
import { listLocales } from './locales.ts'
import { getComponent, getComponents, getContentType, getContentTypes } from './schemas/builder.ts'
import { findFile, findFilePage, findFiles } from './upload/files.ts'
import { removeFile, upload as sendFiles } from './upload/upload.ts'
import { createUser, destroyUser, updateUser } from './users/accounts.ts'
import * as auth from './users/auth.ts'
import { register } from './users/register.ts'
import { findPermissions, findRole, findRoles } from './users/roles.ts'
import { countUsers, findUser, findUsers, me } from './users/users.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface EndpointRoute {
  readonly method: Method
  /**
   * The path of the route below the API prefix. In the path, `:` matches one segment, and `*` matches one or more
   * segments.
   */
  readonly path: string
  /** The permission that the route requires. */
  readonly action: string
  /**
   * The function that answers the route. Null stands for a route that changes data and for which no role can have the
   * permission.
   */
  readonly endpoint: Endpoint | null
  /** The kind of body that the endpoint reads. */
  readonly reads: BodyKind
}

const users = 'plugin::users-permissions'
const builder = 'plugin::content-type-builder'
const upload = 'plugin::upload.content-api'

const route = (
  method: Method,
  path: string,
  action: string,
  endpoint: Endpoint | null,
  reads: BodyKind = 'text',
): EndpointRoute => ({ method, path, action, endpoint, reads })

/** The routes in the order in which the real server matches them. */
const ROUTES: readonly EndpointRoute[] = [
  route('GET', 'content-type-builder/components', `${builder}.components.getComponents`, getComponents),
  route('GET', 'content-type-builder/components/:', `${builder}.components.getComponent`, getComponent),
  route(
    'GET',
    'content-type-builder/content-types',
    `${builder}.content-types.getContentTypes`,
    getContentTypes,
  ),
  route(
    'GET',
    'content-type-builder/content-types/:',
    `${builder}.content-types.getContentType`,
    getContentType,
  ),
  route('POST', 'upload', `${upload}.upload`, sendFiles, 'files'),
  route('GET', 'upload/files', `${upload}.find`, findFiles),
  route('GET', 'upload/files/page', `${upload}.findPage`, findFilePage),
  route('GET', 'upload/files/:', `${upload}.findOne`, findFile),
  route('DELETE', 'upload/files/:', `${upload}.destroy`, removeFile),
  route('GET', 'i18n/locales', 'plugin::i18n.locales.listLocales', listLocales),
  route('GET', 'connect/*', `${users}.auth.connect`, auth.connect),
  route('POST', 'auth/local', `${users}.auth.callback`, auth.login),
  route('POST', 'auth/local/register', `${users}.auth.register`, register),
  route('GET', 'auth/:/callback', `${users}.auth.callback`, auth.callback),
  route('POST', 'auth/forgot-password', `${users}.auth.forgotPassword`, auth.forgotPassword),
  route('POST', 'auth/reset-password', `${users}.auth.resetPassword`, auth.resetPassword),
  route('GET', 'auth/email-confirmation', `${users}.auth.emailConfirmation`, auth.emailConfirmation),
  route(
    'POST',
    'auth/send-email-confirmation',
    `${users}.auth.sendEmailConfirmation`,
    auth.sendEmailConfirmation,
  ),
  route('POST', 'auth/change-password', `${users}.auth.changePassword`, auth.changePassword),
  route('POST', 'auth/refresh', `${users}.auth.refresh`, auth.session),
  route('POST', 'auth/logout', `${users}.auth.logout`, auth.session),
  route('GET', 'auth/sessions', `${users}.auth.getSessions`, auth.session),
  route('DELETE', 'auth/sessions/:', `${users}.auth.revokeSession`, auth.session),
  route('GET', 'users/count', `${users}.user.count`, countUsers),
  route('GET', 'users', `${users}.user.find`, findUsers),
  route('GET', 'users/me', `${users}.user.me`, me),
  route('GET', 'users/:', `${users}.user.findOne`, findUser),
  route('POST', 'users', `${users}.user.create`, createUser),
  route('PUT', 'users/:', `${users}.user.update`, updateUser),
  route('DELETE', 'users/:', `${users}.user.destroy`, destroyUser),
  route('GET', 'users-permissions/roles/:', `${users}.role.findOne`, findRole),
  route('GET', 'users-permissions/roles', `${users}.role.find`, findRoles),
  route('POST', 'users-permissions/roles', `${users}.role.createRole`, null),
  route('PUT', 'users-permissions/roles/:', `${users}.role.updateRole`, null),
  route('DELETE', 'users-permissions/roles/:', `${users}.role.deleteRole`, null),
  route('GET', 'users-permissions/permissions', `${users}.permissions.getPermissions`, findPermissions),
]

export interface EndpointPath {
  /** The routes that match the path of a request, in the order of the table. The first route of a method answers. */
  readonly routes: readonly EndpointRoute[]
  /** The decoded values of the path parameters. */
  readonly params: readonly string[]
}

/** Returns the plugin routes of a path; undefined if the content API answers the path. */
export function placeOf(path: string, { schema, settings }: Graph): EndpointPath | undefined {
  const prefix = `${settings.prefix}/`
  return startsInAnyCase(path, prefix.toLowerCase())
    ? placeBelow(path.slice(prefix.length), schema)
    : undefined
}

/** Returns the route for a method; HEAD uses the route for GET. */
export const routeOf = ({ routes }: EndpointPath, method: string): EndpointRoute | undefined =>
  routes.find((one) => one.method === (method === 'HEAD' ? 'GET' : method))

/** Finds the plugin routes of a path without the API prefix. */
function placeBelow(path: string, schema: Graph['schema']): EndpointPath | undefined {
  // Checks the first segment of the path first, because almost every path belongs to the content API.
  const end = path.indexOf('/')
  const first = (end < 0 ? path : path.slice(0, end)).toLowerCase()
  if (!FIRST_STEPS.has(first) || isTaken(first, schema)) return undefined
  const steps = path.split('/')
  // Ignores one trailing slash of the path.
  if (steps.length > 1 && steps.at(-1) === '') steps.pop()
  const routes = ROUTES.filter((one) => isAt(one.path.split('/'), steps))
  const [at] = routes
  if (at === undefined) return undefined
  const open = routes.find(({ path: own }) => own.includes(':'))?.path.split('/') ?? []
  return { routes, params: steps.filter((_, index) => open[index] === ':').map(asDecoded) }
}

const FIRST_STEPS: ReadonlySet<string | undefined> = new Set(ROUTES.map(({ path }) => path.split('/')[0]))

/** Returns whether a content type of the project has the path of a plugin. The content type then takes precedence. */
const isTaken = (first: string, { contentTypes }: Graph['schema']): boolean =>
  [...contentTypes.values()].some(
    ({ uid, kind, singularName, pluralName }) =>
      uid.startsWith('api::') && first === (kind === 'singleType' ? singularName : pluralName).toLowerCase(),
  )

function isAt(pattern: readonly string[], steps: readonly string[]): boolean {
  if (pattern.at(-1) === '*') return steps[0]?.toLowerCase() === pattern[0] && steps.length > 1
  return (
    pattern.length === steps.length &&
    pattern.every((step, at) => (step === ':' ? steps[at] !== '' : step === steps[at]?.toLowerCase()))
  )
}

/**
 * Returns the methods for the `allow` header. The `allow` header always includes GET and HEAD. The real server never
 * answers 405 to a GET: without a route, it answers 404.
 */
export const methodsOf = ({ routes }: EndpointPath): readonly string[] => [
  ...new Set(['HEAD', 'GET', ...routes.map(({ method }) => method)]),
]
