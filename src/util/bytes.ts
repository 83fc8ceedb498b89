/** Sizes of texts, as they travel and as they are held. */

const encoder = new TextEncoder()

/** Bytes of a text in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length

/** Whether a text takes more bytes than that in UTF-8, where a character takes three at the most. */
export const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && byteLength(text) > bytes

/** Bytes that the engine takes to hold a text: for each character one, or two where one of them is not in Latin-1. */
export const heldBytes = (text: string): number =>
  HEAD_BYTES + Math.ceil((text.length * (BEYOND_LATIN.test(text) ? 2 : 1)) / WORD_BYTES) * WORD_BYTES

const HEAD_BYTES = 16
const WORD_BYTES = 8
const BEYOND_LATIN = /[^\0-\xff]/
