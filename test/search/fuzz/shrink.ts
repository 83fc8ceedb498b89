/** Shrinks a failing request: removes parameters, headers and pieces of text while it still fails. */

/** Removes parts of a failing request until no smaller request fails, but makes at most `tries` attempts. */
export function shrunk(request: unknown, fails: (request: unknown) => boolean, tries = 2_000): unknown {
  let smallest = request
  let left = tries
  for (let found = true; found && left > 0; ) {
    found = false
    for (const smaller of smallerThan(smallest)) {
      if (left-- <= 0) break
      if (!fails(smaller)) continue
      smallest = smaller
      found = true
      break
    }
  }
  return smallest
}

function* smallerThan(request: unknown): IterableIterator<unknown> {
  if (!isPlain(request)) return
  for (const [name, value] of Object.entries(request)) {
    const { [name]: _left, ...rest } = request
    if (name !== 'url') yield rest
    if (typeof value === 'string') {
      for (const smaller of name === 'url' ? smallerUrls(value) : smallerTexts(value))
        yield { ...request, [name]: smaller }
    } else if (isPlain(value)) for (const smaller of smallerThan(value)) yield { ...request, [name]: smaller }
  }
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Yields shorter URLs: without the query, then with fewer parameters, then with fewer brackets, and then with less
 * text.
 */
function* smallerUrls(url: string): IterableIterator<string> {
  const at = url.indexOf('?')
  if (at >= 0) {
    const path = url.slice(0, at)
    yield path
    const search = url.slice(at + 1)
    for (const parts of fewer(search.split('&'))) yield `${path}?${parts.join('&')}`
    for (const parts of fewer(search.split(/(?=\[)/))) yield `${path}?${parts.join('')}`
    for (const parts of fewer(search.split(/(?=[.,])/))) yield `${path}?${parts.join('')}`
  }
  yield* smallerTexts(url)
}

function* smallerTexts(text: string): IterableIterator<string> {
  for (const characters of fewer([...text])) yield characters.join('')
}

/**
 * Yields copies of a list without one of its halves, then without one of its quarters, and so on down to single
 * items.
 */
function* fewer<T>(list: readonly T[]): IterableIterator<readonly T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < list.length; at += size) yield [...list.slice(0, at), ...list.slice(at + size)]
  }
}
