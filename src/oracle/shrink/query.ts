/** Removes the parts of a query that make no difference: the last step of shrinking a request. */
import { halves, removeNeedless } from './shrink.ts'

/** The URL without the parts of its query at these positions, counted from 0. */
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

/** The positions of the parts without which the URL still `differs`. */
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
 * The URL with its query decoded as far as a conforming server reads it as before: `%70op` becomes `pop`, and an
 * encoded bracket a bracket.
 */
export function plainUrl(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at) + url.slice(at).replaceAll(ENCODED, plainText)
}

const ENCODED = /(?:%[0-9a-f]{2})+/gi
/** Characters that a query may hold as they are, and that separate nothing. */
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
