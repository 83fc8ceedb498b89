/** Parses the headers that a user sets on the command line, and that the command sends with every request. */

/**
 * Parses header texts of the form `name: value` to an object with lower-case names.
 * @throws RangeError for a text of another form. The message omits the value, which may be a secret.
 */
export function headersOf(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const [index, text] of texts.entries()) {
    const at = text.indexOf(':')
    const [name, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()]
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name) || !/^[\t -~]*$/.test(value))
      throw new RangeError(
        `--header ${index + 1}: expected 'name: value' in printable ASCII, such as 'x-preview: 1'`,
      )
    headers[name.toLowerCase()] = value
  }
  return headers
}
