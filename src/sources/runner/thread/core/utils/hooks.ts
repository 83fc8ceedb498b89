/** Implements the members `hooks` and `providerFactory` of `@strapi/utils`. */
import type { Call } from '../reach.ts'

interface Hook {
  readonly getHandlers: () => readonly Call[]
  readonly register: (handler: Call) => Hook
  readonly delete: (handler: Call) => Hook
  readonly call: Call
}

/** Makes a hook: a list of handlers, and a function that runs the handlers. */
function hook(run: (handlers: readonly Call[], given: unknown) => Promise<unknown>): Hook {
  let handlers: readonly Call[] = []
  const made: Hook = {
    getHandlers: () => handlers,
    register(handler) {
      handlers = [...handlers, handler]
      return made
    },
    delete(handler) {
      handlers = handlers.filter((one) => one !== handler)
      return made
    },
    call: (given) => run(handlers, given),
  }
  return made
}

const createAsyncSeriesHook = (): Hook =>
  hook(async (handlers, context) => {
    for (const handler of handlers) await handler(context)
  })

const createAsyncSeriesWaterfallHook = (): Hook =>
  hook(async (handlers, given) => {
    let result = given
    for (const handler of handlers) result = await handler(result)
    return result
  })

const createAsyncParallelHook = (): Hook =>
  hook(async (handlers, context) => Promise.all(handlers.map((handler) => handler(structuredClone(context)))))

const createAsyncBailHook = (): Hook =>
  hook(async (handlers, context) => {
    for (const handler of handlers) {
      const result = await handler(context)
      if (result !== undefined) return result
    }
    return undefined
  })

export const hooks = {
  createAsyncSeriesHook,
  createAsyncSeriesWaterfallHook,
  createAsyncParallelHook,
  createAsyncBailHook,
  internals: {
    createHook: (): Hook =>
      hook(async () => {
        throw new Error('Method not implemented')
      }),
  },
}

/** Makes a registry of values. The registry runs hooks before and after it registers or deletes a value. */
export function providerFactory({
  throwOnDuplicates = true,
}: {
  readonly throwOnDuplicates?: boolean
} = {}): object {
  const registry = new Map<unknown, unknown>()
  const events = {
    willRegister: createAsyncSeriesHook(),
    didRegister: createAsyncSeriesHook(),
    willDelete: createAsyncSeriesHook(),
    didDelete: createAsyncSeriesHook(),
  }
  const provider = {
    hooks: events,
    async register(key: unknown, value: unknown) {
      if (throwOnDuplicates && registry.has(key)) throw new Error(`Duplicated item key: ${String(key)}`)
      await events.willRegister.call({ key, value })
      registry.set(key, value)
      await events.didRegister.call({ key, value })
      return provider
    },
    async delete(key: unknown) {
      if (!registry.has(key)) return provider
      const value = registry.get(key)
      await events.willDelete.call({ key, value })
      registry.delete(key)
      await events.didDelete.call({ key, value })
      return provider
    },
    get: (key: unknown) => registry.get(key),
    values: () => [...registry.values()],
    keys: () => [...registry.keys()],
    has: (key: unknown) => registry.has(key),
    size: () => registry.size,
    async clear() {
      for (const key of [...registry.keys()]) await provider.delete(key)
      return provider
    },
  }
  return provider
}
