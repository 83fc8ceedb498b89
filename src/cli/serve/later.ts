/** Loads modules on demand, so that the server can listen before all its code is loaded. */

import type { Layer } from '../../server/layer.ts'
import { invariant } from '../../util/invariant.ts'

interface Later<T> {
  /** Loads the module if it is not loaded yet, and resolves to the module. */
  readonly loaded: () => Promise<T>
  /** Returns the loaded module; throws an error before it is loaded. */
  readonly there: () => T
  /** Returns the loaded module; undefined until it is loaded. */
  readonly now: () => T | undefined
}

/**
 * Returns a layer that answers like the function `before` of the loaded code. If the code is not loaded yet, a
 * request waits for it.
 */
export const beforeThe = (answers: Later<{ readonly before: Layer }>): Layer => {
  return (request) => {
    const now = answers.now()
    return now === undefined ? answers.loaded().then(({ before }) => before(request)) : now.before(request)
  }
}

export function later<T extends object>(load: () => Promise<T>): Later<T> {
  let loading: Promise<T> | undefined
  let there: T | undefined
  return {
    loaded: async () => {
      loading ??= load()
      there = await loading
      return there
    },
    now: () => there,
    there: () => {
      invariant(there !== undefined, 'the module was loaded before its use')
      return there
    },
  }
}
