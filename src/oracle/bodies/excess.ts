/** Finds oversized JSON texts by one scan of the text, before the JSON parser allocates memory. */

/** The maximum length of a response body, in bytes: 64 MiB. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024
/** The maximum nesting depth of lists and objects in a response body: twice the limit for a JSON file of a dataset. */
export const MAX_BODY_DEPTH = 2_000
/** The maximum number of JSON values in a response body, including lists and objects. */
export const MAX_BODY_VALUES = 1_000_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/**
 * Returns a description of the limit that a JSON text exceeds; undefined if the text exceeds no limit. The scan takes
 * linear time and uses no recursion.
 */
export function excess(text: string): string | undefined {
  if (text.length > MAX_BODY_BYTES) return `more than ${MAX_BODY_BYTES} bytes`
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at)
    else if (isOpening(code)) {
      values++
      if (++depth > MAX_BODY_DEPTH) return `more than ${MAX_BODY_DEPTH} nested lists and objects`
    } else if (isClosing(code)) depth--
    else if (code === COMMA) values++
    if (values > MAX_BODY_VALUES) return `more than ${MAX_BODY_VALUES} values`
  }
  return undefined
}

const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d

/**
 * Returns the index of the quote that closes a JSON string. If no quote closes the string, returns the index of the
 * text's end.
 */
function stringEnd(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); at < text.length && code !== QUOTE; code = text.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1
  return at
}

/**
 * Returns the length that a JSON text has in indented form, with one value per line and two spaces per level. Spaces
 * after colons do not count.
 */
export function printedLength(json: string): number {
  let depth = 0
  let length = json.length
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(json, at)
    else if (isOpening(code)) length += 1 + 2 * ++depth
    else if (isClosing(code)) length += 1 + 2 * --depth
    else if (code === COMMA) length += 1 + 2 * depth
  }
  return length
}
