/**
 * Marks the errors that Strapi's own code throws, so that an explanation of such an error does not name the
 * project's code as the cause.
 */

const OWN = new WeakSet<Error>()

/** Marks an error as an error of Strapi's own code, and returns the error. */
export function ownError<E extends Error>(error: E): E {
  OWN.add(error)
  return error
}

export const isOwnError = (error: unknown): error is Error => error instanceof Error && OWN.has(error)
