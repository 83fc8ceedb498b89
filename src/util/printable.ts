/**
 * Text from outside as a part of one line of a log: what is not printable ASCII is escaped, so that it can neither break
 * the line nor speak to the terminal, and what is longer than `length` characters ends in `...`.
 */
export function printable(text: string, length: number): string {
  const shown = text.length > length ? `${text.slice(0, length)}...` : text
  return shown.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whether a text is printable ASCII from end to end. */
export const isPrintable = (text: string): boolean => !/[^ -~]/.test(text)
