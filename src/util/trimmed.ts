/** Removes all characters in `letters` from the start and the end of a text. */
export const trimmed = (text: string, letters: string): string =>
  trimmedEnd(trimmedStart(text, letters), letters)

export function trimmedStart(text: string, letters: string): string {
  let start = 0
  while (start < text.length && letters.includes(text.charAt(start))) start++
  return text.slice(start)
}

export function trimmedEnd(text: string, letters: string): string {
  let end = text.length
  while (end > 0 && letters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
