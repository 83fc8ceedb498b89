/**
 * Escapes untrusted text for one line of a log. Only printable ASCII remains, so that the text can neither break
 * the line nor control the terminal. Cuts off text longer than `length` characters with `...`.
 */
export function printable(text: string, length: number): string {
  const shown = text.length > length ? `${text.slice(0, length)}...` : text
  return shown.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whether a text is printable ASCII only. */
export const isPrintable = (text: string): boolean => !/[^ -~]/.test(text)
