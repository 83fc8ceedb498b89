/** Decides whether an action is one of Strapi's own actions and runs no code of the project. */
import type { Container } from './container-parts.ts'
import { WRITES as PLUGIN_WRITES, STOCK } from './core-parts.ts'
import type { HookedAction } from './data/subscribers.ts'
import { callOn, isCallable, isMembers, listOf, memberOf } from './values.ts'

/** The pairs of lifecycle events that an action of Strapi's own controllers may fire, by the name of the action. */
const EVENTS: Readonly<Record<string, readonly HookedAction[]>> = {
  find: ['FindMany', 'FindOne', 'Count'],
  findOne: ['FindOne', 'FindMany'],
  create: ['Create', 'Delete', 'FindOne', 'FindMany'],
  update: ['Update', 'Create', 'Delete', 'FindOne', 'FindMany'],
  delete: ['Delete', 'FindMany'],
}

const ACTIONS = new Set(Object.keys(EVENTS))

/**
 * Returns whether the server can run an action in one step, because no code of the project runs inside the action.
 * @param controller - The controller to which the action belongs.
 */
export function isCoreAction(container: Container, uid: string, name: string, controller: unknown): boolean {
  if (!isOwn(controller, name)) return false
  // A plugin's action calls the server once, unless the function that is stored on the action returns true.
  if (uid.startsWith('plugin::')) return callOn(controller, markOf(memberOf(controller, name))) !== true
  return (
    ACTIONS.has(name) &&
    !overridesHelpers(controller) &&
    !takesPart(container, uid, name) &&
    callsOwnService(container.services.get(uid), name)
  )
}

/**
 * Returns whether an action calls only Strapi's own methods of a service. The result is false if the service has
 * none of the methods that the action calls.
 */
function callsOwnService(service: unknown, name: string): boolean {
  const methods = serviceMethods(name).filter((one) => memberOf(service, one) !== undefined)
  return methods.length > 0 && methods.every((one) => isOwn(service, one)) && !overridesHelpers(service)
}

/**
 * Returns the function on a plugin's action that returns whether project code runs inside the action; undefined if
 * the action has no such function.
 */
const markOf = (action: unknown): unknown =>
  isCallable(action) ? Reflect.get(action, PLUGIN_WRITES) : undefined

/**
 * Returns whether code of the project runs inside an action. Code inside an action is a document middleware,
 * lifecycle hook, event listener, sanitizer or validator.
 */
export const takesPart = (container: Container, uid: string, name: string): boolean =>
  container.documents.hasMiddlewares() ||
  (EVENTS[name] ?? []).some((action) => container.subscribers.concern(uid, action)) ||
  (WRITES.has(name) && container.eventHub.hears('entry.')) ||
  LISTS.some((path) => listOf(container.sanitizers.get(path)).length > 0) ||
  LISTS.some((path) => listOf(container.validators.get(path)).length > 0)

const WRITES = new Set(['create', 'update', 'delete'])
const LISTS = ['content-api.input', 'content-api.output', 'content-api.query']

/**
 * Returns the names of the service methods that an action may call. For single types, the action `update` calls
 * `createOrUpdate`.
 */
const serviceMethods = (action: string): readonly string[] =>
  action === 'update' ? ['update', 'createOrUpdate'] : [action]

/**
 * Returns whether a method is one of Strapi's own methods. A method of Strapi has the mark `STOCK`, or equals the
 * method of the prototype.
 */
function isOwn(instance: unknown, name: string): boolean {
  const method = memberOf(instance, name)
  if (!isCallable(method) || !isMembers(instance)) return false
  if (Reflect.get(method, STOCK) === true) return true
  const base: unknown = Object.getPrototypeOf(instance)
  return base !== Object.prototype && isMembers(base) && memberOf(base, name) === method
}

/**
 * Returns whether the project's code overrides a helper method that actions call on `this`, such as `sanitizeOutput`
 * or `getFetchParams`.
 */
function overridesHelpers(instance: unknown): boolean {
  if (!isMembers(instance)) return true
  const base: unknown = Object.getPrototypeOf(instance)
  if (!isMembers(base) || base === Object.prototype) return false
  return Object.getOwnPropertyNames(instance).some(
    (name) =>
      !ACTIONS.has(name) &&
      isCallable(memberOf(instance, name)) &&
      memberOf(base, name) !== undefined &&
      memberOf(base, name) !== memberOf(instance, name) &&
      !Object.hasOwn(Object.prototype, name),
  )
}
