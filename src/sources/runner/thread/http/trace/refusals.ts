/**
 * Records which call of the project's code to a function of Strapi was refused, and the place of this call in the code.
 */
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
   * Runs a call of the project's code to a function of Strapi. If Strapi refuses the call, `Refusals` records the
   * refused call. If refused calls are nested, as in a document middleware, `Refusals` records only the innermost
   * call.
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
   * Runs one of Strapi's actions, and calls `refused` if the action itself refuses the request. A call belongs to
   * the action itself if both have the same place in the project's code. Calls that the project's code makes have
   * another place in the code.
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

  /** Returns the recorded refusal for an error; undefined if the project's code threw the error. */
  of(error: unknown): OwnRefusal | undefined {
    return isOwnError(error) ? this.#found.get(error) : undefined
  }
}

/**
 * Returns whether a call has the same place in the project's code as the action around the call. A call without a
 * place is a call of Strapi's own code.
 */
const isSame = (inner: CodePlace | undefined, outer: CodePlace | undefined): boolean =>
  inner === undefined || (inner.file === outer?.file && inner.line === outer.line)
