/** Implements `strapi.requestContext`, which stores the Koa context of the current request. */
import { current, runInContext } from '../../current.ts'

export interface RequestContext {
  /**
   * Runs a function with the given Koa context as the current context. The context stays current in all asynchronous
   * work that the function starts.
   */
  readonly run: <T>(context: object, run: () => T) => T
  readonly get: () => object | undefined
}

export const requestContext: RequestContext = {
  run: runInContext,
  get: () => current().context,
}
