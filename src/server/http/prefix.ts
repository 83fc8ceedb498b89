/**
 * The path before all paths of a server behind a proxy. If the proxy forwards it, `basePath` removes it. If the proxy
 * removes it, `X-Forwarded-Prefix` names it.
 */

/** Segments of letters, digits, dots, dashes, underscores and tildes, so that a link never names another host. */
const PREFIX = /^(?:\/[\w.~-]{1,100}){1,10}$/

export const isPrefix = (text: string): boolean => PREFIX.test(text)

export interface PrefixedTarget {
  /** The target without the base path. */
  readonly url: string
  /** The path before the links of the server's own pages: `/cms`. */
  readonly prefix: string
}

/** A request below the base path or without it, so that a health check needs no prefix. */
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
