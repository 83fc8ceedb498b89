/** Prints a request as a curl command. */
export interface Curl {
  readonly method: string
  /** The URL with scheme and host. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body?: string
}

/**
 * Prints a request as a curl command on one line for a POSIX shell. The option `-g` makes curl send brackets
 * unchanged. The shell expands a variable such as `$TOKEN` in a header.
 */
export function curl({ method, url, headers, body }: Curl): string {
  const given = method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method]
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : ['-H', headerWord(`${name}: ${value}`)],
  )
  const written = body === undefined ? [] : ['--data-raw', quoted(body)]
  return ['curl', '-g', ...given, ...sent, ...written, quoted(url)].join(' ')
}

/**
 * Quotes a header as one word for a POSIX shell. The function uses double quotes if the shell has to expand a
 * variable in the header.
 */
const headerWord = (text: string): string =>
  /^[\w .:/-]*\$[A-Z][A-Z0-9_]*$/.test(text) ? `"${text}"` : quoted(text)

/** Quotes a text as one word for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
