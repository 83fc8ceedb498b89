/** A list by id ascending, read as a map by id: it takes no more memory than the list itself. */

/** A read-only map of what stands in a list, which never changes. */
export class Numbered<T> implements ReadonlyMap<number, T> {
  readonly #list: readonly T[]
  readonly #idOf: (one: T) => number

  /** `list` by id ascending, each id once. */
  constructor(list: readonly T[], idOf: (one: T) => number) {
    this.#list = list
    this.#idOf = idOf
    Object.freeze(this)
  }

  get size(): number {
    return this.#list.length
  }

  /**
   * Mostly there are few gaps between ids, if any: as none is there twice, one stands no further from either end than
   * its id is from the one there.
   */
  get(id: number): T | undefined {
    const [first, last] = [this.#list[0], this.#list.at(-1)]
    if (first === undefined || last === undefined) return undefined
    let low = Math.max(0, this.#list.length - 1 - (this.#idOf(last) - id))
    let high = Math.min(this.#list.length - 1, id - this.#idOf(first))
    while (low <= high) {
      const middle = (low + high) >>> 1
      const one = this.#list[middle]
      const found = one === undefined ? id : this.#idOf(one)
      if (found === id) return one
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  forEach(call: (value: T, id: number, map: ReadonlyMap<number, T>) => void): void {
    for (const one of this.#list) call(one, this.#idOf(one), this)
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
