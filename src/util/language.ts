/** Texts in the order of a language. */

/** Compares as `Intl.Collator` does, which takes its time to be made and is made when it is first asked for. */
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
