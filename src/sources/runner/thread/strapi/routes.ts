/** Collects all routes of a project, in the order in which Strapi registers them. */
import type { RawRoute, RouteOwner } from '../loaded.ts'
import type { MemberMap } from './core-parts.ts'
import type { LoadState } from './load/state.ts'
import { modulesOf } from './members.ts'
import { extensionFile } from './removed.ts'
import type { AddedRouter } from './services/server.ts'
import { isCallable, isMembers, isRecord, listOf, memberOf, recordOf, textOf } from './values.ts'

/** Returns the routes of all APIs and plugins in the content API, without the routes of the admin panel. */
export function routesOf(state: LoadState): readonly RawRoute[] {
  const { container } = state
  return [
    ...Object.entries(modulesOf(container, 'api')).flatMap(([name, api]) => apiRoutes(state, name, api)),
    ...Object.entries(modulesOf(container, 'plugin')).flatMap(([name, plugin]) =>
      pluginRoutes(state, name, plugin),
    ),
  ]
}

/** Returns the routes that the project's code adds with `strapi.server.routes`. */
export function addedRoutes(state: LoadState, routers: readonly AddedRouter[]): readonly RawRoute[] {
  return routers.flatMap(({ file, router }) => {
    const owner: RouteOwner = { kind: 'api', name: '', file }
    if (Array.isArray(router))
      return listOf(router).flatMap((route) =>
        rawRoute(state, owner, route, { prefix: '', usual: '', hasPrefix: false }),
      )
    if (memberOf(router, 'type') === 'admin') return []
    const hasPrefix = memberOf(router, 'type') === 'content-api'
    const prefix = textOf(memberOf(router, 'prefix')) ?? ''
    return listOf(memberOf(router, 'routes')).flatMap((route) =>
      rawRoute(state, owner, route, { prefix, usual: '', hasPrefix }),
    )
  })
}

function apiRoutes(state: LoadState, name: string, api: unknown): readonly RawRoute[] {
  const routers = madeRouters(state, api)
  return Object.entries(routers).flatMap(([key, router]) => {
    const file = state.fileOf.get(`routes api::${name}.${key}`) ?? ''
    return routerRoutes(state, { kind: 'api', name, file }, router, '')
  })
}

function pluginRoutes(state: LoadState, name: string, plugin: unknown): readonly RawRoute[] {
  // As in Strapi, if the member `routes` of a plugin is a list, these routes belong to the admin panel.
  if (Array.isArray(memberOf(plugin, 'routes'))) return []
  const file = extensionFile(state, name)
  return Object.values(madeRouters(state, plugin)).flatMap((router) =>
    memberOf(router, 'type') === 'content-api'
      ? routerRoutes(state, { kind: 'plugin', name, file }, router, `/${name}`)
      : [],
  )
}

/**
 * Calls the routers of a module that are functions, and replaces each of these functions in the module by its
 * result.
 */
function madeRouters({ container, reports, loading }: LoadState, module: unknown): MemberMap {
  const made: MemberMap = {}
  for (const [key, router] of Object.entries(recordOf(memberOf(module, 'routes'))))
    try {
      made[key] = isCallable(router) ? router({ strapi: container.strapi }) : router
    } catch (error) {
      reports.failed(loading.folder, error)
    }
  if (isMembers(module)) module['routes'] = made
  return made
}

function routerRoutes(
  state: LoadState,
  owner: RouteOwner,
  router: unknown,
  usual: string,
): readonly RawRoute[] {
  const prefix = textOf(memberOf(router, 'prefix')) ?? usual
  try {
    return listOf(memberOf(router, 'routes')).flatMap((route) =>
      rawRoute(state, owner, route, { prefix, usual, hasPrefix: true }),
    )
  } catch (error) {
    const { folder } = state.loading
    state.reports.failed(owner.file === '' ? folder : `${folder}/${owner.file}`, error)
    return []
  }
}

interface Prefixes {
  readonly prefix: string
  /** The prefix that the routes of an API or plugin have by default. */
  readonly usual: string
  readonly hasPrefix: boolean
}

function rawRoute(
  state: LoadState,
  owner: RouteOwner,
  route: unknown,
  { prefix, usual, hasPrefix }: Prefixes,
): readonly RawRoute[] {
  if (!isRecord(route)) return []
  const { handler } = route
  const method = textOf(route['method'])?.trim().toUpperCase()
  const path = textOf(route['path'])?.trim()
  if (method === undefined || path === undefined || handler === undefined) return []
  const config = recordOf(route['config'])
  // Omits the prefix of the router if the configuration of the route contains `prefix`.
  const whole = 'prefix' in config ? path : `${prefix}${path}`
  return [
    {
      owner,
      method,
      path: whole === '' ? '/' : whole,
      handler,
      config: { ...config, policies: listOf(config['policies']), middlewares: listOf(config['middlewares']) },
      hasPrefix,
      isStock: prefix === usual && isStrapis(state, route),
    },
  ]
}

const isStrapis = (state: LoadState, route: MemberMap): boolean =>
  state.stockRoutes.get(route) === JSON.stringify(route) || isDefault(state, route)

/** Returns whether a route has no `config` and equals one of Strapi's own routes for a content type. */
function isDefault({ container, loading }: LoadState, route: MemberMap): boolean {
  const { method, path, handler, config } = route
  if (typeof handler !== 'string' || Object.keys(recordOf(config)).length > 0) return false
  const uid = handler.slice(0, handler.lastIndexOf('.'))
  if (container.types.get(uid) === undefined) return false
  const router = loading.core.factories(container.strapi).createCoreRouter(uid)
  return listOf(memberOf(router, 'routes')).some(
    (own) =>
      memberOf(own, 'method') === method &&
      memberOf(own, 'path') === path &&
      memberOf(own, 'handler') === handler,
  )
}
