/** What is loaded when it is first wanted, so that a server need not wait for it to listen. */

import type { Layer } from '../../server/layer.ts'
import { invariant } from '../../util/invariant.ts'

interface Later<T> {
  /** Loads it where nobody did. */
  readonly loaded: () => Promise<T>
  /** For who has waited for it before. */
  readonly there: () => T
  /** undefined until it is there. */
  readonly now: () => T | undefined
}

/** What stands before the API, as soon as it is loaded. */
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
      invariant(there !== undefined, 'what is used was loaded')
      return there
    },
  }
}
