/**
 * Implements `strapi.server`, which collects the routes and middlewares that the project's code adds, and listens on
 * no port.
 */
import { EventEmitter } from 'node:events'
import type { Located, Middleware, RawRoute } from '../../loaded.ts'
import type { Callable, MemberMap } from '../core-parts.ts'
import { absent, placeOf } from '../unavailable.ts'
import { isCallable, isRecord } from '../values.ts'

export interface ServerParts {
  /** The object that project code uses as `strapi.server`. */
  readonly facade: MemberMap
  /** The middlewares that the project's code added with `strapi.server.use`. */
  readonly used: readonly Located<Middleware>[]
  /** The routers that the project's code added with `strapi.server.routes`. */
  readonly routers: readonly AddedRouter[]
}

/** A router or a list of routes that the project's code added, with the path of the file that added it. */
export interface AddedRouter {
  readonly file: string
  readonly router: unknown
}

/**
 * Makes the object `strapi.server`.
 * @param routes - A function that returns the routes of the project, for the method `listRoutes`.
 */
export function createServerParts(
  folder: string,
  routes: () => readonly RawRoute[],
  prefix: () => string,
): ServerParts {
  const listRoutes = (): readonly object[] =>
    routes().map((route) => ({
      ...route,
      path: route.hasPrefix ? `${prefix()}${route.path === '/' ? '' : route.path}` : route.path,
      methods: [route.method],
    }))
  const used: Located<Middleware>[] = []
  const routers: AddedRouter[] = []
  const here = (): string => placeOf(new Error('here'), folder)?.file ?? ''
  const use = (middleware: unknown): MemberMap => {
    if (isCallable(middleware)) used.push({ file: here(), run: middlewareOf(middleware) })
    return facade
  }
  const add = (router: unknown): MemberMap => {
    routers.push({ file: here(), router })
    return facade
  }
  const app: MemberMap = {
    use,
    context: {},
    request: {},
    response: {},
    on: () => app,
    keys: [],
    proxy: false,
  }
  const facade: MemberMap = {
    app,
    router: routerOf(add),
    use,
    routes: add,
    api: (type: unknown) => ({
      use,
      routes: (router: unknown) => add(isRecord(router) ? { type, ...router } : { type, routes: router }),
      listRoutes,
    }),
    mount: () => facade,
    initRouting: () => facade,
    initMiddlewares: async () => facade,
    listRoutes,
    listen: absent('strapi.server.listen', 'the mock server itself listens'),
    destroy: async () => undefined,
  }
  facade['httpServer'] = silentServer()
  return { facade, used, routers }
}

/** Returns an HTTP server that listens on no port. Code such as socket.io can attach to this server. */
const silentServer = (): EventEmitter =>
  Object.assign(new EventEmitter(), {
    listening: false,
    address: () => null,
    close: (done?: unknown) => (isCallable(done) ? done() : undefined),
  })

const middlewareOf =
  (run: Callable): Middleware =>
  (context, next) =>
    run(context, next)

/** Makes the object `strapi.server.router`, whose routes do not get the API prefix. */
function routerOf(add: (router: unknown) => unknown): MemberMap {
  const router: MemberMap = {}
  for (const method of ['get', 'post', 'put', 'patch', 'delete', 'all'])
    router[method] = (path: unknown, ...handler: readonly unknown[]) => {
      add([{ method: method.toUpperCase(), path, handler, config: { auth: false } }])
      return router
    }
  router['use'] = () => router
  return router
}
