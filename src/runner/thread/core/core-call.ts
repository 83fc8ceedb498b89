/** Calls of Strapi's own actions by the code of a project, and symbols that mark Strapi's own functions. */
import { call, isCall, memberOf } from './reach.ts'

/**
 * The key of a function on the Koa context, called as `context[CORE]({ uid, name, id })`. The function answers an
 * action as Strapi does, with the current query and body. The function returns the parsed body `{ data, meta }`, or
 * null if nothing is found. The function rejects with the error of the action.
 */
export const CORE: unique symbol = Symbol.for('populace.core-call')

export interface CoreAction {
  readonly uid: string
  readonly name: string
  /** The route parameter `id`; empty if the route has none. */
  readonly id: string
  /** The route of a plugin's action: the path has the API prefix and the values of the parameters. */
  readonly route?: { readonly method: string; readonly path: string }
  /** Whether the server answers without changing its world. */
  readonly dryRun?: boolean
}

/** The symbol that marks the functions of Strapi's own controllers and services. */
export const STOCK: unique symbol = Symbol.for('populace.stock')

/**
 * The key of a function on `strapi` that returns whether code takes part inside an action: `strapi[DECOMPOSED](uid,
 * name)`.
 */
export const DECOMPOSED: unique symbol = Symbol.for('populace.decomposed')

/** The key of the trace on a Koa context. */
const READ_TRACE: unique symbol = Symbol.for('populace.read-trace')

/** The key that marks parameters of reads that Strapi's own service makes. */
export const READ: unique symbol = Symbol.for('populace.read')

/** Reports to the trace of the context, if there is one, that an action runs step by step. */
export function noteSteps(context: unknown, action: CoreAction): void {
  const trace = memberOf(context, READ_TRACE)
  if (isCall(memberOf(trace, 'begin'))) call(trace, 'begin', action)
}

/** The key of a function on a plugin's action that returns whether code takes part in the action. */
export const WRITES: unique symbol = Symbol.for('populace.writes')

/** Whether code takes part inside an action of a content type. */
export function isDecomposed(strapi: object, uid: string, name: string): boolean {
  const decomposed = memberOf(strapi, DECOMPOSED)
  return isCall(decomposed) && Reflect.apply(decomposed, strapi, [uid, name]) === true
}

/** Marks a function as Strapi's own. */
export function stock<F extends object>(run: F): F {
  Object.defineProperty(run, STOCK, { value: true })
  return run
}

export const isStock = (run: unknown): boolean => memberOf(run, STOCK) === true

/**
 * Whether one call of the server can answer the action: no code takes part inside it, and the context accepts such
 * calls.
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
  return serviceMethods(name).every((method) => {
    const run = memberOf(service, method)
    return run === undefined || isStock(run)
  })
}

/** The methods of a core service that a controller action may call. */
const serviceMethods = (action: string): readonly string[] =>
  action === 'update' ? ['update', 'createOrUpdate'] : [action]

/** Requests the answer to an action from the server. */
export const askCore = async (context: unknown, action: CoreAction): Promise<unknown> =>
  call(context, CORE, action)
