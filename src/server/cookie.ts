/** Returns the value of a cookie; undefined if the header has no cookie of that name. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  if (header === undefined || !header.includes(name)) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
