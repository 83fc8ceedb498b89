/** Errors for calls that cannot work while Populace runs the code of a project. */
import type { CodePlace } from '../protocol.ts'
import { placeIn, placeText } from './guard/place.ts'
import { requestContext } from './strapi/services/request-context.ts'

/** The cause: a missing package, a call that the guard refuses, or a member of `strapi` that a mock lacks. */
export type Lack = 'package' | 'refused' | 'member'

/** The text for clients about a call that cannot work, with the cause and the place. */
export interface LackWords {
  readonly lack: Lack
  /** One sentence without a full stop, which clients may see. */
  readonly sentence: string
  /** The place of the call; by default, the place in the stack trace. Null if the sentence already names the place. */
  readonly place?: CodePlace | null | undefined
}

/** The error of a call that cannot work here, with a sentence that clients may see. */
export class CannotWork extends Error {
  readonly expose = true
  readonly status = 500
  readonly words: LackWords

  constructor(message: string, words: LackWords) {
    super(message)
    this.words = words
    const context = requestContext.get()
    if (context !== undefined) LAST.set(context, this)
  }
}

/** The last `CannotWork` error of each request, by Koa context, kept here because the code may catch the error. */
const LAST = new WeakMap<object, CannotWork>()

/** The last call of a request that could not work, even if the code caught its error. */
export const lastLackOf = (context: object): CannotWork | undefined => LAST.get(context)

/** Forgets an error that has no effect on the answer. */
export function forgetLack(error: CannotWork): void {
  const context = requestContext.get()
  if (context !== undefined && LAST.get(context) === error) LAST.delete(context)
}

/** The maximum number of nested causes to follow. Libraries wrap an error only a few times. */
const MOST_CAUSES = 10

/** Finds the error of a call that cannot work, even as the cause of another error; undefined if there is none. */
export function cannotWorkIn(error: unknown): CannotWork | undefined {
  let one = error
  for (let depth = 0; depth < MOST_CAUSES; depth++) {
    if (one instanceof CannotWork) return one
    if (!(one instanceof Error)) return undefined
    one = one instanceof AggregateError ? one.errors[0] : one.cause
  }
  return undefined
}

/** The sentence of the error, followed by the place of the call. */
export function sentenceOf(error: CannotWork, folder: string): string {
  const { sentence, place = placeIn(folder, error.stack) } = error.words
  return place === null || place === undefined ? sentence : `${sentence} (${placeText(place)})`
}
