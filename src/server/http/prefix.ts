/**
 * The path prefix of a server behind a proxy. If the proxy forwards the prefix, the option `basePath` names the
 * prefix, and the server removes it. If the proxy removes the prefix, the header `X-Forwarded-Prefix` contains the
 * prefix.
 */

/**
 * The pattern of a valid path prefix. The segments contain only safe characters, so that a link cannot name another
 * host.
 */
const PREFIX = /^(?:\/[\w.~-]{1,100}){1,10}$/

export const isPrefix = (text: string): boolean => PREFIX.test(text)

export interface PrefixedTarget {
  /** The URL of the request without the base path. */
  readonly url: string
  /** The prefix of the links on the pages below `/_populace`, such as `/cms`. */
  readonly prefix: string
}

/**
 * Removes the base path from the URL of a request. The server also accepts a request without the base path, so that a
 * health check needs no prefix.
 */
export function placed(
  url: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  basePath: string,
): PrefixedTarget {
  const isBelow =
    basePath !== '' && url.startsWith(basePath) && ['/', '?', ''].includes(url.charAt(basePath.length))
  const rest = isBelow ? url.slice(basePath.length) : url
  return {
    url: rest.startsWith('/') || !isBelow ? rest : `/${rest}`,
    prefix: forwarded(headers, isBelow ? basePath : '') ?? basePath,
  }
}

function forwarded(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  removed: string,
): string | undefined {
  const given = headers['x-forwarded-prefix']
  if (typeof given !== 'string') return undefined
  const prefix = given.endsWith('/') ? given.slice(0, -1) : given
  return isPrefix(prefix) ? `${prefix}${removed}` : undefined
}
