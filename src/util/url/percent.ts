/** Percent-encoding as it is met in request targets, where nothing promises that it is sound. */

/** `decodeURIComponent`, undefined for what cannot be decoded. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The decoded text, or the text itself where it cannot be decoded. */
export const asDecoded = (text: string): string =>
  text.includes('%') ? (percentDecoded(text) ?? text) : text
