/** Stand-ins for modules that failed to load. Strapi's own methods still work, and all others throw. */
import type { CodeProblem } from '../../../protocol.ts'
import type { Callable } from '../core-parts.ts'
import { brokenFile, isSilent } from '../unavailable.ts'

/** The stand-in for a controller or service. @param base - Strapi's own controller or service. */
export const brokenMembers = (problem: CodeProblem, base: object): object =>
  new Proxy(base, {
    get: (target, name) => (name in target || isSilent(name) ? Reflect.get(target, name) : refusing(problem)),
  })

/** The stand-in for a policy or a method: it throws. */
export const refusing =
  (problem: CodeProblem): Callable =>
  () => {
    throw brokenFile(problem)
  }

/** The stand-in for a middleware: its factory works, but each request throws. */
export const refusingMiddleware =
  (problem: CodeProblem): Callable =>
  () =>
    refusing(problem)
