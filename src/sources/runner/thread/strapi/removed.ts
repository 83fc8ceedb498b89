/**
 * Finds the routes of Strapi's plugins that a project's extensions remove, because Populace must not answer requests
 * for these routes.
 */
import type { Middleware, RawRoute } from '../loaded.ts'
import type { LoadState } from './load/state.ts'
import { memberOf, textOf } from './values.ts'

/**
 * Makes a replacement for each removed plugin route. The replacement of a removed route answers 405 if the path has
 * routes with other HTTP methods, otherwise 404.
 */
export function removedRoutes(state: LoadState, routes: readonly RawRoute[]): readonly RawRoute[] {
  const stock = [...state.stockRoutes].map(([route, text]) => ({
    route,
    owner: state.stockOwners.get(route),
    text,
  }))
  return stock.flatMap(({ owner, text }) => {
    if (owner === undefined) return []
    const route: unknown = JSON.parse(text)
    const method = textOf(memberOf(route, 'method')) ?? 'GET'
    const own = textOf(memberOf(route, 'path')) ?? '/'
    const hasOwnPrefix = memberOf(memberOf(route, 'config'), 'prefix') !== undefined
    const path = hasOwnPrefix ? own : `/${owner}${own}`
    const beside = routes.filter((one) => one.path === path && one.hasPrefix)
    if (beside.some((one) => one.method === method || one.method === 'ALL')) return []
    const file = extensionFile(state, owner)
    return [
      {
        owner: { kind: 'plugin', name: owner, file } as const,
        ...{ method, path, hasPrefix: true, isStock: false },
        handler: absentRoute(beside.map((one) => one.method)),
        config: { auth: false },
      },
    ]
  })
}

const absentRoute =
  (allowed: readonly string[]): Middleware =>
  (context) => {
    if (allowed.length === 0) return
    const set = memberOf(context, 'set')
    Reflect.set(context, 'status', 405)
    if (typeof set === 'function') Reflect.apply(set, context, ['Allow', allowed.join(', ')])
  }

/**
 * Returns the path of a plugin's extension file, relative to the project; an empty text if the plugin has no such
 * file.
 */
export const extensionFile = ({ reports }: LoadState, plugin: string): string =>
  reports.files().find(({ file }) => file.startsWith(`src/extensions/${plugin}/strapi-server.`))?.file ?? ''
