/** Text from a target as a part of what people and programs read line by line. */

/** The longest piece of a text that is shown where nothing else is said. */
const MAX_SHOWN = 1_000

/**
 * What is not to be seen and may act all the same: controls, escape codes, marks of direction, breaks of
 * lines, halves of pairs. And that with which a line speaks to CI servers: `::` where it begins, `##`
 * anywhere.
 */
const ACTING = /^ *::|[\p{C}\p{Zl}\p{Zp}]|##/gu

/** The text with what acts written as `\u001b`; within JSON it stays the same JSON. */
export const visible = (text: string): string => text.replace(ACTING, escaped)

function escaped(found: string): string {
  // Of what is seen one of two is enough.
  if (found.endsWith('::') || found === '##') return `${found.slice(0, -1)}${unit(found, found.length - 1)}`
  return [...Array(found.length).keys()].map((at) => unit(found, at)).join('')
}

const unit = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`

/** Cut where it is long, with how long it was. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text

/** One line of bounded length that does nothing but be read. */
export const line = (text: string, length = MAX_SHOWN): string => visible(cut(text, length))

/** Some lines, each of which does nothing but be read. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** A line as code within a sentence. */
export const quoted = (text: string): string => `\`${line(text).replaceAll('`', "'")}\``
