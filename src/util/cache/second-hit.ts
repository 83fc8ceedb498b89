/** A filter that recognizes repeated keys in a fixed amount of memory. */

/** The number of slots, which is a power of two because `isRepeated` masks the hash. */
const PLACES = 1 << 14

/**
 * A hash table that stores only the last hash in each slot. A collision of slots forgets a key; a collision of 32-bit
 * hashes reports a false repeat. Collisions are harmless for a decision about caching.
 */
export class SecondHitFilter {
  #marks: Int32Array | undefined

  /** Whether an earlier call had this key in the same partition. Records the key. */
  isRepeated(key: string, among = 0): boolean {
    this.#marks ??= new Int32Array(PLACES)
    const mark = markOf(key, among)
    const place = mark & (PLACES - 1)
    const isAgain = this.#marks[place] === mark
    this.#marks[place] = mark
    return isAgain
  }
}

/** FNV-1a; the result is never 0, which marks an empty slot. */
function markOf(key: string, among: number): number {
  let mark = Math.imul(0x811c9dc5 ^ among, 0x01000193)
  for (let at = 0; at < key.length; at++) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01000193)
  return mark | 0x80000000
}
