/** Measures the size of a text, in UTF-8 bytes or in bytes of memory. */

const encoder = new TextEncoder()

/** Returns the length of a text in UTF-8 bytes. */
export const byteLength = (text: string): number => encoder.encode(text).length

/**
 * Returns whether a text is longer than a number of UTF-8 bytes. A UTF-16 unit takes at most three bytes, so the
 * function does not count the bytes of a short text.
 */
export const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && byteLength(text) > bytes

/**
 * Returns the approximate number of bytes that V8 uses for a text: a header, and one byte for each UTF-16 unit. A
 * text with a character outside Latin-1 needs two bytes for each unit.
 */
export const heldBytes = (text: string): number =>
  HEAD_BYTES + Math.ceil((text.length * (BEYOND_LATIN.test(text) ? 2 : 1)) / WORD_BYTES) * WORD_BYTES

const HEAD_BYTES = 16
const WORD_BYTES = 8
const BEYOND_LATIN = /[^\0-\xff]/
