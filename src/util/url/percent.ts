/** Decodes percent-encoded texts, which may be malformed. */

/** Decodes a text like `decodeURIComponent`, but returns undefined for malformed input. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Decodes a percent-encoded text; returns a malformed text unchanged. */
export const asDecoded = (text: string): string =>
  text.includes('%') ? (percentDecoded(text) ?? text) : text

/**
 * Makes a URL readable without a change of its meaning. The function decodes percent-encoded printable ASCII, except
 * the characters in `SEPARATORS`.
 */
export const plainUrl = (url: string): string =>
  url.replaceAll(/%[2-7][0-9a-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return SEPARATORS.includes(character) ? encoded : character
  })

const SEPARATORS = ' #%&+=?"<>\\\u007f'
