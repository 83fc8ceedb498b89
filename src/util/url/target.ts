/** Splits a URL into path and query string. */

interface RequestTarget {
  readonly path: string
  readonly search: string
}

/**
 * The last result of `splitTarget`. `splitTarget` caches its last result, because several callers split the same URL
 * one after another.
 */
let last: { readonly url: string; readonly target: RequestTarget } = {
  url: '',
  target: { path: '', search: '' },
}

/** Returns the path and the query string of a URL with or without scheme and host. */
export function splitTarget(url: string): RequestTarget {
  if (url !== last.url) last = { url, target: targetOf(url) }
  return last.target
}

function targetOf(url: string): RequestTarget {
  const target = isPlain(url) ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  const at = target.indexOf('?')
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at + 1) }
}

/** Returns a URL without fragment, with a further parameter at the end of its query. */
export const withParameter = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`

/**
 * Returns whether a path starts with the text `start`, regardless of case. The parameter `start` must be lower case.
 */
export const startsInAnyCase = (path: string, start: string): boolean =>
  path.startsWith(start) || path.slice(0, start.length).toLowerCase() === start

/** Returns whether a URL is only a path and a query, without scheme, host and fragment. */
const isPlain = (url: string): boolean => url.startsWith('/') && !url.includes('#')
