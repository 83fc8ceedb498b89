/**
 * Throws an error if a condition is false. Use this function for a condition that our own code guarantees; no code
 * catches the error.
 */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Broken invariant: ${what}`)
}
