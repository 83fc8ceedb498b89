/** Lists of ascending positions in a list of nodes: the results of an index, and their unions. */

/** The share of all positions from which marking each position in an array is faster than sorting the positions. */
const MARKED_FROM = 1 / 32
const LONG = 1_000

/** Returns the ascending list of all positions below `length`. */
export function everyPosition(length: number): Uint32Array {
  const all = new Uint32Array(length)
  for (let at = 0; at < length; at++) all[at] = at
  return all
}

/**
 * Returns the positions that are in at least one of the lists, each once, ascending. The parameter `length` is the
 * length of the list of nodes that the positions refer to.
 */
export function union(lists: readonly Uint32Array[], length: number): Uint32Array {
  const [only = new Uint32Array(0), ...more] = lists.filter((list) => list.length > 0)
  if (more.length === 0) return isAscending(only) ? only : ascending([only], only.length, length)
  const size = lists.reduce((sum, list) => sum + list.length, 0)
  return ascending(lists, size, length)
}

function ascending(lists: readonly Uint32Array[], size: number, length: number): Uint32Array {
  return length >= LONG && size > length * MARKED_FROM ? marked(lists, length) : sorted(lists, size)
}

function marked(lists: readonly Uint32Array[], length: number): Uint32Array {
  const marks = new Uint8Array(length)
  for (const list of lists) for (let at = 0; at < list.length; at++) marks[list[at] ?? 0] = 1
  let count = 0
  for (let at = 0; at < marks.length; at++) count += marks[at] ?? 0
  const positions = new Uint32Array(count)
  let next = 0
  for (let at = 0; at < marks.length; at++) if (marks[at] === 1) positions[next++] = at
  return positions
}

function sorted(lists: readonly Uint32Array[], size: number): Uint32Array {
  const all = new Uint32Array(size)
  let next = 0
  for (const list of lists) {
    all.set(list, next)
    next += list.length
  }
  all.sort()
  let kept = 0
  for (let at = 0; at < size; at++) if (at === 0 || all[at] !== all[at - 1]) all[kept++] = all[at] ?? 0
  return all.subarray(0, kept)
}

function isAscending(list: Uint32Array): boolean {
  for (let at = 1; at < list.length; at++) if ((list[at] ?? 0) <= (list[at - 1] ?? 0)) return false
  return true
}
