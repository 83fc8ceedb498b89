/** Recognizes keys that occur again, in a fixed amount of memory. The result is wrong in rare cases. */

/**
 * The number of slots of the hash table. The number of slots must be a power of two, because `isRepeated` masks the
 * hash.
 */
const PLACES = 1 << 14

/**
 * A hash table that stores only the last hash in each slot. If two keys share a slot, the table forgets the earlier
 * key. If two keys have the same hash, the second key counts as repeated. Both kinds of errors are harmless, because
 * a caller uses the result only to decide whether to cache a value.
 */
export class SecondHitFilter {
  #marks: Int32Array | undefined

  /**
   * Records a key of the partition `among`. Returns whether an earlier call of `isRepeated` had the same key and
   * partition; the result is wrong in rare cases.
   */
  isRepeated(key: string, among = 0): boolean {
    this.#marks ??= new Int32Array(PLACES)
    const mark = markOf(key, among)
    const place = mark & (PLACES - 1)
    const isAgain = this.#marks[place] === mark
    this.#marks[place] = mark
    return isAgain
  }
}

/**
 * Returns a hash of a key and a partition number, by the algorithm FNV-1a over the number and the UTF-16 units of
 * the key. The highest bit is always set, because the hash 0 would mark an empty slot.
 */
function markOf(key: string, among: number): number {
  let mark = Math.imul(0x811c9dc5 ^ among, 0x01000193)
  for (let at = 0; at < key.length; at++) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01000193)
  return mark | 0x80000000
}
