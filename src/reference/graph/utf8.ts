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

/** So many bytes, and not one more, can begin a text: the longer beginnings of a wrong one are all wrong. */
function soundLength(bytes: Uint8Array): number {
  let sound = 0
  let unknown = bytes.length
  while (sound < unknown) {
    const middle = Math.ceil((sound + unknown) / 2)
    if (decoded(bytes.subarray(0, middle), true) === undefined) unknown = middle - 1
    else sound = middle
  }
  return sound
}
