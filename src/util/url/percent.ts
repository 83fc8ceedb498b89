/** Decodes percent-encoding that may be malformed. */

/** `decodeURIComponent`; undefined for malformed input. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The decoded text, or the text itself if it is malformed. */
export const asDecoded = (text: string): string =>
  text.includes('%') ? (percentDecoded(text) ?? text) : text
