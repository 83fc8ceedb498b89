/** The last step to a small request: parts of the query that make no difference are left out. */

/** Leaves out the parts of a query with these places, counted from 0. */
export function without(url: string, places: ReadonlySet<number>): string {
  const at = url.indexOf('?')
  if (at < 0 || places.size === 0) return url
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((_part, place) => !places.has(place))
  return kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${kept.join('&')}`
}

/**
 * The places of all parts that are not needed: first whole runs of them are tried, then shorter ones, then
 * each alone.
 */
export async function needless(
  url: string,
  differs: (url: string) => Promise<boolean>,
): Promise<ReadonlySet<number>> {
  const at = url.indexOf('?')
  const count = at < 0 ? 0 : url.slice(at + 1).split('&').length
  let gone: ReadonlySet<number> = new Set()
  for (let length = count; length >= 1; length = Math.floor(length / 2)) {
    for (let start = 0; start < count; start += length) {
      const places = Array.from({ length: Math.min(length, count - start) }, (_, offset) => start + offset)
      if (places.every((place) => gone.has(place))) continue
      const tried = new Set([...gone, ...places])
      if (await differs(without(url, tried))) gone = tried
    }
  }
  return gone
}
