/** Compares texts in the alphabetical order of a language. */

/**
 * Returns a function that compares texts like `Intl.Collator`. The function creates the collator on first use,
 * because its creation is slow.
 */
export function inLanguage(
  language: string,
  options: Intl.CollatorOptions = {},
): (a: string, b: string) => number {
  let collator: Intl.Collator | undefined
  return (a, b) => {
    collator ??= new Intl.Collator(language, options)
    return collator.compare(a, b)
  }
}
