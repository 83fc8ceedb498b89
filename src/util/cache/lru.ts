/** What was worked out once and may be wanted again, within a budget of bytes: what was used least recently goes first. */
import { LRUCache } from 'lru-cache'
import { SecondHitFilter } from './seen.ts'

/** A value, and how many bytes it takes. */
export interface Sized<T> {
  readonly value: T
  readonly bytes: number
}

/** Values of one kind by key. */
export interface CachePartition<T> {
  readonly get: (key: string) => T | undefined
  /** Keeps a value, unless it alone takes more than there is room for. */
  readonly set: (key: string, value: T, bytes: number) => void
  /**
   * Whether the key was asked about here before. What is wanted once is most often never wanted again: keeping it would
   * cost more than it is worth.
   */
  readonly again: (key: string) => boolean
}

/** A key and a record take about so many bytes besides the value. */
const RECORD_BYTES = 250

interface Lot {
  readonly bytes: number
  readonly drop: () => void
}

/** Shelves that share a budget. */
export class LruBudget {
  readonly #lots: LRUCache<string, Lot> | undefined
  readonly #seen = new SecondHitFilter()
  #shelves = 0

  /** `bytes`: how much is kept at the most; with 0 nothing is. */
  constructor(bytes: number) {
    if (bytes < 1) return
    this.#lots = new LRUCache({
      maxSize: Math.floor(bytes),
      sizeCalculation: ({ bytes: size }, key) => Math.ceil(size) + 4 * key.length + RECORD_BYTES,
      dispose: ({ drop }) => drop(),
    })
  }

  /** How many bytes are kept, as far as is known. */
  get bytes(): number {
    return this.#lots?.calculatedSize ?? 0
  }

  /** A new shelf, for values of one kind of one owner. */
  shelf<T>(): CachePartition<T> {
    const lots = this.#lots
    const name = ++this.#shelves
    if (lots === undefined) return { get: () => undefined, set: () => undefined, again: () => false }
    const values = new Map<string, { readonly value: T; readonly lot: string }>()
    const held = new WeakRef(values)
    return {
      get: (key) => {
        const there = values.get(key)
        if (there === undefined) return undefined
        lots.get(there.lot)
        return there.value
      },
      set: (key, value, bytes) => {
        const lot = `${name} ${key}`
        lots.set(lot, { bytes, drop: dropping(held, key) })
        // What has no room is not taken in.
        if (lots.has(lot)) values.set(key, { value, lot })
      },
      again: (key) => this.#seen.again(key, name),
    }
  }
}

/** Apart from the shelf, which goes with its owner, whatever of it still has its turn to be let go. */
const dropping = (values: WeakRef<Map<string, unknown>>, key: string) => (): void =>
  void values.deref()?.delete(key)

/** What a shelf has, or what is made now. */
export function onceOn<T>(shelf: CachePartition<T>, key: string, make: () => Sized<T>): T {
  const there = shelf.get(key)
  if (there !== undefined) return there
  const { value, bytes } = make()
  shelf.set(key, value, bytes)
  return value
}
