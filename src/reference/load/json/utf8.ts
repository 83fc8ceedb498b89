/** Decodes UTF-8 strictly, and finds the first invalid byte. */

/**
 * The result of decoding UTF-8: the text, or the text before the first invalid byte with a description of this byte.
 */
export type DecodedText =
  | { readonly text: string }
  | { readonly text?: undefined; readonly before: string; readonly found: string }

/** Decodes UTF-8 strictly, and removes a byte order mark at the start. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const text = decoded(bytes, false)
  if (text !== undefined) return { text }
  const length = soundLength(bytes)
  const before = decoded(bytes.subarray(0, length), true) ?? ''
  const wrong = bytes[length]
  const found =
    wrong === undefined ? 'the end of the file' : `the byte 0x${wrong.toString(16).padStart(2, '0')}`
  return { before, found }
}

/**
 * Decodes UTF-8 bytes; undefined if the bytes are invalid. If `isPart` is true, the bytes may end within a character.
 */
function decoded(bytes: Uint8Array, isPart: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPart })
  } catch {
    return undefined
  }
}

const CHUNK = 1 << 16

/**
 * Returns the length of the longest prefix of the bytes that is valid UTF-8. A binary search finds the length,
 * because every longer prefix is invalid.
 */
function soundLength(bytes: Uint8Array): number {
  const start = soundChunks(bytes)
  const first = startOfCharacter(bytes, start)
  let sound = first
  let unknown = Math.min(start + CHUNK, bytes.length)
  while (sound < unknown) {
    const middle = Math.ceil((sound + unknown) / 2)
    if (decoded(bytes.subarray(first, middle), true) === undefined) unknown = middle - 1
    else sound = middle
  }
  return sound
}

/**
 * Returns the start of the first chunk of bytes with an invalid byte. If no chunk has an invalid byte, only the last
 * character can be incomplete.
 */
function soundChunks(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = 0
  try {
    for (; start < bytes.length; start += CHUNK) {
      decoder.decode(bytes.subarray(start, start + CHUNK), { stream: true })
    }
  } catch {
    return start
  }
  return bytes.length
}

/**
 * Returns the start of a UTF-8 character that may continue at the position `at`; otherwise `at`. A UTF-8 character
 * has at most four bytes.
 */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  for (let start = at - 1; start >= 0 && start >= at - 3; start--) {
    if ((bytes[start] ?? 0) >= FIRST_OF_SEVERAL) return start
  }
  return at
}

/** The lowest byte that can start a character of several bytes. */
const FIRST_OF_SEVERAL = 0xc0
