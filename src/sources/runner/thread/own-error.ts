/** Marks the errors that Strapi's own code throws, so that an explanation does not name the project's code. */

const OWN = new WeakSet<Error>()

/** Marks an error as thrown by Strapi's own code, and returns it. */
export function ownError<E extends Error>(error: E): E {
  OWN.add(error)
  return error
}

export const isOwnError = (error: unknown): error is Error => error instanceof Error && OWN.has(error)
