/** Reads JSON files of a TypeScript project as its build does. */

/** The bytes of the signs `"`, `\`, `,` and a blank in UTF-8. */
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BLANK = 0x20
/** The bytes of `}` and `]`. */
const CLOSING = new Set([0x7d, 0x5d])
/** The bytes of white space: blank, tab, carriage return and line feed. */
const SPACE = new Set([BLANK, 0x09, 0x0d, 0x0a])

/**
 * Returns JSON with a blank in place of each comma after the last member or item. The build of TypeScript omits these
 * commas. The positions of all other bytes stay the same.
 */
export function withoutTrailingCommas(json: Buffer): Buffer {
  const trailing: number[] = []
  let comma = -1
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
      continue
    }
    if (SPACE.has(byte)) continue
    if (comma >= 0 && CLOSING.has(byte)) trailing.push(comma)
    comma = byte === COMMA ? at : -1
    isText = byte === QUOTE
  }
  if (trailing.length === 0) return json
  const read = Buffer.from(json)
  for (const at of trailing) read[at] = BLANK
  return read
}
