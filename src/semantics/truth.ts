/** The three truth values of SQL; null means unknown. */
export type Truth = boolean | null

export const not = (truth: Truth): Truth => (truth === null ? null : !truth)
export const both = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === null || b === null ? null : true
export const either = (a: Truth, b: Truth): Truth => not(both(not(a), not(b)))
