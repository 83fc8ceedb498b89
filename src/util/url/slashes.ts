/** Removes the slashes at the end of a path or URL. */
export function withoutLastSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text.endsWith('/', end)) end--
  return text.slice(0, end)
}
