/** The error of a call in the project's code that cannot work in Populace. */
import type { CodePlace } from '../protocol.ts'
import { placeIn, placeText } from './guard/place.ts'
import { requestContext } from './strapi/services/request-context.ts'

/** The cause: a missing package, a call that the guard refuses, or a member of `strapi` that Populace does not have. */
export type Lack = 'package' | 'refused' | 'member'

/** The words for clients about a call that cannot work: the sentence, the cause and the place of the call. */
export interface LackWords {
  readonly lack: Lack
  /** One sentence without a full stop, which a client may see. */
  readonly sentence: string
  /**
   * The place of the call in the code; by default, the place in the stack trace. The value null means that the sentence
   * already names the place.
   */
  readonly place?: CodePlace | null | undefined
}

/** The error of a call that cannot work in Populace, with a sentence that a client may see. */
export class CannotWork extends Error {
  declare readonly expose: true
  declare readonly status: 500
  declare readonly words: LackWords

  constructor(message: string, words: LackWords) {
    super(message)
    // Code often prints the errors that it catches. The members are not enumerable, so that printing repeats no words.
    Object.defineProperties(this, {
      expose: { value: true },
      status: { value: 500 },
      words: { value: words },
    })
    const context = requestContext.get()
    if (context !== undefined) LAST.set(context, this)
  }
}

/**
 * The last `CannotWork` error of each request, by Koa context. The error is stored, because the project's code may
 * catch the error.
 */
const LAST = new WeakMap<object, CannotWork>()

/** Returns the last error of a call that could not work during a request, even if the code caught this error. */
export const lastLackOf = (context: object): CannotWork | undefined => LAST.get(context)

/** Forgets a `CannotWork` error that has no effect on the answer. */
export function forgetLack(error: CannotWork): void {
  const context = requestContext.get()
  if (context !== undefined && LAST.get(context) === error) LAST.delete(context)
}

/** The maximum number of nested causes that are followed. Libraries wrap an error only a few times. */
const MOST_CAUSES = 10

/** Finds a `CannotWork` error, which may also be the cause of another error; undefined if there is none. */
export function cannotWorkIn(error: unknown): CannotWork | undefined {
  let one = error
  for (let depth = 0; depth < MOST_CAUSES; depth++) {
    if (one instanceof CannotWork) return one
    if (!(one instanceof Error)) return undefined
    one = one instanceof AggregateError ? one.errors[0] : one.cause
  }
  return undefined
}

/** Returns the sentence of a `CannotWork` error, followed by the place of the call. */
export function sentenceOf(error: CannotWork, folder: string): string {
  const { sentence, place = placeIn(folder, error.stack) } = error.words
  return place === null || place === undefined ? sentence : `${sentence} (${placeText(place)})`
}
