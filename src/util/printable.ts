import { invariant } from './invariant.ts'

declare const clean: unique symbol

/**
 * A text without control characters except line breaks, and without characters that hide or reorder other characters.
 */
export type Printable = string & { readonly [clean]: true }

/**
 * Escapes untrusted text for one line of a log. Visible characters of all scripts stay unchanged. The function
 * escapes control characters, line breaks, and characters that are invisible or change the text direction. The
 * escaped text cannot break the line, control the terminal, or look like another text. The function first cuts a
 * text of more than `length` UTF-16 units to `length` units, and adds `...`.
 */
export function printable(text: string, length: number): Printable {
  const shown = text.length > length ? `${text.slice(0, length)}...` : text
  if (isPrintable(shown)) return shown
  const safe = shown.replace(UNSAFE, escaped)
  invariant(isClean(safe), 'escapes are printable')
  return safe
}

/** Escapes untrusted text like `printable`, but keeps its line feeds and does not cut it. */
export function printableLines(text: string): Printable {
  const safe = isPrintable(text) ? text : text.split('\n').map(escapedLine).join('\n')
  invariant(isClean(safe), 'escapes are printable')
  return safe
}

const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

const escapedLine = (line: string): string => line.replace(UNSAFE, escaped)

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')

const isClean = (text: string): text is Printable => !/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u.test(text)

/** Returns whether a text contains only printable ASCII. */
export const isPrintable = (text: string): text is Printable => !/[^ -~]/.test(text)
