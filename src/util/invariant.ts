/** Our fault, never the caller's: says what cannot happen, and that it did. Nobody catches it. */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Broken invariant: ${what}`)
}
