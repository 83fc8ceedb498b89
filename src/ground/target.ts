/** Request targets. */

/** The path and the query string of a target, with or without scheme and host in front. */
export function splitTarget(url: string): { readonly path: string; readonly search: string } {
  const target = isPlain(url) ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  const at = target.indexOf('?')
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at + 1) }
}

/** As almost all are: a path and a query. */
const isPlain = (url: string): boolean => url.startsWith('/') && !url.includes('#')
