/**
 * Lists the actions and routes of the content API, for `contentAPI.permissions` and for the plugin
 * users-permissions.
 */
import { at, type Bag, bagOf, call, isCall, listOf, memberOf } from './reach.ts'

/**
 * Returns the names of a controller's methods, including the methods of its prototypes, such as Strapi's own
 * actions.
 */
function methodNames(controller: unknown): readonly string[] {
  const names = new Set<string>()
  for (
    let one = controller;
    typeof one === 'object' && one !== null && one !== Object.prototype;
    one = Object.getPrototypeOf(one)
  )
    for (const name of Object.keys(one)) if (isCall(memberOf(controller, name))) names.add(name)
  return [...names]
}

/** The names of the helper methods of controllers. These methods are not actions. */
const HELPERS = new Set([
  'transformResponse',
  'sanitizeOutput',
  'sanitizeInput',
  'sanitizeQuery',
  'validateQuery',
  'validateInput',
])

/** Returns the actions of each API and plugin: `{ 'api::article': { controllers: { article: ['find'] } } }`. */
export function actionsMap(strapi: object): Readonly<Record<string, { readonly controllers: Bag }>> {
  const owners = (kind: 'api' | 'plugin', modules: unknown) =>
    Object.entries(bagOf(modules)).flatMap(([name, module]) => {
      const controllers = Object.entries(bagOf(memberOf(module, 'controllers'))).flatMap(
        ([controller, actions]) => {
          const names = methodNames(actions).filter((action) => !HELPERS.has(action))
          return names.length === 0 ? [] : [[controller, names] as const]
        },
      )
      return controllers.length === 0
        ? []
        : [[`${kind}::${name}`, { controllers: Object.fromEntries(controllers) }] as const]
    })
  return Object.fromEntries([
    ...owners('api', at(strapi, 'apis')),
    ...owners('plugin', at(strapi, 'plugins')),
  ])
}

/** Returns all actions in the form of the plugin users-permissions: each action with the member `enabled`. */
export function actionStates(strapi: object, isEnabled = false): Bag {
  const stateOf = (): object => ({ enabled: isEnabled, policy: '' })
  return Object.fromEntries(
    Object.entries(actionsMap(strapi)).map(([owner, { controllers }]) => [
      owner,
      {
        controllers: Object.fromEntries(
          Object.entries(controllers).map(([controller, actions]) => [
            controller,
            Object.fromEntries(listOf(actions).map((action) => [String(action), stateOf()])),
          ]),
        ),
      },
    ]),
  )
}

/**
 * Returns the routes of each API and plugin. The path of each route includes the prefixes of the API and of the
 * plugin.
 */
export function routesMap(strapi: object): Readonly<Record<string, readonly Bag[]>> {
  const map: Record<string, Bag[]> = {}
  for (const route of listOf(call(memberOf(strapi, 'server'), 'listRoutes'))) {
    const { owner, method, path, handler, config } = bagOf(route)
    const key = `${String(at(owner, 'kind'))}::${String(at(owner, 'name'))}`
    map[key] = [...(map[key] ?? []), { method, path, handler, config }]
  }
  return map
}
