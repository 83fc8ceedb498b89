/** The tokens of JSON: the end of each token, and the numbers that JavaScript represents exactly. */

export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const SPACE = 0x20
const LETTER_U = 0x75
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_LIST = 0x5b
export const CLOSE_LIST = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

/** Returns the position after the token that begins at `start`; undefined if no token begins at `start`. */
export function tokenEnd(text: string, start: number): number | undefined {
  switch (text.charCodeAt(start)) {
    case QUOTE:
      return stringEnd(text, start + 1)
    case COMMA:
    case COLON:
    case OPEN_LIST:
    case CLOSE_LIST:
    case OPEN_OBJECT:
    case CLOSE_OBJECT:
      return start + 1
    default:
      return wordEnd(text, start)
  }
}

/** Returns whether a character is `0` to `9`. */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Returns whether a character can be part of a JSON number: a digit, `-`, `.` or `+`, but not `e`. */
export const isNumberPart = (code: number): boolean =>
  isDigit(code) || (code >= 0x2b && code <= 0x2e && code !== COMMA)

/** Returns whether a character is `e` or `E`. */
export const isExponent = (code: number): boolean => code === 0x65 || code === 0x45

/** The pattern of a JSON word or number. The pattern is sticky, so that a match reads only one token. */
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function wordEnd(text: string, start: number): number | undefined {
  WORD.lastIndex = start
  return WORD.test(text) ? WORD.lastIndex : undefined
}

function stringEnd(text: string, start: number): number | undefined {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < SPACE) return undefined
    const length = code === BACKSLASH ? escapeLength(text, at) : 1
    if (length === undefined) return undefined
    at += length
  }
  return undefined
}

function escapeLength(text: string, at: number): number | undefined {
  if (text.charCodeAt(at + 1) === LETTER_U) {
    return /^[\da-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : undefined
  }
  const letter = text.charAt(at + 1)
  return letter !== '' && '"\\/bfnrt'.includes(letter) ? 2 : undefined
}

/** The maximum number of digits with which every whole number is a safe integer of JavaScript. */
export const SAFE_LENGTH = 15

/**
 * Returns whether `JSON.parse` keeps the value of a number, except for the last digits of a fraction. For a token
 * that is not a number, the function returns true.
 */
export function isKept(token: string): boolean {
  if (!/^[-\d]/.test(token) || (token.length <= SAFE_LENGTH && !/[eE]/.test(token))) return true
  const value = Number(token)
  if (!Number.isFinite(value)) return false
  if (value === 0) return !/^[^eE]*[1-9]/.test(token)
  if (!/^-?\d+$/.test(token) || Number.isSafeInteger(value)) return true
  // JavaScript represents a large integer exactly if the parsed number prints as the same text, or equals the integer
  // as a BigInt.
  return String(value) === token || BigInt(value) === BigInt(token)
}
