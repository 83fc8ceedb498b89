/**
 * Replacements of modules that failed to load. The methods that Strapi itself defines still work, and all other methods
 * throw.
 */
import type { CodeProblem } from '../../../protocol.ts'
import type { Callable } from '../core-parts.ts'
import { brokenFile, isSilent } from '../unavailable.ts'

/**
 * Returns the replacement of a controller or service that failed to load. @param base - Strapi's own controller or
 * service.
 */
export const brokenMembers = (problem: CodeProblem, base: object): object =>
  new Proxy(base, {
    get: (target, name) => (name in target || isSilent(name) ? Reflect.get(target, name) : refusing(problem)),
  })

/** Returns the replacement of a policy or a method that failed to load. Any call throws. */
export const refusing =
  (problem: CodeProblem): Callable =>
  () => {
    throw brokenFile(problem)
  }

/**
 * Returns the replacement of a middleware that failed to load. The factory of the middleware works, but every request
 * throws.
 */
export const refusingMiddleware =
  (problem: CodeProblem): Callable =>
  () =>
    refusing(problem)
