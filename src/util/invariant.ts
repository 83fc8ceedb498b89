/** Throws an error if a condition is false that our own code guarantees. No code catches this error. */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Broken invariant: ${what}`)
}
