/** Parts of a query that make no difference are left out: the last step to a small request. */
import { halves, leaveOut } from './shrink.ts'

/** The URL without the parts of its query at these places, counted from 0. */
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

/** The places of all parts without which the URL `differs` still. */
export function needlessParts(
  url: string,
  differs: (url: string) => Promise<boolean>,
): Promise<ReadonlySet<number>> {
  const { length } = partsOf(url)
  return leaveOut(length, { sizes: halves(length), closesUp: false }, (gone) =>
    differs(withoutParts(url, gone)),
  )
}
