/** A list of rows that a recipe may treat as any other, and that costs what is done with it. */
import { RowList } from '../change/row-list.ts'

/** What stands in a place of a list. */
export type Put = readonly [place: number, item: unknown]

/** What the lists of a recipe share. */
interface Hand {
  /** What the recipe is given in place of an item. */
  readonly handOut: (item: unknown) => unknown
  /** Another list of rows that stay in this one, or that go out of it. */
  readonly part: (rows: readonly unknown[], stay: boolean) => object
}

/**
 * As long as single rows are looked at, and others put in their places or at the end, the list holds these alone, so
 * that one row of a million costs no more than one of ten. With anything else it becomes a whole list.
 */
export class OpenList {
  /** For the recipe. */
  readonly proxy: object
  readonly hand: Hand
  /** All items once the list is whole; none before. */
  readonly #whole: unknown[] = []
  /** What stands where nothing was put; undefined once the list is whole. */
  #rows: RowList | undefined
  readonly #put = new Map<number, unknown>()
  /** How many places there are, until the list is whole. */
  #places = 0

  constructor(rows: RowList | readonly unknown[], hand: Hand) {
    this.hand = hand
    if (rows instanceof RowList) {
      this.#rows = rows
      this.#places = rows.length
    } else for (const row of rows) this.#whole.push(row)
    this.proxy = new Proxy(this.#whole, this.#handler())
  }

  get length(): number {
    return this.#rows === undefined ? this.#whole.length : this.#places
  }

  /** The item in a place, for the recipe to change. */
  at(place: number): unknown {
    if (!(place >= 0 && place < this.length)) return undefined
    const item = this.#item(place)
    const handed = this.hand.handOut(item)
    if (handed !== item) this.put(place, handed)
    return handed
  }

  #item(place: number): unknown {
    if (this.#rows === undefined) return this.#whole[place]
    return this.#put.has(place) ? this.#put.get(place) : this.#rows.at(place)
  }

  /** Puts an item in a place, or at the end. */
  put(place: number, item: unknown): void {
    if (this.#rows === undefined) this.#whole[place] = item
    else {
      this.#put.set(place, item)
      if (place === this.#places) this.#places++
    }
  }

  /** All items, without a copy of what nobody has looked at; not to be changed. */
  peek(): readonly unknown[] {
    const items: unknown[] | undefined = this.#rows?.toArray()
    if (items === undefined) return this.#whole
    for (const [place, item] of this.puts() ?? []) items[place] = item
    return items
  }

  /** What was put into places, ascending; undefined for a whole list. */
  puts(): readonly Put[] | undefined {
    return this.#rows && [...this.#put].sort(([a], [b]) => a - b)
  }

  /** All items, to be changed as only a whole list can be. */
  whole(): unknown[] {
    if (this.#rows === undefined) return this.#whole
    const items = this.peek()
    this.#rows = undefined
    for (const item of items) this.#whole.push(item)
    return this.#whole
  }

  #handler(): ProxyHandler<unknown[]> {
    return {
      get: (_, key) => {
        const place = placeOf(key)
        if (place >= 0) return this.at(place)
        const method = typeof key === 'string' ? METHODS[key] : undefined
        if (method !== undefined) return (...args: unknown[]) => method(this, args)
        return key === 'length' ? this.length : Reflect.get(this.whole(), key)
      },
      getOwnPropertyDescriptor: (_, key) => {
        const place = placeOf(key)
        const value = this.at(place)
        if (place < 0 || this.#rows === undefined) return Reflect.getOwnPropertyDescriptor(this.whole(), key)
        return place < this.length
          ? { value, writable: true, enumerable: true, configurable: true }
          : undefined
      },
      defineProperty: (_, key, descriptor) => {
        const place = placeOf(key)
        if (place < 0 || place > this.length || this.#rows === undefined || !isPlain(descriptor))
          return Reflect.defineProperty(this.whole(), key, descriptor)
        this.put(place, descriptor.value)
        return true
      },
      has: (_, key) => Reflect.has(this.whole(), key),
      deleteProperty: (_, key) => Reflect.deleteProperty(this.whole(), key),
      ownKeys: () => Reflect.ownKeys(this.whole()),
      preventExtensions: () => Reflect.preventExtensions(this.whole()),
    }
  }
}

/** The place that a key names; -1 for one that names none. */
function placeOf(key: string | symbol): number {
  const place = typeof key === 'string' ? Number(key) : -1
  return Number.isSafeInteger(place) && place >= 0 && String(place) === key ? place : -1
}

/** Whether it says no more than what stands in a place. */
const isPlain = (descriptor: PropertyDescriptor): boolean => {
  const { writable = true, enumerable = true, configurable = true } = descriptor
  return 'value' in descriptor && writable && enumerable && configurable
}

type Method = (list: OpenList, args: readonly unknown[]) => unknown
type Test = (row: unknown, at: number) => boolean

/** Looks for rows, which no test may change. */
const seeking =
  (find: (rows: readonly unknown[], test: Test) => unknown): Method =>
  (list, [test, self]) => {
    if (typeof test !== 'function') throw new TypeError(`${String(test)} is not a function`)
    return find(list.peek(), (row, at) => Boolean(Reflect.apply(test, self, [row, at, list.proxy])))
  }

const seekingOne =
  (find: (rows: readonly unknown[], test: Test) => number): Method =>
  (list, args) =>
    list.at(Number(seeking(find)(list, args)))

/** Moves rows without looking at them. */
const moving =
  (move: (rows: unknown[], args: readonly unknown[]) => unknown): Method =>
  (list, args) =>
    move(list.whole(), args)

/** Where the methods of lists would copy every row that they only pass. */
const METHODS: Readonly<Record<string, Method | undefined>> = Object.assign(Object.create(null), {
  find: seekingOne((rows, test) => rows.findIndex(test)),
  findLast: seekingOne((rows, test) => rows.findLastIndex(test)),
  findIndex: seeking((rows, test) => rows.findIndex(test)),
  findLastIndex: seeking((rows, test) => rows.findLastIndex(test)),
  some: seeking((rows, test) => rows.some(test)),
  every: seeking((rows, test) => rows.every(test)),
  filter: (list: OpenList, args: readonly unknown[]) =>
    seeking((rows, test) => list.hand.part(rows.filter(test), true))(list, args),
  at: (list: OpenList, [index]: readonly unknown[]) => {
    const from = Math.trunc(Number(index)) || 0
    return list.at(from < 0 ? list.length + from : from)
  },
  push: (list: OpenList, args: readonly unknown[]) => {
    for (const item of args) list.put(list.length, item)
    return list.length
  },
  unshift: moving((rows, args) => rows.unshift(...args)),
  reverse: (list: OpenList) => {
    list.whole().reverse()
    return list.proxy
  },
  indexOf: moving((rows, args) => Reflect.apply(rows.indexOf, rows, args)),
  includes: moving((rows, args) => Reflect.apply(rows.includes, rows, args)),
  pop: (list: OpenList) => {
    const last = list.at(list.length - 1)
    list.whole().pop()
    return last
  },
  shift: (list: OpenList) => {
    const first = list.at(0)
    list.whole().shift()
    return first
  },
  splice: (list: OpenList, args: readonly unknown[]) => {
    const rows = list.whole()
    return list.hand.part(Reflect.apply(rows.splice, rows, args), false)
  },
  slice: (list: OpenList, args: readonly unknown[]) => {
    const rows = list.peek()
    return list.hand.part(Reflect.apply(rows.slice, rows, args), true)
  },
})
