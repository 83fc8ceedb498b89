/** Bytes → text, without a character that is not there. */

/** The text, or the text before the first byte that is none of UTF-8, and that byte. */
export type DecodedText =
  | { readonly text: string }
  | { readonly text?: undefined; readonly before: string; readonly found: string }

/** Strict; a byte order mark at the beginning is left out. */
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

/** `isPart`: the last character may still lack bytes, and is then left out. */
function decoded(bytes: Uint8Array, isPart: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPart })
  } catch {
    return undefined
  }
}

const CHUNK = 1 << 16

/** So many bytes, and not one more, can begin a text: the longer beginnings of a wrong one are all wrong. */
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

/** Where the first chunk begins that is not sound; the end if none is, and the last character alone lacks bytes. */
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

/** Of the character that may have begun before and not ended yet: it has at most four bytes. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  for (let start = at - 1; start >= 0 && start >= at - 3; start--) {
    if ((bytes[start] ?? 0) >= FIRST_OF_SEVERAL) return start
  }
  return at
}

/** The lowest byte that begins a character of several bytes. */
const FIRST_OF_SEVERAL = 0xc0
