/** Makes the controllers of Strapi's plugins. Each action of a plugin's controller makes one call to the server. */
import { askCore, CORE, type CoreAction, stock } from '../core-call.ts'
import { at, isCall, isNil, memberOf } from '../reach.ts'
import { configOf } from '../strapi.ts'
import type { StockRoute } from './routes.ts'

export type Action = (context: unknown) => Promise<void>

/** A plugin of Strapi, with the routes to the actions of the plugin. */
export interface RoutedPlugin {
  readonly name: string
  readonly routes: readonly StockRoute[]
}

/** Returns the controllers of a Strapi plugin, by controller name. */
export const controllersOf = (strapi: object, plugin: RoutedPlugin): Record<string, Record<string, Action>> =>
  Object.fromEntries(
    [...new Set(plugin.routes.map(({ handler }) => handler.split('.')[0] ?? ''))].map((controller) => [
      controller,
      Object.fromEntries(
        actionsOf(plugin.routes, controller).map((name) => [
          name,
          serverAction(strapi, plugin, controller, name),
        ]),
      ),
    ]),
  )

/** Returns the names of the actions of a plugin's controller to which routes lead. */
const actionsOf = (routes: readonly StockRoute[], controller: string): readonly string[] => [
  ...new Set(
    routes.flatMap(({ handler }) => {
      const [owner, action = ''] = handler.split('.')
      return owner === controller ? [action] : []
    }),
  ),
]

function serverAction(strapi: object, plugin: RoutedPlugin, controller: string, name: string): Action {
  return stock(async (context) => {
    const body = await askCore(context, pluginAction(strapi, plugin, { controller, name, context }))
    setBody(context, body)
  })
}

interface Asked {
  readonly controller: string
  readonly name: string
  readonly context: unknown
}

/**
 * Returns the description of the server call that runs an action of a plugin. @throws Error for a Koa context
 * without a request.
 */
export function pluginAction(
  strapi: object,
  { name: plugin, routes }: RoutedPlugin,
  { controller, name, context }: Asked,
): CoreAction {
  const uid = `plugin::${plugin}.${controller}`
  if (!isCall(memberOf(context, CORE)))
    throw new Error(`${uid}.${name} needs the context of a request: call it with ctx`)
  const method = String(at(context, 'request', 'method'))
  const found = routes.filter(({ handler }) => handler === `${controller}.${name}`)
  const route = found.find((one) => one.method === method) ?? found[0]
  if (route === undefined) return { uid, name, id: '' }
  const prefix = `${String(configOf(strapi, 'api.rest.prefix') ?? '/api')}${route.config?.prefix ?? `/${plugin}`}`
  const path = `${prefix}${route.path === '/' ? '' : route.path}`
    .split('/')
    .map((segment) =>
      segment.startsWith(':')
        ? encodeURIComponent(String(at(context, 'params', segment.slice(1)) ?? ''))
        : segment === '(.*)'
          ? encodeURIComponent(String(at(context, 'params', '0') ?? ''))
          : segment,
    )
  return { uid, name, id: '', route: { method: route.method, path: path.join('/') } }
}

/** Sets the body of the answer, unless the project's code has already set a body. */
export function setBody(context: unknown, body: unknown): void {
  if (typeof context !== 'object' || context === null) return
  if (body !== undefined && isNil(memberOf(context, 'body'))) Reflect.set(context, 'body', body)
}
