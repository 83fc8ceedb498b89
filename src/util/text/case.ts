/** Changes the case of names. */

/** A text with a capital as its first letter. */
export const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The words of a text as one name: `opening-hour` → `OpeningHour`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('')
