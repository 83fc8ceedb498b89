/** Sanitizes texts from a target for outputs such as logs, which people and programs read line by line. */

/** The default maximum length of a sanitized line, in characters. */
const MAX_SHOWN = 1_000

/**
 * Matches invisible characters that affect the output, such as controls, escape codes, bidirectional marks, line
 * breaks and unpaired surrogates. Also matches the prefixes of CI commands, which are `::` at the beginning of a line,
 * and `##` anywhere.
 */
const UNSAFE = /^ *::|[\p{C}\p{Zl}\p{Zp}]|##/gu

/**
 * Escapes the unsafe characters of a text, for example Escape as `\u001b`. An escaped JSON text still parses to the
 * same value.
 */
export const visible = (text: string): string => text.replace(UNSAFE, escaped)

function escaped(found: string): string {
  // In `::` and `##`, only the second character needs an escape.
  if (found.endsWith('::') || found === '##') return `${found.slice(0, -1)}${unit(found, found.length - 1)}`
  return [...Array(found.length).keys()].map((at) => unit(found, at)).join('')
}

const unit = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`

/** Truncates a text that is longer than `length` characters, and appends the full length of the text. */
export const truncated = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text

/** Truncates a text to `length` characters, and sanitizes it for one line of output. */
export const line = (text: string, length = MAX_SHOWN): string => visible(truncated(text, length))

/** Sanitizes each line of a text, and keeps the line breaks. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** Sanitizes a text for one line, and puts it in backticks, as code within a sentence. */
export const quoted = (text: string): string => `\`${line(text).replaceAll('`', "'")}\``
