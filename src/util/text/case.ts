/** Changes the case of names. */

/** Returns a text with its first letter as a capital. */
export const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** Returns the words of a text as one name in Pascal case: `opening-hour` → `OpeningHour`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('')
