/** Functions that call Strapi's own actions for the project's code, and symbols that mark Strapi's own functions. */
import { at, call, isCall, memberOf } from './reach.ts'

/**
 * The key of a function on the Koa context, called as `context[CORE]({ uid, name, id })`. The function `CORE` runs an
 * action as Strapi does, with the current query and request body. The function `CORE` resolves to the parsed body of
 * the answer, such as `{ data, meta }`, to undefined for an answer without a body, or to null if the action finds no
 * entry. If the action throws an error, the promise of `CORE` rejects with this error.
 */
export const CORE: unique symbol = Symbol.for('populace.core-call')

export interface CoreAction {
  readonly uid: string
  readonly name: string
  /** The route parameter `id`; empty if the route has no such parameter. */
  readonly id: string
  /**
   * The route of the action, if the action belongs to a plugin. The path of this route contains the API prefix and
   * the values of the route parameters.
   */
  readonly route?: { readonly method: string; readonly path: string }
  /** Whether the server answers the call without changing any data. */
  readonly dryRun?: boolean
}

/** The symbol that marks the functions of Strapi's own controllers and services. */
export const STOCK: unique symbol = Symbol.for('populace.stock')

/**
 * The key of a function on `strapi`, called as `strapi[DECOMPOSED](uid, name)`. The function `DECOMPOSED` returns
 * whether code of the project, such as a lifecycle hook, runs inside an action.
 */
export const DECOMPOSED: unique symbol = Symbol.for('populace.decomposed')

/** The key under which a Koa context stores the trace of its request. */
const READ_TRACE: unique symbol = Symbol.for('populace.read-trace')

/** The key that marks the parameters of a read, if Strapi's own service makes this read. */
export const READ: unique symbol = Symbol.for('populace.read')

/** Runs the steps of a Strapi action in the thread. If the Koa context has a trace, the trace records the action. */
export async function runSteps(
  context: unknown,
  action: CoreAction,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const trace = memberOf(context, READ_TRACE)
  return isCall(memberOf(trace, 'begin')) ? call(trace, 'begin', action, run) : run()
}

/**
 * Runs a call of the project's code to a function of Strapi. If the current request has a trace, the trace records a
 * call that Strapi refuses.
 */
export async function runCalled(strapi: object, name: string, run: () => Promise<unknown>): Promise<unknown> {
  const requests = at(strapi, 'requestContext')
  const context = isCall(memberOf(requests, 'get')) ? call(requests, 'get') : undefined
  const trace = memberOf(context, READ_TRACE)
  return isCall(memberOf(trace, 'calling')) ? call(trace, 'calling', name, run) : run()
}

/**
 * The key of a function on the action of a plugin. The function `WRITES` returns whether code of the project runs
 * inside this action of the plugin.
 */
export const WRITES: unique symbol = Symbol.for('populace.writes')

/** Returns whether code of the project, such as a lifecycle hook, runs inside an action of a content type. */
export function isDecomposed(strapi: object, uid: string, name: string): boolean {
  const decomposed = memberOf(strapi, DECOMPOSED)
  return isCall(decomposed) && Reflect.apply(decomposed, strapi, [uid, name]) === true
}

/** Marks a function as one of Strapi's own functions, and returns the function. */
export function stock<F extends object>(run: F): F {
  Object.defineProperty(run, STOCK, { value: true })
  return run
}

export const isStock = (run: unknown): boolean => memberOf(run, STOCK) === true

/**
 * Returns whether a single call to the server can run an action. A single call is enough if no code of the project
 * runs inside the action, and if the Koa context has the function `CORE`.
 */
export function canCall(
  strapi: object,
  context: unknown,
  uid: string,
  name: string,
  service: unknown,
): boolean {
  if (!isCall(memberOf(context, CORE))) return false
  if (isDecomposed(strapi, uid, name)) return false
  // If the content type has no service, or if the service lacks the method, no single call is possible. The action
  // then runs in the thread, where it fails as in Strapi.
  const methods = serviceMethods(name).flatMap((method) => memberOf(service, method) ?? [])
  return methods.length > 0 && methods.every(isStock)
}

/** Returns the names of the service methods that an action of Strapi's own controller may call. */
const serviceMethods = (action: string): readonly string[] =>
  action === 'update' ? ['update', 'createOrUpdate'] : [action]

/** Requests the result of an action from the server with a single call. */
export const askCore = async (context: unknown, action: CoreAction): Promise<unknown> =>
  call(context, CORE, action)
