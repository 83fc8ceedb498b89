/** Removes the parts of a query that a mismatch does not need: the last step of shrinking a request. */
import { halves, removeNeedless } from './shrink.ts'

/** The URL without the parts of its query at the given positions, counted from 0. */
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

/** The positions of parts of the query that can be removed together, so that `differs` still returns true. */
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
 * Decodes percent-encoding in the query wherever a conforming server reads the result the same way: `%70op` becomes
 * `pop`, and `%5B` becomes `[`.
 */
export function plainUrl(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at) + url.slice(at).replaceAll(ENCODED, plainText)
}

const ENCODED = /(?:%[0-9a-f]{2})+/gi
/** Characters that a query may contain unencoded, and that do not separate its parts. */
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
