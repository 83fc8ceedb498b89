/** Calls of Strapi's own actions from the code of a project, and the marks of Strapi's own functions. */
import { call, isCall, memberOf } from './reach.ts'

/**
 * The function of a context that answers an action as Strapi does, with the query and the body as they are now:
 * `context[CORE]({ uid, name, id })`. It returns the parsed body `{ data, meta }`, null if nothing is found, and rejects
 * with the error that the action throws.
 */
export const CORE: unique symbol = Symbol.for('populace.core-call')

export interface CoreAction {
  readonly uid: string
  readonly name: string
  /** The parameter `id` of the route; empty without one. */
  readonly id: string
  /** The route of an action of a plugin, with the prefix and the values of its parameters. */
  readonly route?: { readonly method: string; readonly path: string }
  /** Whether the server answers but leaves its world as it is. */
  readonly dryRun?: boolean
}

/** The mark of the functions of Strapi's own controllers and services. */
export const STOCK: unique symbol = Symbol.for('populace.stock')

/** The function of `strapi` that says whether code takes part inside an action: `strapi[DECOMPOSED](uid, name)`. */
export const DECOMPOSED: unique symbol = Symbol.for('populace.decomposed')

/** The name of the trace of a context. */
const READ_TRACE: unique symbol = Symbol.for('populace.read-trace')

/** The mark of the parameters with which a service of Strapi reads documents. */
export const READ: unique symbol = Symbol.for('populace.read')

/** Tells the trace of a context, if it has one, that an action runs step by step. */
export function noteSteps(context: unknown, action: CoreAction): void {
  const trace = memberOf(context, READ_TRACE)
  if (isCall(memberOf(trace, 'begin'))) call(trace, 'begin', action)
}

/** The mark of an action of a plugin that code may take part in: a function that says whether it does. */
export const WRITES: unique symbol = Symbol.for('populace.writes')

/** Whether code takes part inside an action of a type. */
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

/** Whether the server can answer an action in one call: no code takes part inside it, and the context has a call. */
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

/** The methods of a core service that an action may call. */
const serviceMethods = (action: string): readonly string[] =>
  action === 'update' ? ['update', 'createOrUpdate'] : [action]

/** Asks the server for an action. */
export const askCore = async (context: unknown, action: CoreAction): Promise<unknown> =>
  call(context, CORE, action)
