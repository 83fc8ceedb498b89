/** Errors for calls that cannot work while Populace runs the code of a project. */
import type { CodePlace } from '../protocol.ts'
import { placeIn, placeText } from './guard/place.ts'
import { requestContext } from './strapi/services/request-context.ts'

/** A missing package, a call that the guard refuses, or a member of `strapi` that a mock lacks. */
export type Lack = 'package' | 'refused' | 'member'

/** The message of such an error to clients. */
export interface LackWords {
  readonly lack: Lack
  /** One sentence without a full stop. */
  readonly sentence: string
  /** The place of the call; that of the stack if left out, and null if the sentence names it. */
  readonly place?: CodePlace | null | undefined
}

/** The code of the project calls something that cannot work here. Clients may see its sentence. */
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

/** The last error of this kind in each request, by its Koa context. The code of the project may catch the error. */
const LAST = new WeakMap<object, CannotWork>()

/** The last call of a request that could not work, whether or not the code caught the error. */
export const lastLackOf = (context: object): CannotWork | undefined => LAST.get(context)

/** Forgets an error that has no effect on the answer. */
export function forgetLack(error: CannotWork): void {
  const context = requestContext.get()
  if (context !== undefined && LAST.get(context) === error) LAST.delete(context)
}

/** Causes to follow at most. Libraries wrap errors a few times. */
const MOST_CAUSES = 10

/** The error of a call that cannot work, also as the cause of another error; undefined for other errors. */
export function cannotWorkIn(error: unknown): CannotWork | undefined {
  let one = error
  for (let depth = 0; depth < MOST_CAUSES; depth++) {
    if (one instanceof CannotWork) return one
    if (!(one instanceof Error)) return undefined
    one = one instanceof AggregateError ? one.errors[0] : one.cause
  }
  return undefined
}

/** The sentence of an error with the place of the call. */
export function sentenceOf(error: CannotWork, folder: string): string {
  const { sentence, place = placeIn(folder, error.stack) } = error.words
  return place === null || place === undefined ? sentence : `${sentence} (${placeText(place)})`
}
