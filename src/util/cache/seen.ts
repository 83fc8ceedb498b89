/** Whether something was asked for before, told in a fixed amount of memory. */

/** A power of two. */
const PLACES = 1 << 14

/**
 * Marks of the last keys, each at the place that it gives. What shares a place with another is forgotten with it, and what
 * has the mark of another (one in four thousand million) is taken for it: good enough to say what is worth keeping.
 */
export class SecondHitFilter {
  #marks: Int32Array | undefined

  /** Whether the key was asked about before, among those of a number; from now on it was. */
  again(key: string, among = 0): boolean {
    this.#marks ??= new Int32Array(PLACES)
    const mark = markOf(key, among)
    const place = mark & (PLACES - 1)
    const isAgain = this.#marks[place] === mark
    this.#marks[place] = mark
    return isAgain
  }
}

/** FNV-1a; never 0, which is the mark of nothing. */
function markOf(key: string, among: number): number {
  let mark = Math.imul(0x811c9dc5 ^ among, 0x01000193)
  for (let at = 0; at < key.length; at++) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01000193)
  return mark | 0x80000000
}
