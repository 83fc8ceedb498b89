/**
 * Removes the parts of a query without which the answer is still wrong, which is the last step of shrinking a request.
 */
import { halves, removeNeedless } from './shrink.ts'

/** Removes the parts with the given indexes, counted from 0, from the query of a URL. */
export function withoutParts(url: string, places: ReadonlySet<number>): string {
  const at = url.indexOf('?')
  if (at < 0 || places.size === 0) return url
  const kept = partsOf(url).filter((_part, place) => !places.has(place))
  return kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${kept.join('&')}`
}

function partsOf(url: string): readonly string[] {
  const at = url.indexOf('?')
  return at < 0 ? [] : url.slice(at + 1).split('&')
}

/**
 * Returns the indexes of the parts that can be removed together from the query of a URL, so that `differs` still
 * returns true.
 */
export function needlessParts(
  url: string,
  differs: (url: string) => Promise<boolean>,
): Promise<ReadonlySet<number>> {
  const { length } = partsOf(url)
  return removeNeedless(length, { sizes: halves(length), closesUp: false }, (gone) =>
    differs(withoutParts(url, gone)),
  )
}

/**
 * Decodes percent-encoding in the query of a URL wherever a conforming server reads the decoded query the same way:
 * `%70op` becomes `pop`, and `%5B` becomes `[`.
 */
export function plainUrl(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at) + url.slice(at).replaceAll(ENCODED, plainText)
}

const ENCODED = /(?:%[0-9a-f]{2})+/gi
/** The characters that a query may contain unencoded, and that do not separate the parts of the query. */
const PLAIN = /[\w.~!$'()*,;:@/[\]-]/

function plainText(encoded: string): string {
  try {
    return Array.from(decodeURIComponent(encoded), (one) =>
      PLAIN.test(one) ? one : encodeURIComponent(one),
    ).join('')
  } catch {
    return encoded
  }
}
