/**
 * Skips middlewares, policies and hooks that fail because they need a missing package or make a refused call. A
 * request whose middleware is skipped still gets an answer. The log gets one line for each different reason to skip
 * code.
 */
import { type CannotWork, cannotWorkIn, forgetLack, type Lack, sentenceOf } from './cannot-work.ts'

export interface Bypass {
  /**
   * Runs a middleware. If the middleware lacks a package or makes a refused call before it calls `next`, the
   * function `next` runs in its place. If the middleware does so only after the call of `next`, the result of `next`
   * is the result of `around`.
   */
  readonly around: (
    what: string,
    run: (next: () => Promise<unknown>) => unknown,
    next: () => Promise<unknown>,
  ) => Promise<unknown>
  /**
   * Runs a policy or a hook of the project. If the policy or hook needs a missing package or makes a refused call,
   * the result is `otherwise`.
   */
  readonly gate: <T>(what: string, run: () => unknown, otherwise: T) => Promise<unknown>
  /**
   * Returns whether the cause of an error is a missing package. If a package is missing, the function logs a line
   * with the consequence.
   */
  readonly lacksPackage: (error: unknown, consequence: string) => boolean
}

export interface BypassOptions {
  /** The absolute path of the project's folder. */
  readonly folder: string
  readonly log: (level: 'warn', text: string) => void
}

const MOST_LINES = 1_000

export function createBypass({ folder, log }: BypassOptions): Bypass {
  const noted = new Set<string>()
  const note = (consequence: string, error: CannotWork): void => {
    forgetLack(error)
    const line = `${consequence}: ${sentenceOf(error, folder)}`
    if (noted.has(line) || noted.size >= MOST_LINES) return
    noted.add(line)
    log('warn', line)
  }
  return {
    around: (what, run, next) => {
      const inner = new Inner(next)
      const failed = (error: unknown): Promise<unknown> => {
        const reason = lackOf(error, AROUND)
        if (reason === undefined || reason === lackOf(inner.failure, AROUND)) throw error
        if (inner.result === undefined) {
          note(`${what} does not run`, reason)
          return next()
        }
        note(`${what} does not run after the answer`, reason)
        return inner.result
      }
      try {
        return Promise.resolve(run(inner.next)).then(undefined, failed)
      } catch (error) {
        return failed(error)
      }
    },
    gate: async (what, run, otherwise) => {
      try {
        return await run()
      } catch (error) {
        const reason = lackOf(error, AROUND)
        if (reason === undefined) throw error
        note(`${what} does not run`, reason)
        return otherwise
      }
    },
    lacksPackage: (error, consequence) => {
      const reason = lackOf(error, PACKAGE)
      if (reason !== undefined) note(consequence, reason)
      return reason !== undefined
    },
  }
}

const AROUND: readonly Lack[] = ['package', 'refused']
const PACKAGE: readonly Lack[] = ['package']

function lackOf(error: unknown, lacks: readonly Lack[]): CannotWork | undefined {
  const found = cannotWorkIn(error)
  return found !== undefined && lacks.includes(found.words.lack) ? found : undefined
}

/**
 * Wraps the function `next` of a middleware, and stores the result and the error of `next`. The middleware must not be
 * skipped because of an error of `next`.
 */
class Inner {
  result: Promise<unknown> | undefined
  failure: unknown
  readonly next: () => Promise<unknown>

  constructor(next: () => Promise<unknown>) {
    this.next = () => {
      const asked = next()
      this.result = asked
      asked.then(undefined, (error: unknown) => {
        this.failure = error
      })
      return asked
    }
  }
}
