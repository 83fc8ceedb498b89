/**
 * Refuses calls of project code that would affect anything outside of the thread. A refused call throws an error
 * that names the place of the call in the code.
 */
import type { CodePlace, CodeProblem } from '../../protocol.ts'
import { CannotWork } from '../cannot-work.ts'
import { placeNow, placeText } from './place.ts'

/** The error that a call of project code throws if the guard refuses the call. */
export class RefusedCall extends CannotWork {
  override readonly name = 'RefusedCall'
  readonly code = 'ERR_POPULACE_REFUSED'
  readonly place: CodePlace | undefined

  constructor(message: string, attempt: string, place: CodePlace | undefined) {
    super(message, { lack: 'refused', sentence: `the code ${attempt}, which Populace refuses`, place })
    this.place = place
  }
}

/**
 * A function that makes the error of a refused call. The parameter `attempt` describes the call, such as `connects
 * to mail.example:25`, and `remedy` is advice for the user.
 */
export type Refuse = (attempt: string, remedy: string) => RefusedCall

/**
 * Makes the function that creates the errors of refused calls. @param report - A function that receives each
 * distinct refusal, once.
 */
export function refuserOf(folder: string, report: (problem: CodeProblem) => void): Refuse {
  const reported = new Set<string>()
  return (attempt, remedy) => {
    const place = placeNow(folder)
    const short = attempt.slice(0, 300)
    const message = `The code ${short} at ${placeText(place)}. ${remedy}`
    if (!reported.has(message) && reported.size < 1000) {
      reported.add(message)
      report({ file: place?.file ?? '', line: place?.line ?? 0, message })
    }
    return new RefusedCall(message, short, place)
  }
}

/** A method whose parameters are unknown. */
export type AnyMethod = (this: unknown, ...args: unknown[]) => unknown
export const isMethod = (value: unknown): value is AnyMethod => typeof value === 'function'

/**
 * Replaces a method of an object, if the object has the method. The function `make` gets the original method and
 * returns the replacement.
 */
export function replaceMethod(
  holder: object,
  name: string,
  make: (usual: AnyMethod) => (this: unknown, ...args: unknown[]) => unknown,
): void {
  const usual: unknown = Reflect.get(holder, name)
  if (!isMethod(usual)) return
  const value = withMembers(make(usual), usual)
  Object.defineProperty(holder, name, { value, configurable: true, writable: true })
}

/**
 * Copies the members of an original function to its replacement, such as `fs.realpath.native` and the member that
 * `promisify` uses.
 */
function withMembers(made: AnyMethod, usual: AnyMethod): AnyMethod {
  for (const key of Reflect.ownKeys(usual)) {
    const member = Object.getOwnPropertyDescriptor(usual, key)
    if (member !== undefined && !Object.hasOwn(made, key)) Object.defineProperty(made, key, member)
  }
  return made
}
