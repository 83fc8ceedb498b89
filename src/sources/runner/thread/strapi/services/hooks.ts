/** Implements the hooks that `strapi.hook(name)` returns. A hook is a list of functions that run in order. */
import type { Callable, MemberMap } from '../core-parts.ts'
import { isCallable } from '../values.ts'

export function createHook(): MemberMap {
  let handlers: readonly Callable[] = []
  const hook: MemberMap = {
    register: (handler: unknown) => {
      if (isCallable(handler)) handlers = [...handlers, handler]
      return hook
    },
    delete: (handler: unknown) => {
      handlers = handlers.filter((known) => known !== handler)
      return hook
    },
    call: async (given: unknown) => {
      for (const handler of handlers) await handler(given)
    },
  }
  Object.defineProperty(hook, 'handlers', { enumerable: true, get: () => handlers })
  return hook
}
