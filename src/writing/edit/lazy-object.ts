/** Makes lazy objects. A lazy object creates each member only when a recipe first reads the member. */
import { nearest, shown } from '../../reference/schema/fault.ts'

/** An object that creates each member when the member is first read. */
export interface LazyObject {
  /** The object that the recipe gets. */
  readonly proxy: object
  /** The members of `proxy`; a member that was never read has the value `UNREAD`. */
  readonly target: Record<string, unknown>
}

/** The placeholder value of a member that was never read. */
export const UNREAD: unique symbol = Symbol('unread')

/**
 * Makes a lazy object. The function `make` creates a member of the lazy object on its first read. The function
 * `miss` is called for each read of a name that does not exist.
 */
export function lazyObject(
  names: Iterable<string>,
  make: (name: string) => unknown,
  miss: (name: string) => void,
): LazyObject {
  const target: Record<string, unknown> = {}
  for (const name of names) target[name] = UNREAD
  const fill = (key: string | symbol): void => {
    if (typeof key === 'string' && Object.hasOwn(target, key) && target[key] === UNREAD)
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

/** The names of members that `await`, `JSON.stringify`, test runners and consoles read from any object. */
const READ_FROM_ANY = ['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'inspect']

/** Throws an error for a name that does not exist. The message suggests the most similar name. */
export function refuseName(name: string, what: string, names: Iterable<string>): void {
  if (READ_FROM_ANY.includes(name)) return
  const all = [...names]
  const near = nearest(name, all)
  const instead = near === undefined ? `one of ${all.slice(0, 20).join(', ')}` : `perhaps ${shown(near)}`
  throw new TypeError(`${what} ${shown(name)}: unknown name; ${instead}`)
}
