/** A map from ids to the members of a sorted list, which needs no memory besides the list. */
import { firstPlace } from '../../util/sorted.ts'

/** A read-only map from ids to the members of a frozen list. The lookup of an id is a binary search. */
export class IdMap<T> implements ReadonlyMap<number, T> {
  readonly #list: readonly T[]
  readonly #idOf: (one: T) => number

  /** The parameter `list` must be sorted by ascending id, without duplicates. */
  constructor(list: readonly T[], idOf: (one: T) => number) {
    this.#list = list
    this.#idOf = idOf
    Object.freeze(this)
  }

  get size(): number {
    return this.#list.length
  }

  /**
   * Finds an id near the position that the id would have without gaps, because ids have few gaps. The position of an
   * id in the list is at most the difference between the id and the first id. The distance between the position of an
   * id and the last position is at most the difference between the last id and the id.
   */
  get(id: number): T | undefined {
    const high = id - this.#idAt(0)
    if (!(high >= 0)) return undefined
    if (this.#idAt(high) === id) return this.#list[high]
    const end = this.#list.length - 1
    const low = Math.max(0, end - (this.#idAt(end) - id))
    const place = firstPlace(Math.min(end, high), (at) => this.#idAt(at) >= id, low)
    return this.#idAt(place) === id ? this.#list[place] : undefined
  }

  #idAt(place: number): number {
    const one = this.#list[place]
    return one === undefined ? Number.POSITIVE_INFINITY : this.#idOf(one)
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  forEach(call: (value: T, id: number, map: ReadonlyMap<number, T>) => void): void {
    this.#list.forEach((one) => {
      call(one, this.#idOf(one), this)
    })
  }

  *entries(): MapIterator<[number, T]> {
    for (const one of this.#list) yield [this.#idOf(one), one]
  }

  *keys(): MapIterator<number> {
    for (const one of this.#list) yield this.#idOf(one)
  }

  values(): MapIterator<T> {
    return this.#list.values()
  }

  [Symbol.iterator](): MapIterator<[number, T]> {
    return this.entries()
  }
}
