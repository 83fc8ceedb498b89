/** Stand-ins for modules that failed to load: Strapi's own methods work, everything else throws. */
import type { CodeProblem } from '../../../protocol.ts'
import type { Callable } from '../core-parts.ts'
import { brokenFile, isSilent } from '../unavailable.ts'

/** @param base - Strapi's own controller or service. */
export const brokenMembers = (problem: CodeProblem, base: object): object =>
  new Proxy(base, {
    get: (target, name) => (name in target || isSilent(name) ? Reflect.get(target, name) : refusing(problem)),
  })

/** A policy, or a method. */
export const refusing =
  (problem: CodeProblem): Callable =>
  () => {
    throw brokenFile(problem)
  }

/** A middleware: its factory works, and each request fails. */
export const refusingMiddleware =
  (problem: CodeProblem): Callable =>
  () =>
    refusing(problem)
