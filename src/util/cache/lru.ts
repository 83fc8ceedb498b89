/** An LRU cache with a maximum size in bytes for the cached values of several owners together. */
import { LRUCache } from 'lru-cache'
import { SecondHitFilter } from './second-hit.ts'

/** A value for the cache, with its size in bytes. */
export interface Sized<T> {
  readonly value: T
  readonly bytes: number
}

/** A cache partition: the cached values of one owner, by key. */
export interface CachePartition<T> {
  readonly get: (key: string) => T | undefined
  /** Caches a value, unless the value alone exceeds the maximum size of the cache. */
  readonly set: (key: string, value: T, bytes: number) => void
  /**
   * Returns whether an earlier call of `isRepeated` for the partition had the same key; the result is wrong in rare
   * cases. The result is always false if the cache is disabled. Most keys occur once, so a caller caches a value only
   * for a repeated key.
   */
  readonly isRepeated: (key: string) => boolean
}

/** The approximate number of bytes that a cache entry takes besides its value. */
const RECORD_BYTES = 250

interface CacheEntry {
  readonly bytes: number
  readonly drop: () => void
}

/** An LRU cache with a maximum size in bytes, which all its partitions share. */
export class LruBudget {
  readonly #entries: LRUCache<string, CacheEntry> | undefined
  readonly #seen = new SecondHitFilter()
  #partitions = 0

  /** The parameter `bytes` is the maximum size of the cache in bytes; 0 disables the cache. */
  constructor(bytes: number) {
    if (bytes < 1) return
    this.#entries = new LRUCache({
      maxSize: Math.floor(bytes),
      sizeCalculation: ({ bytes: size }, key) => Math.ceil(size) + 4 * key.length + RECORD_BYTES,
      dispose: ({ drop }) => drop(),
    })
  }

  /** Returns the approximate size of all cached values, in bytes. */
  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0
  }

  /**
   * Makes a new partition of the cache. The cache has only a weak reference to each of its partitions. Therefore, the
   * garbage collector frees a partition together with its owner.
   */
  partition<T>(): CachePartition<T> {
    const entries = this.#entries
    const name = ++this.#partitions
    if (entries === undefined) return { get: () => undefined, set: () => undefined, isRepeated: () => false }
    const values = new Map<string, { readonly value: T; readonly entry: string }>()
    const held = new WeakRef(values)
    return {
      get: (key) => {
        const there = values.get(key)
        if (there === undefined) return undefined
        entries.get(there.entry)
        return there.value
      },
      set: (key, value, bytes) => {
        const entry = `${name} ${key}`
        entries.set(entry, { bytes, drop: deleterOf(held, key) })
        // The LRU cache rejects a value that exceeds its maximum size, so the value may be missing here.
        if (entries.has(entry)) values.set(key, { value, entry })
      },
      isRepeated: (key) => this.#seen.isRepeated(key, name),
    }
  }
}

/**
 * This function is declared outside the class `LruBudget`, so that its closure does not keep the partition in memory.
 */
const deleterOf = (values: WeakRef<Map<string, unknown>>, key: string) => (): void =>
  void values.deref()?.delete(key)

/** Returns the cached value of a key. If there is no cached value, the function makes the value and caches it. */
export function cachedIn<T>(partition: CachePartition<T>, key: string, make: () => Sized<T>): T {
  const there = partition.get(key)
  if (there !== undefined) return there
  const { value, bytes } = make()
  partition.set(key, value, bytes)
  return value
}
