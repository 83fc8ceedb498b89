/** The error for a call in the project's code that cannot work in Populace. */
import type { CodePlace } from '../protocol.ts'
import { placeIn, placeText } from './guard/place.ts'
import { requestContext } from './strapi/services/request-context.ts'

/** The cause of a call that cannot work: a missing package, a refusal by the guard, or a missing member of `strapi`. */
export type Lack = 'package' | 'refused' | 'member'

/** The description of a call that cannot work, for clients: a sentence, the cause and the place of the call. */
export interface LackWords {
  readonly lack: Lack
  /** One sentence without a full stop, which a client may see. */
  readonly sentence: string
  /**
   * The place of the call in the project's code. By default, the place is the one in the stack trace of the error.
   * The value null means that `sentence` already names the place.
   */
  readonly place?: CodePlace | null | undefined
}

/** The error for a call that cannot work in Populace, with a sentence that a client may see. */
export class CannotWork extends Error {
  declare readonly expose: true
  declare readonly status: 500
  declare readonly words: LackWords

  constructor(message: string, words: LackWords) {
    super(message)
    // Makes these members not enumerable. Project code often prints the errors that it catches, and printing would
    // repeat the words in enumerable members. `ctx.throw(500, error)` sets the members of the error.
    Object.defineProperties(this, {
      expose: { value: true, writable: true },
      status: { value: 500, writable: true },
      words: { value: words },
    })
    const context = requestContext.get()
    if (context !== undefined) LAST.set(context, this)
  }
}

/**
 * The last `CannotWork` error of each request, by the Koa context of the request. The map stores the last error,
 * because the project's code may catch the error.
 */
const LAST = new WeakMap<object, CannotWork>()

/** Returns the last `CannotWork` error during a request, even if the project's code caught this error. */
export const lastLackOf = (context: object): CannotWork | undefined => LAST.get(context)

/** Removes a stored `CannotWork` error that has no effect on the answer. */
export function forgetLack(error: CannotWork): void {
  const context = requestContext.get()
  if (context !== undefined && LAST.get(context) === error) LAST.delete(context)
}

/**
 * The maximum number of nested causes (`error.cause`) that the search follows. Libraries nest causes of an error
 * only a few times.
 */
const MOST_CAUSES = 10

/**
 * Finds a `CannotWork` error: the error itself or one of its nested causes. The result is undefined if neither the
 * error nor one of its causes is a `CannotWork` error.
 */
export function cannotWorkIn(error: unknown): CannotWork | undefined {
  let one = error
  for (let depth = 0; depth < MOST_CAUSES; depth++) {
    if (one instanceof CannotWork) return one
    if (!(one instanceof Error)) return undefined
    one = one instanceof AggregateError ? one.errors[0] : one.cause
  }
  return undefined
}

/** Returns the sentence of a `CannotWork` error, followed by the place of the failed call in the project's code. */
export function sentenceOf(error: CannotWork, folder: string): string {
  const { sentence, place = placeIn(folder, error.stack) } = error.words
  return place === null || place === undefined ? sentence : `${sentence} (${placeText(place)})`
}
