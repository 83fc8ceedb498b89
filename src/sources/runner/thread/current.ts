/**
 * Stores the state of the running code of a request, which follows the code through all its asynchronous work. The
 * whole state shares one `AsyncLocalStorage`, because in Node 20 each additional storage makes each promise of the
 * thread slower.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Callable } from './strapi/core-parts.ts'

/** The functions that run at the end of a transaction: after its commit or after its rollback. */
export interface Transaction {
  readonly commits: Callable[]
  readonly rollbacks: Callable[]
}

interface Current {
  /** The id of the request whose code is running; 0 outside of requests. */
  readonly request: number
  /** The Koa context of the request whose code is running. */
  context: object | undefined
  /** The open transaction of `strapi.db`, if the running code is inside a transaction. */
  readonly transaction: Transaction | undefined
}

const OUTSIDE: Current = { request: 0, context: undefined, transaction: undefined }

const storage = new AsyncLocalStorage<Current>()

/** Returns the state of the code that is currently running. */
export const current = (): Readonly<Current> => storage.getStore() ?? OUTSIDE

/** Runs project code for a request, so that `current` returns the state of this request. */
export const runRequest = <T>(request: number, code: () => T): T => storage.run({ ...OUTSIDE, request }, code)

/**
 * Runs code with a given Koa context as the current context. The first Koa context becomes part of the existing state
 * of the request, so that no second `AsyncLocalStorage` store is made. Sharing the state is safe, because no code of
 * the project runs in a request before the first Koa context.
 */
export function runInContext<T>(context: object, code: () => T): T {
  const store = storage.getStore()
  if (store === undefined || store.context !== undefined)
    return storage.run({ ...(store ?? OUTSIDE), context }, code)
  store.context = context
  return code()
}

export const runInTransaction = <T>(transaction: Transaction, code: () => T): T =>
  storage.run({ ...current(), transaction }, code)
