/** Sanitizes text from a target for output that people and programs read line by line. */

/** The default length limit. */
const MAX_SHOWN = 1_000

/**
 * Invisible characters with effects: controls, escape codes, bidirectional marks, line breaks, unpaired surrogates.
 * Also matches the prefixes of CI commands: `::` at the beginning of a line, `##` anywhere.
 */
const UNSAFE = /^ *::|[\p{C}\p{Zl}\p{Zp}]|##/gu

/** Escapes unsafe characters, such as `\u001b` for Escape. A JSON text keeps its meaning. */
export const visible = (text: string): string => text.replace(UNSAFE, escaped)

function escaped(found: string): string {
  // In `::` and `##`, escaping the second character is enough.
  if (found.endsWith('::') || found === '##') return `${found.slice(0, -1)}${unit(found, found.length - 1)}`
  return [...Array(found.length).keys()].map((at) => unit(found, at)).join('')
}

const unit = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`

/** Truncates a long text and appends its full length. */
export const truncated = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text

/** Truncates and sanitizes a line. */
export const line = (text: string, length = MAX_SHOWN): string => visible(truncated(text, length))

/** Sanitizes each line of a text. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** Sanitizes a line and puts it in backticks, as code within a sentence. */
export const quoted = (text: string): string => `\`${line(text).replaceAll('`', "'")}\``
