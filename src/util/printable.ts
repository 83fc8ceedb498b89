/**
 * Escapes untrusted text for one line of a log. Letters, signs and emoji of all scripts remain. Control characters,
 * line breaks, and characters that are invisible or change the direction of text are escaped, so that the text can
 * neither break the line, nor control the terminal, nor look like another. Cuts off text longer than `length` characters
 * with `...`.
 */
export function printable(text: string, length: number): string {
  const shown = text.length > length ? `${text.slice(0, length)}...` : text
  return /^[ -~]*$/.test(shown) ? shown : shown.replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, escaped)
}

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')

/** Whether a text is printable ASCII only. */
export const isPrintable = (text: string): boolean => !/[^ -~]/.test(text)
