/**
 * Makes replacements for modules that failed to load. The methods that Strapi itself defines still work, and all
 * other methods throw an error.
 */
import type { CodeProblem } from '../../../protocol.ts'
import type { Callable } from '../core-parts.ts'
import { brokenFile, isSilent } from '../unavailable.ts'

/**
 * Returns the replacement for a controller or service that failed to load. @param base - Strapi's own controller or
 * service.
 */
export const brokenMembers = (problem: CodeProblem, base: object): object =>
  new Proxy(base, {
    get: (target, name) => (name in target || isSilent(name) ? Reflect.get(target, name) : refusing(problem)),
  })

/** Returns the replacement for a policy or method that failed to load. Each call of the replacement throws an error. */
export const refusing =
  (problem: CodeProblem): Callable =>
  () => {
    throw brokenFile(problem)
  }

/**
 * Returns the replacement for a middleware that failed to load. The creation of the replaced middleware succeeds,
 * but each run for a request throws an error.
 */
export const refusingMiddleware =
  (problem: CodeProblem): Callable =>
  () =>
    refusing(problem)
