/** A dataset as a recipe sees it: files and rows are copied, to be changed in place, when they are first looked at. */
import type { JsonObject } from '../../ground/json.ts'
import { nearest, shown } from '../schema/fault.ts'
import { isCompleted } from './share.ts'
import { thawed } from './thaw.ts'

/** An object whose members are made when they are first asked for. */
export interface Lazy {
  /** For the recipe. */
  readonly proxy: object
  /** What is behind it: what was not asked for is `UNTOUCHED`. */
  readonly target: Record<string, unknown>
}

/** Stands for a member that nobody has asked for. */
export const UNTOUCHED: unique symbol = Symbol('untouched')

/** `make` makes a member; `miss` is told the name of one that is asked for and not there. */
export function lazyObject(
  names: Iterable<string>,
  make: (name: string) => unknown,
  miss: (name: string) => void,
): Lazy {
  const target: Record<string, unknown> = {}
  for (const name of names) target[name] = UNTOUCHED
  const fill = (key: string | symbol): void => {
    if (typeof key === 'string' && Object.hasOwn(target, key) && target[key] === UNTOUCHED)
      target[key] = make(key)
  }
  const proxy = new Proxy(target, {
    get: (_, key) => {
      fill(key)
      if (typeof key === 'string' && !(key in target)) miss(key)
      return Reflect.get(target, key)
    },
    getOwnPropertyDescriptor: (_, key) => {
      fill(key)
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
  })
  return { proxy, target }
}

/** What is asked of any object: by `await`, `JSON.stringify`, and whoever prints it. */
const ASKED_OF_ALL = ['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'inspect']

/** Refuses to look for what nobody can have meant to find. */
export function refuseName(name: string, what: string, names: Iterable<string>): void {
  if (ASKED_OF_ALL.includes(name)) return
  const all = [...names]
  const near = nearest(name, all)
  const instead = near === undefined ? `one of ${all.slice(0, 20).join(', ')}` : `perhaps ${shown(near)}`
  throw new TypeError(`${what} ${shown(name)}: there is none of that name; ${instead}`)
}

/** The rows of files, handed out one by one. */
export interface Lists {
  /** Rows as a list: in place of each there is a copy as soon as it is looked at. */
  readonly open: (rows: readonly JsonObject[]) => object
  /** What is in such a list: rows of ours as they were, and what has been put in their places; else undefined. */
  readonly inside: (list: unknown) => readonly unknown[] | undefined
  /** What a row was before it was handed out; undefined for one that is new. */
  readonly origin: (row: unknown) => JsonObject | undefined
}

/** Lists for one recipe: a row that is handed out twice is the same object. */
export function newLists(): Lists {
  const targets = new WeakMap<object, unknown[]>()
  const copies = new Map<JsonObject, object>()
  const origins = new WeakMap<object, JsonObject>()
  let isSplit = false
  const thaw = (target: unknown[], at: number): void => {
    const row = target[at]
    if (!isCompleted(row)) return
    const copy = copies.get(row) ?? thawed(row)
    copies.set(row, copy)
    origins.set(copy, row)
    target[at] = copy
  }
  const open = (rows: readonly unknown[]): object => {
    const target = [...rows]
    const proxy: object = new Proxy(target, {
      get: (_, key) => {
        const method = typeof key === 'string' ? METHODS[key] : undefined
        if (method !== undefined) return (...args: unknown[]) => method(list, args)
        thawAt(target, key, thaw)
        return Reflect.get(target, key)
      },
      getOwnPropertyDescriptor: (_, key) => {
        thawAt(target, key, thaw)
        return Reflect.getOwnPropertyDescriptor(target, key)
      },
    })
    const part = (some: readonly unknown[], stay: boolean): object => {
      isSplit ||= stay
      return open(some)
    }
    const list = { target, proxy, at: (index: number) => handOut(target, index, thaw), part }
    targets.set(proxy, target)
    return proxy
  }
  const inside = (list: unknown): readonly unknown[] | undefined => {
    const target = typeof list === 'object' && list !== null ? targets.get(list) : undefined
    if (target === undefined || !isSplit || copies.size === 0) return target
    // A row may have been handed out by one list and still be as it was in another.
    return target.map((row) => (isCompleted(row) ? (copies.get(row) ?? row) : row))
  }
  const origin = (row: unknown): JsonObject | undefined => {
    if (isCompleted(row)) return row
    return typeof row === 'object' && row !== null ? origins.get(row) : undefined
  }
  return { open, inside, origin }
}

type Thaw = (target: unknown[], at: number) => void

function thawAt(target: unknown[], key: string | symbol, thaw: Thaw): void {
  const at = typeof key === 'string' && key !== '' ? Number(key) : -1
  if (Number.isInteger(at) && at >= 0 && at < target.length) thaw(target, at)
}

function handOut(target: unknown[], at: number, thaw: Thaw): unknown {
  if (at >= 0 && at < target.length) thaw(target, at)
  return target[at]
}

interface Opened {
  readonly target: unknown[]
  readonly proxy: object
  readonly at: (index: number) => unknown
  readonly part: (rows: readonly unknown[], stay: boolean) => object
}

type Method = (list: Opened, args: readonly unknown[]) => unknown

/** Looks for rows, which no test may change. */
const seeking =
  (find: (rows: readonly unknown[], test: (row: unknown, at: number) => boolean) => unknown): Method =>
  ({ target, proxy }, [test, self]) => {
    if (typeof test !== 'function') throw new TypeError(`${String(test)} is not a function`)
    return find(target, (row, at) => Boolean(Reflect.apply(test, self, [row, at, proxy])))
  }

const seekingOne =
  (find: (rows: readonly unknown[], test: (row: unknown, at: number) => boolean) => number): Method =>
  (list, args) =>
    list.at(Number(seeking(find)(list, args)))

/** Moves rows without looking at them; what it takes out is handed out. */
const moving =
  (move: (rows: unknown[], args: readonly unknown[]) => unknown): Method =>
  ({ target }, args) =>
    move(target, args)

/** Another list of rows that stay in this one, or that go out of it. */
const taking =
  (take: (rows: unknown[], args: readonly unknown[]) => readonly unknown[], stay: boolean): Method =>
  (list, args) =>
    list.part(take(list.target, args), stay)

/** Where the methods of lists would copy every row that they only pass. */
const METHODS: Readonly<Record<string, Method | undefined>> = Object.assign(Object.create(null), {
  find: seekingOne((rows, test) => rows.findIndex(test)),
  findLast: seekingOne((rows, test) => rows.findLastIndex(test)),
  findIndex: seeking((rows, test) => rows.findIndex(test)),
  findLastIndex: seeking((rows, test) => rows.findLastIndex(test)),
  some: seeking((rows, test) => rows.some(test)),
  every: seeking((rows, test) => rows.every(test)),
  filter: (list: Opened, args: readonly unknown[]) => {
    const kept: unknown[] = []
    seeking((rows, test) => kept.push(...rows.filter(test)))(list, args)
    return list.part(kept, true)
  },
  at: ({ target, at }: Opened, [index]: readonly unknown[]) => {
    const from = Math.trunc(Number(index)) || 0
    return at(from < 0 ? target.length + from : from)
  },
  push: moving((rows, args) => rows.push(...args)),
  unshift: moving((rows, args) => rows.unshift(...args)),
  reverse: ({ target, proxy }: Opened) => {
    target.reverse()
    return proxy
  },
  indexOf: moving((rows, args) => Reflect.apply(rows.indexOf, rows, args)),
  includes: moving((rows, args) => Reflect.apply(rows.includes, rows, args)),
  pop: ({ target, at }: Opened) => {
    const last = at(target.length - 1)
    target.pop()
    return last
  },
  shift: ({ target, at }: Opened) => {
    const first = at(0)
    target.shift()
    return first
  },
  splice: taking((rows, args) => Reflect.apply(rows.splice, rows, args), false),
  slice: taking((rows, args) => Reflect.apply(rows.slice, rows, args), true),
})
