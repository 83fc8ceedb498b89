/** Records which call of Strapi's own code refused a request, and the project's code that made the call. */
import type { CodePlace, OwnRefusal } from '../../../protocol.ts'
import { placeNow } from '../../guard/place.ts'
import { isOwnError } from '../../own-error.ts'

export class Refusals {
  readonly #folder: string
  readonly #found = new WeakMap<Error, OwnRefusal>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Runs a call of the project's code to Strapi. If Strapi refuses the call, records the call. The innermost call
   * counts, because a document middleware may itself make calls.
   */
  async calling<T>(call: string, run: () => Promise<T>): Promise<T> {
    const place = placeNow(this.#folder)
    try {
      return await run()
    } catch (error) {
      if (isOwnError(error) && !this.#found.has(error))
        this.#found.set(error, { call, ...(place === undefined ? {} : { place }) })
      throw error
    }
  }

  /**
   * Runs one of Strapi's actions. The parameter `refused` is called if the action itself refuses the request. Calls
   * that the action makes have the same place in the project's code as the action. Calls of the project's code have
   * another place.
   */
  async acting<T>(action: string, run: () => Promise<T>, refused: () => void): Promise<T> {
    const outer = placeNow(this.#folder)
    try {
      return await run()
    } catch (error) {
      if (isOwnError(error) && isSame(this.#found.get(error)?.place, outer)) {
        this.#found.set(error, { call: action })
        refused()
      }
      throw error
    }
  }

  /** Returns the refusal that an error reports; undefined if the project's code threw the error. */
  of(error: unknown): OwnRefusal | undefined {
    return isOwnError(error) ? this.#found.get(error) : undefined
  }
}

/**
 * Returns whether a call has the same place as the action that contains the call. A call without a place is a call of
 * Strapi's own code.
 */
const isSame = (inner: CodePlace | undefined, outer: CodePlace | undefined): boolean =>
  inner === undefined || (inner.file === outer?.file && inner.line === outer.line)
